"""Score sheets: games of an evening, written down."""

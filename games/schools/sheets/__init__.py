"""Score sheets of Clash of Magic Schools."""

"""Score sheets of Clash of the Cards."""

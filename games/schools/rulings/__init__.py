"""The rulings of Clash of Magic Schools."""

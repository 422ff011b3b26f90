"""The rulings of Clash of the Cards."""

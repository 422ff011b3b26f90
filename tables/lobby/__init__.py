"""Open games that people may join."""

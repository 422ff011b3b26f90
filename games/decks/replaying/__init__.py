"""A finished game turn by turn, as its record tells it: walking it, and going on from any moment of it."""

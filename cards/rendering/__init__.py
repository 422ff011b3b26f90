"""Faces of cards on paper and as pictures."""

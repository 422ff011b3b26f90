"""``clash-of-the-cards/1``: states in and out, and what of them a seat may see."""

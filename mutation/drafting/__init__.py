"""The pass draft, and the choice of 8 cards out of 16."""

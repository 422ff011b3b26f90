"""The page of a live game, and what all simple games show there."""

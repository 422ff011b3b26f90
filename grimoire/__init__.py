"""Positions, puzzles and their solving."""

"""Tournaments: who plays whom, what came of it, and where everybody stands."""

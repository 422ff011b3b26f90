"""Training: the next puzzle for a solver, and what they failed, due again."""

"""Proofs: asking the solver, in the background, and keeping what it found out."""

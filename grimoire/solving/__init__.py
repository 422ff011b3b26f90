"""Solving a page: laying out a line, judging it, hints, and the solution once it is earned."""

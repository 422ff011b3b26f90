"""Contests: a theme, closing date, anonymous entries, a judge's award."""

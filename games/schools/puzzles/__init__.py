"""Puzzles of Clash of Magic Schools: a turn with open hands, to be won by its end."""

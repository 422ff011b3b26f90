"""Printing cards: what is chosen, how it is to be printed, and the files that come of it."""

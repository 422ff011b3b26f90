"""Positions and actions as text: ``clash-position/1``, notation on one line, addresses."""

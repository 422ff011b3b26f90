"""Clash of Magic Schools: its rules (numbered M), formats, sheets, games, bots and command line."""

"""Clash of the Cards: its cards, rules, trace, formats, games, bots and command line."""

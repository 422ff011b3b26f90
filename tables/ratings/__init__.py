"""Ratings of players: which games count, what they change, the ladders."""

"""Clash of Decks."""

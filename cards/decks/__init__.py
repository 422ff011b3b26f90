"""Decks: composing them, keeping them, checking them by format, writing and reading them as text."""

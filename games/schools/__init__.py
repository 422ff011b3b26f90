"""Clash of Magic Schools."""

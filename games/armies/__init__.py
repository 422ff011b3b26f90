"""Clash of the Cards."""

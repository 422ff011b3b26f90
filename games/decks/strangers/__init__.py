"""Strangers who are paired because they wait for the same game."""

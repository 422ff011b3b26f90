"""Requests that the site makes to addresses that visitors name."""

"""Players for every seat."""

"""A puzzle in a frame on another site, where it can be solved."""

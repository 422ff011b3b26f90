"""Template tags of live games."""

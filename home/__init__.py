"""The home page: what the site is, a first move, and where to go from there."""

"""The games of somebody: those that wait for them, and all of them in a list."""

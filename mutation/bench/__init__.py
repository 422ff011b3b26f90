"""The mutation bench: a deck, its Laboratory, a plan that is freely undone, and the prices of a session."""

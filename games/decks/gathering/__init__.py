"""Games to which those who are invited bring decks of their own: made when the last of them has come."""

"""What became of a session: timelines of decks and cards, exports, and its story."""

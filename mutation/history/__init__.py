"""A session's history: timelines of decks and cards, exports, and its story."""

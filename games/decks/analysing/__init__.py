"""The analysis board: positions of Clash of Decks with a tree of what could be played, kept, shared and exported."""

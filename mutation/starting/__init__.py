"""Beginning a session: its sets and players, three ways to the decks, seats that are taken by a link."""

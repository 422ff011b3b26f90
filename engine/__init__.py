"""The rules of Clash of Decks, in pure Python: positions, actions, and a trace that says what happened and why."""

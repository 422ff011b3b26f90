"""The board of Clash of the Cards: who has what before them, what can be done there, what happened on it."""

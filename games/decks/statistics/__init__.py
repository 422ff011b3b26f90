"""How often cards, decks and Champions win, counted over all finished games. Nothing about people."""

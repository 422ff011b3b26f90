"""How a game of Clash of Decks begins: the start page of all games, and the AI of Custom Play."""

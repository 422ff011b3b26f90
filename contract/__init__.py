"""What a game is to the site: the record ``game.Game``, the protocols of its parts, and the one registry of games."""

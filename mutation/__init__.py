"""Mutation sessions on the site: four players, a draft, twelve games, and decks that change before every game."""

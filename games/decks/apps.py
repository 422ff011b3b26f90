"""The app of Clash of Decks."""

from __future__ import annotations

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "games.decks"

    def ready(self) -> None:
        """Registers the game, counts and reviews games that end, and tells how often cards win."""
        from cards.sections import on_cards
        from contract.registry import register
        from games.decks.game import GAME
        from games.decks.reviewing import automatic
        from games.decks.statistics import counting
        from games.decks.statistics.card_wins import wins_of_card
        from tables.services.log import game_ended

        register(GAME)
        game_ended.connect(counting.count)
        game_ended.connect(automatic.begin)
        on_cards.register("wins", wins_of_card, place=5)

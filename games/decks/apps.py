"""The app of Clash of Decks."""

from __future__ import annotations

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "games.decks"

    def ready(self) -> None:
        """Registers the game, counts games that end, notes tries at a day's deal, tells how often cards win, and has
        what is known of positions swept."""
        from background import upkeep
        from cards.sections import on_cards
        from contract.registry import register
        from games.decks.analysing import thinking_services
        from games.decks.deal import services as deal
        from games.decks.game import GAME
        from games.decks.statistics import counting
        from games.decks.statistics.card_wins import wins_of_card
        from tables.services.log import game_ended

        register(GAME)
        game_ended.connect(counting.count)
        deal.start()
        on_cards.register("wins", wins_of_card, place=5)
        upkeep.register("analyses of positions", thinking_services.sweep)
        upkeep.register("deals of days that are over", deal.open_games_of_the_past)

"""The app of Clash of Decks."""

from __future__ import annotations

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "games.decks"

    def ready(self) -> None:
        """Registers the game."""
        from contract.registry import register
        from games.decks.game import GAME

        register(GAME)

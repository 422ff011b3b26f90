"""The app of Clash of the Cards."""

from __future__ import annotations

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    name = "games.armies"

    def ready(self) -> None:
        """Registers the game."""
        from contract.registry import register
        from games.armies.game import GAME

        register(GAME)

"""The app of Clash of Magic Schools."""

from __future__ import annotations

from django.apps import AppConfig


class SchoolsConfig(AppConfig):
    name = "games.schools"

    def ready(self) -> None:
        """Registers the game."""
        from contract.registry import register
        from games.schools.game import GAME

        register(GAME)

"""The app of High Card."""

from __future__ import annotations

from django.apps import AppConfig


class HighCardConfig(AppConfig):
    name = "tests.games.high_card"

    def ready(self) -> None:
        from contract.registry import register
        from tests.games.high_card.game import GAME

        register(GAME)

"""The app of score sheets."""

from __future__ import annotations

from django.apps import AppConfig


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        """Listens to which games end; stands on the page about oneself and on the games' start pages."""
        from accounts.parts import parts
        from play.starting.asides import asides
        from scores.services import tables

        parts.register("score sheets", "scores/_mine.html", place=30)
        asides.register("score sheets", "scores/_of_game.html")
        tables.start()

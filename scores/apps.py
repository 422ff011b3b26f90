"""The app of score sheets."""

from __future__ import annotations

from django.apps import AppConfig


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        """Listens to which games end; stands on the page about oneself, the games' start pages and in their kits."""
        from scores.services import tables
        from tables.occasions import occasions

        occasions.register("sheet", tables.OfSheet())
        tables.start()

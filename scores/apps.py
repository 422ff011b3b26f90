"""The app of score sheets."""

from __future__ import annotations

from django.apps import AppConfig


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        """Listens to which games end; stands on the page about oneself, the games' start pages and in their kits."""
        from accounts.parts import parts
        from contract.kit import further_pages
        from scores.paper.drawing import pages_of_kit
        from scores.services import tables
        from tables.occasions import occasions
        from tables.starting.asides import asides

        parts.register("score sheets", "scores/_mine.html", place=30)
        asides.register("score sheets", "scores/_of_game.html")
        further_pages.register("score sheets", pages_of_kit)
        occasions.register("score sheets", tables.ways_back)
        tables.start()

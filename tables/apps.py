"""The app of live games."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "play"  # of its rows and addresses, which keep their names

    def ready(self) -> None:
        """Listens for guests who sign in, has old games swept each day and ended games reviewed, shows whose
        turn it is on "you", and prints games whole."""
        from tables import adoption, upkeep  # noqa: F401
        from tables.kits import works
        from tables.models import LiveGame
        from tables.ratings import seasons
        from tables.ratings import services as ratings
        from tables.reviewing import automatic
        from tables.services import ending
        from web.idempotency import delete_with

        works.register()
        delete_with(LiveGame)
        automatic.start()
        ratings.start()
        seasons.start()
        ending.start()
        upkeep.start()

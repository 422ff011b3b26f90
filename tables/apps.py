"""The app of live games."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "play"  # of its rows and addresses, which keep their names

    def ready(self) -> None:
        """Listens for guests who sign in, has old games swept each day, shows whose turn it is on "you", and
        prints games whole."""
        from accounts.parts import parts
        from operations.figures import counted
        from tables import adoption, upkeep  # noqa: F401
        from tables.kits import works
        from tables.models import LiveGame
        from tables.running import games_by_status, open_streams
        from tables.services import ending
        from web.idempotency import delete_with

        parts.register("games that wait", "play/_turns.html", place=5)
        parts.register("addresses that are told", "play/webhooks/_mine.html", place=40)
        works.register()
        delete_with(LiveGame)
        ending.start()
        upkeep.start()
        counted.register("grimoire_games", ("Live games by how far they are.", games_by_status))
        counted.register("grimoire_streams", ("Open streams of games, by who watches.", open_streams))

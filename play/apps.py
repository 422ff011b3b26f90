"""The app of live games."""

from __future__ import annotations

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        """Listens for guests who sign in, has old games swept each day, and shows whose turn it is on "you"."""
        from accounts.parts import parts
        from play import adoption, upkeep  # noqa: F401

        parts.register("games that wait", "play/_turns.html", place=5)
        upkeep.start()

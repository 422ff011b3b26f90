"""The app of Mutation sessions."""

from __future__ import annotations

from django.apps import AppConfig


class MutationConfig(AppConfig):
    name = "mutation"

    def ready(self) -> None:
        """Listens for guests who sign in and for games that end, and has what was never begun swept each day."""
        from mutation import adoption, upkeep
        from mutation.services import bots

        adoption.start()
        bots.start()
        upkeep.start()

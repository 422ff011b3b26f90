"""The app of Mutation sessions."""

from __future__ import annotations

from django.apps import AppConfig


class MutationConfig(AppConfig):
    name = "mutation"

    def ready(self) -> None:
        """Listens to who signs in, who leaves, which games end; has what was never begun swept each day."""
        from mutation import adoption, leaving, upkeep
        from mutation.services import bots

        adoption.start()
        leaving.start()
        bots.start()
        upkeep.start()

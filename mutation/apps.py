"""The app of Mutation sessions."""

from __future__ import annotations

from django.apps import AppConfig


class MutationConfig(AppConfig):
    name = "mutation"

    def ready(self) -> None:
        """Listens to who signs in, who leaves, which games end; prints papers; has what was never begun swept daily."""
        from mutation import adoption, leaving, upkeep
        from mutation.paper import services as paper
        from mutation.services import bots

        adoption.start()
        leaving.start()
        bots.start()
        paper.register()
        upkeep.start()

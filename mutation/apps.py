"""The app of Mutation sessions."""

from __future__ import annotations

from django.apps import AppConfig


class MutationConfig(AppConfig):
    name = "mutation"

    def ready(self) -> None:
        """Listens to who signs in, who leaves, which games end; prints papers; tells of turns; has old things swept."""
        from mutation import adoption, leaving, upkeep
        from mutation.models import MutationSession
        from mutation.paper import services as paper
        from mutation.services import bots, ending
        from mutation.services.decks_to_bring import SOURCE
        from mutation.services.occasion import OfSession
        from tables.occasions import occasions
        from web.idempotency import delete_with

        adoption.start()
        leaving.start()
        bots.start()
        ending.start()
        paper.register()
        occasions.register(SOURCE, OfSession())
        upkeep.start()
        delete_with(MutationSession)

"""The app of Mutation sessions."""

from __future__ import annotations

from django.apps import AppConfig


class MutationConfig(AppConfig):
    name = "mutation"

    def ready(self) -> None:
        """Listens to who signs in, who leaves, which games end; prints papers; tells of turns; has old things swept."""
        from accounts.parts import parts
        from games.decks.cardpool import deck_sources
        from mutation import adoption, leaving, upkeep
        from mutation.models import MutationSession
        from mutation.paper import services as paper
        from mutation.services import bots, ending, session_messages, turns
        from mutation.services.decks_to_bring import SOURCE, SessionDecks
        from mutation.services.tables import ways_back
        from tables.occasions import occasions
        from tables.own_games.queries import turns_elsewhere
        from tables.webhooks.kinds import kinds
        from web.idempotency import delete_with

        adoption.start()
        leaving.start()
        bots.start()
        ending.start()
        paper.register()
        deck_sources.register(SOURCE, SessionDecks())
        occasions.register("Mutation sessions", ways_back)
        parts.register("sessions that wait", "mutation/_turns.html", place=6)
        turns_elsewhere.register("Mutation sessions", turns.told)
        kinds.register(session_messages.SESSION_WAITS, session_messages.of_session)
        upkeep.start()
        delete_with(MutationSession)

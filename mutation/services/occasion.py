"""What tables have of Mutation sessions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from engine.decks.sessions.schedule import SEATS
from games.decks.cardpool import DeckOccasion
from mutation.models import SessionTable
from mutation.services import happenings, session_messages, turns
from mutation.services.decks_to_bring import SessionDecks
from mutation.services.ledgers import ledger_of
from mutation.viewers import find_session_viewer
from tables.models import LiveGame, WebhookEvent
from tables.occasions import SESSION_WAITS, EventWords, Happening
from web.refusals import RequestRefused


class OfSession(DeckOccasion):
    decks = SessionDecks()

    def ways_back(self, game: LiveGame, owner: Owner | None) -> list[tuple[str, str]]:
        """From a game of a session to the viewer's open benches, which come next, and to the session."""
        table = SessionTable.objects.select_related("session").filter(game=game).first()
        if table is None:
            return []
        try:
            viewer = find_session_viewer(table.session.token, owner)
        except RequestRefused:
            return []
        session = viewer.session
        state = ledger_of(session).state
        benches = [letter for letter in viewer.held if state.open_game(SEATS.index(letter)) is not None]
        links = [
            (
                _("Bench") if len(viewer.held) == 1 else _("Bench of %(name)s") % {"name": viewer.name_of(letter)},
                reverse("mutation:bench", args=[session.token, letter]),
            )
            for letter in benches
        ]
        return [*links, (_("Back to the session"), session.get_absolute_url())]

    def turns(self, owner: Owner) -> list[dict[str, Any]]:
        return turns.told(owner)

    def words_of(self, event: WebhookEvent) -> EventWords | None:
        return session_messages.of_session(event) if event.kind == SESSION_WAITS else None

    def waiting(self, owner: Owner, root: str) -> list[dict[str, Any]]:
        return happenings.waiting(owner, root)

    def happened(self, owner: Owner, root: str, since: datetime) -> Iterable[Happening]:
        return happenings.happened(owner, root, since)

"""Decks of sessions that are over, which can be brought to any game as they have mutated."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from engine.decks.rules.cards import Card
from engine.decks.sessions.schedule import SEATS
from mutation.models import MutationSession, SessionSeat
from mutation.services.ledgers import ledger_of
from mutation.services.turns import name_of
from mutation.viewers import find_session_viewer
from play.faults import RequestRefused

SOURCE: Final = "session"  # ``session:TOKEN:LETTER`` names a deck
MAX_SESSIONS: Final = 5  # that are offered, the latest


class SessionDecks:
    """The decks of sessions, for the choice of a deck (``play.cardpool.DeckSource``)."""

    @property
    def label(self) -> str:
        return _("Decks of your Mutation sessions")

    def choices(self, owner: Owner | None) -> list[tuple[str, str]]:
        """All four decks of the latest sessions that somebody has played or organised."""
        if owner is None:
            return []
        own = MutationSession.objects.filter(phase=MutationSession.Phase.OVER).filter(
            Q(owner=owner) | Q(pk__in=SessionSeat.objects.filter(owner=owner).values("session"))
        )
        return [
            (reference_of(session, letter), f"{session.players[letter]} · {name_of(session)}")
            for session in own.order_by("-updated")[:MAX_SESSIONS]
            for letter in SEATS
        ]

    def cards(self, reference: str, owner: Owner | None) -> tuple[Card, ...] | None:
        """A deck as it stands at the end, for whoever may look at its session."""
        token, _colon, letter = reference.partition(":")
        if letter not in SEATS:
            return None
        try:
            session = find_session_viewer(token, owner).session
        except RequestRefused:
            return None
        state = ledger_of(session).state
        if session.phase != MutationSession.Phase.OVER or not state.all_have_chosen:
            return None
        return tuple(card.mutant.card for card in state.seats[SEATS.index(letter)].deck)


def play_href(session: MutationSession, letter: str) -> str:
    """The start page with a deck of a session chosen for a Duel."""
    chosen = {
        "mode": "duel",
        "format": "constructed",
        "kept": "1",
        "deck_A": f"{SOURCE}:{reference_of(session, letter)}",
    }
    return f"{reverse('play:index')}?{urlencode(chosen, safe=':')}"


def reference_of(session: MutationSession, letter: str) -> str:
    """The name of a deck behind that of its source."""
    return f"{session.token}:{letter}"

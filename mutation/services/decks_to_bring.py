"""Decks of sessions that are over, which can be brought to any game as they have mutated."""

from __future__ import annotations

from collections.abc import Collection
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
from web.refusals import RequestRefused

SOURCE: Final = "session"  # ``session:TOKEN:LETTER`` names a deck
MAX_SESSIONS: Final = 5  # that are offered, the latest


class SessionDecks:
    """The decks of sessions, for the choice of a deck (``games.decks.cardpool.DeckSource``)."""

    @property
    def label(self) -> str:
        return _("Decks of Mutation sessions")

    def choices(self, owner: Owner | None, references: Collection[str]) -> list[tuple[str, str]]:
        """All four decks of the latest sessions that somebody has played or organised, and of those asked for."""
        sessions = [session for reference in references if (session := _readable(reference, owner)) is not None]
        if owner is not None:
            own = MutationSession.objects.filter(phase=MutationSession.Phase.OVER).filter(
                Q(owner=owner) | Q(pk__in=SessionSeat.objects.filter(owner=owner).values("session"))
            )
            sessions += own.order_by("-updated")[:MAX_SESSIONS]
        return [
            (reference_of(session, letter), f"{session.players[letter]} · {name_of(session)}")
            for session in {session.pk: session for session in sessions}.values()
            for letter in SEATS
        ]

    def cards(self, reference: str, owner: Owner | None) -> tuple[Card, ...] | None:
        """A deck as it stands at the end, for whoever may look at its session."""
        session = _readable(reference, owner)
        if session is None:
            return None
        letter = reference.partition(":")[2]
        return tuple(card.mutant.card for card in ledger_of(session).state.seats[SEATS.index(letter)].deck)


def _readable(reference: str, owner: Owner | None) -> MutationSession | None:
    """The session of a deck, if it is over and somebody may look at it; None where there is no such deck."""
    token, _colon, letter = reference.partition(":")
    if len(letter) != 1 or letter not in SEATS:
        return None
    try:
        session = find_session_viewer(token, owner).session
    except RequestRefused:
        return None
    is_over = session.phase == MutationSession.Phase.OVER and ledger_of(session).state.all_have_chosen
    return session if is_over else None


def play_href(session: MutationSession, letter: str) -> str:
    """The start page with a deck of a session chosen for a Duel."""
    chosen = {
        "mode": "duel",
        "format": "constructed",
        "edition": session.header["edition"],
        "kept": "1",
        "deck_A": f"{SOURCE}:{reference_of(session, letter)}",
    }
    return f"{reverse('play:index')}?{urlencode(chosen, safe=':')}"


def reference_of(session: MutationSession, letter: str) -> str:
    """The name of a deck behind that of its source."""
    return f"{session.token}:{letter}"

"""The sessions that wait for somebody, and for what, in words to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import Owner
from engine.decks.sessions.ledger_state import SessionState
from engine.decks.sessions.schedule import SEATS
from mutation.models import MutationSession, SessionSeat
from mutation.services import waiting
from mutation.services.ledgers import ledger_of
from mutation.services.waiting import Waiting, waits_for

MAX_SESSIONS: Final = 20


@dataclass(frozen=True)
class SessionTurn:
    """A session that waits for somebody: what they have to do, in words; ``key`` changes with each new task."""

    session: MutationSession
    tasks: tuple[str, ...]
    key: str

    @property
    def said(self) -> str:
        """The session's name and what is to be done there, on a line."""
        return f"{name_of(self.session)} · {', '.join(self.tasks)}"


def name_of(session: MutationSession) -> str:
    return session.name or _("Mutation session")


def turns_of(owner: Owner | None) -> list[SessionTurn]:
    """The sessions in which somebody's seats are waited for, the latest first; one query, and none for strangers."""
    if owner is None:
        return []
    seats = SessionSeat.objects.filter(owner=owner, kind=SessionSeat.Kind.PERSON, is_taken=True)
    waited = seats.filter(session__waits_for__contains=F("letter")).exclude(session__phase=MutationSession.Phase.OVER)
    held: dict[MutationSession, list[str]] = {}
    for seat in waited.select_related("session__deal").order_by("-session__updated", "letter"):
        held.setdefault(seat.session, []).append(seat.letter)
    turns = [turn_of(session, letters) for session, letters in list(held.items())[:MAX_SESSIONS]]
    return [turn for turn in turns if turn is not None]


def turn_of(session: MutationSession, letters: Collection[str]) -> SessionTurn | None:
    """The part of a session's tasks that is for these letters ("" is the organiser's); None if there is nothing."""
    state = ledger_of(session).state
    tasks = [task for task in waits_for(state) if task.seat in letters]
    if not tasks:
        return None
    words = tuple(dict.fromkeys(asking_text(task) for task in tasks))
    return SessionTurn(session, words, " ".join((session.token, *marks_of(state, letters))))


def marks_of(state: SessionState, letters: Collection[str]) -> list[str]:
    """A mark for each task of these letters, which no other task of a session has."""
    tasks = (task for task in waits_for(state) if task.seat in letters)
    return [f"{task.seat}{task.what}{task.game or _round_of(state, task)}" for task in tasks]


def _round_of(state: SessionState, task: Waiting) -> int:
    return len(state.seats[SEATS.index(task.seat)].drafted) if task.what == waiting.PICK else 0


def asking_text(task: Waiting) -> str:
    """A task as whoever has it is asked for it."""
    words = {
        waiting.PICK: _("Pick a card"),
        waiting.CHOOSE: _("Choose your deck"),
        waiting.MUTATE: _("Mutate before game %(game)d"),
        waiting.PLAY: _("Play game %(game)d"),
        waiting.CONFIRM: _("Confirm the result of game %(game)d"),
        waiting.DECIDE: _("Decide game %(game)d"),
    }
    return words[task.what] % {"game": task.game} if task.game else words[task.what]


def told(owner: Owner) -> list[dict[str, Any]]:
    """The sessions that wait for somebody as scripts of pages are told of turns (``tables.own_games``)."""
    return [
        {
            "key": turn.key,
            "game": turn.session.token,
            "url": turn.session.get_absolute_url(),
            "title": _("It's your turn."),
            "body": turn.said,
        }
        for turn in turns_of(owner)
    ]

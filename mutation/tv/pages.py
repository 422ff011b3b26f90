"""What the television shows: what everybody may see of a session, whoever has opened the page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from engine.decks.game.mutation_draft import HAND
from engine.decks.sessions.ledger_state import OPEN
from engine.decks.sessions.schedule import SCHEDULE
from mutation import tokens
from mutation.games.pages import games_context
from mutation.models import MutationSession
from mutation.pages import session_context, task_text
from mutation.services import waiting
from mutation.services.ledgers import ledger_of
from mutation.services.pace import duration_text, time_left
from mutation.services.waiting import waits_for
from mutation.viewers import SessionViewer, is_open_to_all

FOLLOWING: Final = 4  # games that are shown ahead


def tv_context(viewer: SessionViewer, time_left: str) -> dict[str, Any]:
    """The context of the page, ``time_left`` in words, as a spectator has it. Only the link to the free seats is for
    those who may invite.
    """
    session = viewer.session
    everybody = replace(viewer, owner=None, is_organiser=False, held=(), seat="")
    context = session_context(everybody)
    state = ledger_of(session).state
    context |= {
        "phase_name": session.get_phase_display(),
        "waited": _waited(everybody),
        "time_left": time_left,
        "join": "",
        "follow": session.get_absolute_url() if is_open_to_all(session) else "",
    }
    if viewer.may_invite and context["free_seats"]:
        context["join"] = reverse("mutation:join", args=[session.token, tokens.invitation(session)])
    if session.phase == MutationSession.Phase.DRAFT:
        context |= {"pick": min(len(sheet.drafted) for sheet in state.seats) + 1, "picks": HAND}
    elif session.phase != MutationSession.Phase.DECKS:
        context |= games_context(everybody)
        rows = context["games"]
        ahead = [row for row in rows if row.game["status"] == OPEN and not row.is_now]
        context |= {
            "following": ahead[:FOLLOWING],
            "round": min((row.game["round"] for row in rows if row.game["status"] == OPEN), default=0),
            "rounds": SCHEDULE[-1].round,
        }
    return context


def _waited(viewer: SessionViewer) -> list[tuple[str, str]]:
    """(name, task) of those who hold the session up; who plays or mutates before a game of now stands beside it."""
    state = ledger_of(viewer.session).state
    tasks = [task for task in waits_for(state) if task.seat and task.what != waiting.PLAY]
    shown = [task for task in tasks if task.what != waiting.MUTATE or not state.can_be_played(task.game)]
    return [(viewer.name_of(task.seat), task_text(task)) for task in shown]


def time_left_text(viewer: SessionViewer) -> str:
    """How long the session will still take; empty where nobody can say."""
    people = [seat.letter for seat in viewer.seats if not seat.is_bot]
    left = time_left(ledger_of(viewer.session), people, timezone.now())
    return "" if left is None else duration_text(left)

"""The frame of a session's pages: seats, whom it waits for, how it stands; made of what a viewer may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from mutation import tokens
from mutation.former_seats import lost_seats
from mutation.models import MutationSession, SessionSeat
from mutation.services import waiting
from mutation.services.ledgers import ledger_of, seen
from mutation.services.waiting import Waiting, waits_for
from mutation.viewers import SessionViewer
from mutation.words import lost_seat_text


@dataclass(frozen=True)
class SeatRow:
    """A seat as the page shows it: who has it (``holder``, in words), and what it is waited for (``tasks``)."""

    letter: str
    name: str
    holder: str
    tasks: tuple[str, ...]
    is_own: bool
    is_free: bool
    is_bot: bool
    is_out: bool


def session_context(viewer: SessionViewer) -> dict[str, Any]:
    """The context that all pages of a session have in common."""
    session = viewer.session
    view = seen(session, viewer.sees)
    rows = list(seat_rows(viewer, view["state"]))
    return {
        "session": session,
        "viewer": viewer,
        "state": view["state"],
        "faults": view["faults"],
        "rows": rows,
        "names": session.players,
        "status": seen_mark(session),
        "free_seats": [row for row in rows if row.is_free],
        "invitation": tokens.invitation(session) if viewer.may_invite else "",
        "decides": [task.game for task in waits_for(ledger_of(session).state) if task.what == waiting.DECIDE],
        "lost_seats": _lost_seats(viewer),
        "event": import_string(settings.EVENT_OF_SESSION)(session, viewer.owner),
        "is_own_turn": any(row.tasks for row in rows if row.is_own),
    }


def _lost_seats(viewer: SessionViewer) -> list[str]:
    """For spectators who had a seat: what became of it."""
    if viewer.held or viewer.is_organiser or viewer.owner is None:
        return []
    return [lost_seat_text(seat) for seat in lost_seats(viewer.session, viewer.owner)]


def seen_mark(session: MutationSession) -> str:
    """Another text whenever anything has changed."""
    return f"{session.version}.{session.changes}"


def seat_rows(viewer: SessionViewer, state: dict[str, Any]) -> Iterator[SeatRow]:
    """The four seats."""
    tasks = waits_for(ledger_of(viewer.session).state)
    for seat in viewer.seats:
        letter = seat.letter
        player = state["players"][letter]
        yield SeatRow(
            letter,
            viewer.name_of(letter),
            _holder(seat, viewer),
            tuple(task_text(task) for task in tasks if task.seat == letter),
            letter in viewer.held,
            seat.is_free,
            seat.is_bot,
            player["withdrawn"] is not None,
        )


def _holder(seat: SessionSeat, viewer: SessionViewer) -> str:
    if seat.is_bot:
        return _("a bot")
    if seat.letter in viewer.held:
        return _("this device") if len(viewer.held) > 1 else _("you")
    if not seat.is_taken:
        return _("no one yet")
    return (seat.owner.name_at_tables if seat.owner else "") or _("a guest")


def task_text(task: Waiting) -> str:
    """A task of somebody in a few words."""
    words = {
        waiting.PICK: _("picks a card"),
        waiting.CHOOSE: _("chooses a deck"),
        waiting.MUTATE: _("mutates before game %(game)d"),
        waiting.PLAY: _("plays game %(game)d"),
        waiting.CONFIRM: _("confirms game %(game)d"),
        waiting.DECIDE: _("decides game %(game)d"),
    }
    return words[task.what] % {"game": task.game} if task.game else words[task.what]

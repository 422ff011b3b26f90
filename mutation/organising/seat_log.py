"""The log of seats in words, for everybody who may see the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mutation.models import SeatChange
from mutation.viewers import SessionViewer

SHOWN: Final = 100  # the latest
Kind = SeatChange.Kind


@dataclass(frozen=True)
class SeatLogRow:
    """A change of a seat: ``also`` says what else its player held then."""

    text: str
    also: str
    at: datetime


def seat_log(viewer: SessionViewer) -> Iterator[SeatLogRow]:
    """The changes of a session's seats, the latest first."""
    rows = viewer.session.seat_changes.select_related("owner__user").order_by("-pk")
    for change in rows[:SHOWN]:
        yield SeatLogRow(_text(change, viewer), _also(change), change.at)


def _text(change: SeatChange, viewer: SessionViewer) -> str:
    words = {
        "seat": change.letter,
        "name": viewer.name_of(change.letter),
        "player": (change.owner.name_at_tables if change.owner else "") or _("a guest"),
    }
    texts = {
        Kind.TAKEN: _("Seat %(seat)s, %(name)s: taken by %(player)s."),
        Kind.MOVED: _("Seat %(seat)s, %(name)s: moved to another device by its link."),
        Kind.FREED: _("Seat %(seat)s, %(name)s: the organiser freed it from %(player)s."),
        Kind.LEFT: _("Seat %(seat)s, %(name)s: its player left."),
        Kind.MERGED: _("Seat %(seat)s, %(name)s: freed, because its player signed in and has another role here."),
        Kind.BOT: _("Seat %(seat)s, %(name)s: the organiser gave it to a bot."),
        Kind.BOT_FREED: _("Seat %(seat)s, %(name)s: the organiser freed it from the bot."),
    }
    return texts[Kind(change.kind)] % words


def _also(change: SeatChange) -> str:
    if change.kind not in (Kind.TAKEN, Kind.MOVED):
        return ""
    letters = change.held.replace(SeatChange.ORGANISES, "")
    seats = ngettext("also has seat %(seats)s", "also has seats %(seats)s", len(letters))
    parts = [seats % {"seats": ", ".join(letters)}] if letters else []
    if SeatChange.ORGANISES in change.held:
        parts.append(_("organises"))
    return ", ".join(parts)

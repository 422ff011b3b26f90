"""How a game ended, and who sits where, in words."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import GameSeat, LogEntry
from tables.summaries import seat_name as holder_name
from tables.viewers import Viewer


def result_words(result: dict[str, Any] | None) -> str:
    if result is None:
        return ""
    if not result["winners"]:
        return _("The game is over: a draw.")
    return _("The game is over. Won by %(seats)s.") % {"seats": ", ".join(result["winners"])}


def reason_words(reason: str, viewer: Viewer) -> str:
    """Why a game ended: in the second person where the viewer did it, unless several share the screen."""
    if reason in _BY_LEAVING:
        kind, of_oneself, of_others = _BY_LEAVING[reason]
        left = viewer.game.log.filter(kind=kind).order_by("-version").values_list("seat", flat=True).first() or ""
        if _held_with(viewer) == [left]:
            return str(of_oneself)
        seat = next((seat for seat in viewer.seats if seat.letter == left), None)
        return of_others % {"seat": seat_name(seat, left)}
    return {
        "fort-destroyed": _("The Fort is destroyed."),
        "stronghold-alone": _("Only the Stronghold is left in the hand."),
        "pile-empty": _("The pile is empty."),
        "turn-limit": _("Every player has played 100 turns."),
        "agreed": _("Everybody has agreed."),
    }.get(reason, "")


def _held_with(viewer: Viewer) -> list[str]:
    """The letters of all seats that the viewer holds, or has held."""
    own = viewer.seat
    if own is None:
        return []
    if own.owner_id is None:
        return [own.letter]
    return [seat.letter for seat in viewer.seats if seat.is_person and seat.owner_id == own.owner_id]


_BY_LEAVING: Final = {
    "resigned": (LogEntry.Kind.RESIGNED, gettext_lazy("You have resigned."), gettext_lazy("%(seat)s has resigned.")),
    "deadline": (
        LogEntry.Kind.DEADLINE,
        gettext_lazy("You have not ended your turn in time."),
        gettext_lazy("%(seat)s has not ended the turn in time."),
    ),
}


def seat_name(seat: GameSeat | None, letter: str) -> str:
    """Who has a seat: "B (Ada)", "C (Bot, strong)"."""
    if seat is None:
        return _("%(seat)s (AI)") % {"seat": letter}
    name = holder_name(seat)
    return f"{letter} ({name})" if name else letter

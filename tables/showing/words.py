"""How a game ended, and who sits where, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import GameSeat, LogEntry
from tables.summaries import holder_name
from tables.viewers import Viewer


def result_words(result: dict[str, Any] | None, names: Mapping[str, str] | None = None) -> str:
    """How a game ended; "" while it goes on. Without ``names`` seats are called by their own."""
    if result is None:
        return ""
    if not result["winners"]:
        return _("Game over: a draw.")
    winners = [seat if names is None else names[seat] for seat in result["winners"]]
    return _("Game over. Won by %(seats)s.") % {"seats": ", ".join(winners)}


def end_words(reason: str, viewer: Viewer, names: Mapping[str, str]) -> str:
    """Why a game was ended by its players: in the second person where the viewer did it, unless several share the
    screen. "" for a reason of the game's own."""
    if reason in _BY_LEAVING:
        kind, of_oneself, of_others = _BY_LEAVING[reason]
        left = viewer.game.log.filter(kind=kind).order_by("-version").values_list("seat", flat=True).first() or ""
        if _held_with(viewer) == [left]:
            return str(of_oneself)
        return of_others % {"seat": names.get(left, left)}
    return _("By agreement.") if reason == "agreed" else ""


def _held_with(viewer: Viewer) -> list[str]:
    """The names of all seats that the viewer holds, or has held."""
    own = viewer.seat
    if own is None:
        return []
    if own.owner_id is None:
        return [own.seat_name]
    return [seat.seat_name for seat in viewer.seats if seat.is_person and seat.owner_id == own.owner_id]


_BY_LEAVING: Final = {
    "resigned": (LogEntry.Kind.RESIGNED, gettext_lazy("You resigned."), gettext_lazy("%(seat)s resigned.")),
    "deadline": (
        LogEntry.Kind.DEADLINE,
        gettext_lazy("You ran out of time."),
        gettext_lazy("%(seat)s ran out of time."),
    ),
}


def seat_label(seat: GameSeat | None, word: str) -> str:
    """Who has a seat that is called so: "B (Ada)", "C (Bot, strong)"; the rules, where nobody sits there."""
    if seat is None:
        return _("%(seat)s (AI)") % {"seat": word}
    name = holder_name(seat)
    return f"{word} ({name})" if name else word

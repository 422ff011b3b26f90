"""How a game ended, and who sits where, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from play.models import GameSeat


def result_words(result: dict[str, Any] | None) -> str:
    """How a game ended."""
    if result is None:
        return ""
    if not result["winners"]:
        return _("The game is over: a draw.")
    return _("The game is over. Won by %(seats)s.") % {"seats": ", ".join(result["winners"])}


def reason_words(reason: str) -> str:
    """Why a game ended."""
    return {
        "fort-destroyed": _("The Fort is destroyed."),
        "stronghold-alone": _("Only the Stronghold is left in the hand."),
        "pile-empty": _("The pile is empty."),
        "turn-limit": _("Every player has ended 100 turns."),
        "resigned": _("Somebody has resigned."),
        "deadline": _("A turn was not ended in time."),
        "agreed": _("All have agreed to it."),
    }.get(reason, "")


def seat_name(seat: GameSeat | None, letter: str) -> str:
    """Who has a seat: "B (Ada)"."""
    if seat is None:
        return _("%(seat)s (AI)") % {"seat": letter}
    if not seat.is_person:
        return _("%(seat)s (bot)") % {"seat": letter}
    return letter if seat.name is None else f"{letter} ({seat.name})"

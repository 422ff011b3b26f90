"""How a game ended, and who sits where, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.models import GameSeat, LogEntry
from tables.showing.sharing import held_seats
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


def outcome_words(
    winners: Sequence[str], held: Sequence[str], players: Sequence[str], names: Mapping[str, str], *, by_teams: bool
) -> str:
    """How a game ended, in the second person where all seats that the viewer holds have won, or all have lost."""
    if not winners:
        return _("A draw")
    ours, others = set(held) & set(winners), [seat for seat in players if seat not in winners]
    if held and not ours:
        return _("Your team lost") if by_teams and set(others) - set(held) else _("You lost")
    if not held or ours != set(held):
        listed = get_text_list([names[seat] for seat in winners], _("and"))
        return ngettext("%(names)s won", "%(names)s won", len(winners)) % {"names": listed}
    partners = [seat for seat in winners if seat not in held]
    if not partners:
        return _("You won")
    if by_teams:
        return _("Your team won")
    return _("You won, with %(names)s") % {"names": get_text_list([names[seat] for seat in partners], _("and"))}


def end_words(reason: str, viewer: Viewer, names: Mapping[str, str]) -> str:
    """Why a game was ended by its players: in the second person where the viewer did it, unless several share the
    screen. "" for a reason of the game's own."""
    if reason in _BY_LEAVING:
        kind, of_oneself, of_others = _BY_LEAVING[reason]
        left = viewer.game.log.filter(kind=kind).order_by("-version").values_list("seat", flat=True).first() or ""
        if held_seats(viewer) == [left]:
            return str(of_oneself)
        return of_others % {"seat": names.get(left, left)}
    return _("By agreement.") if reason == "agreed" else ""


_BY_LEAVING: Final = {
    "resigned": (LogEntry.Kind.RESIGNED, gettext_lazy("You resigned."), gettext_lazy("%(seat)s resigned.")),
    "deadline": (
        LogEntry.Kind.DEADLINE,
        gettext_lazy("You ran out of time."),
        gettext_lazy("%(seat)s ran out of time."),
    ),
}


def short_names(seats: Iterable[GameSeat], words: Mapping[str, str]) -> dict[str, str]:
    """Seats in a sentence: the names of people that only one seat has, else the seats' own ``words``."""
    people = {seat.seat_name: name for seat in seats if (name := seat.name_of_person)}
    counts = Counter(name.casefold() for name in (*people.values(), *words.values()))
    return {
        name: people[name] if counts[people.get(name, "").casefold()] == 1 else word for name, word in words.items()
    }


def seat_label(seat: GameSeat | None, word: str) -> str:
    """Who has a seat that is called so: "B (Ada)", "C (Bot, strong)"; the rules, where nobody sits there."""
    if seat is None:
        return _("%(seat)s (AI)") % {"seat": word}
    name = holder_name(seat)
    return f"{word} ({name})" if name else word

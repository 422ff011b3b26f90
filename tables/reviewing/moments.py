"""What stands out in a review: wins that were missed, better plans, turns of fortune, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.reviews import PlayedTurn
from web.percent import percent

MAX_MOMENTS: Final = 3
MIN_SWING: Final = 0.08  # of the curve, below which a turn is not worth a look by itself
MISSED: Final = "missed"
BETTER: Final = "better"
SWING: Final = "swing"
LAST: Final = "last"  # of a game that no turn has decided
DECISIVE: Final = 0.15  # of the outlook, below which no turn has decided a game


@dataclass(frozen=True)
class WorthALook:
    """A moment worth looking at: its ``kind`` (``missed``, ``better``, ``swing`` or ``last``), its turn, what was there
    instead.

    ``weight`` says how much it is worth; ``values`` are the outlooks that belong to it, from and to, or none;
    ``letter`` is the seat whose outlook turned.
    """

    kind: str
    turn: PlayedTurn
    line: tuple[str, ...]
    weight: float
    values: tuple[float, float] | None = None
    letter: str = ""

    @property
    def seat(self) -> str:
        """The seat that it is told of."""
        return self.letter or self.turn.letter


def moments_of(report: dict[str, Any], turns: Sequence[Any]) -> list[WorthALook]:
    """The moments that are most worth a look, in their order: wins that were missed, better plans, turns of fortune."""
    candidates = sorted(_candidates(report, turns), key=lambda moment: -moment.weight)
    chosen: list[WorthALook] = []
    for moment in candidates:
        if len(chosen) < MAX_MOMENTS and all(
            moment.turn.number != chosen_moment.turn.number for chosen_moment in chosen
        ):
            chosen.append(moment)
    return sorted(chosen, key=lambda moment: moment.turn.number)


def deciding_moment(report: dict[str, Any], turns: Sequence[Any], winners: Sequence[str]) -> WorthALook | None:
    """The turn that decided a game: where a player who did not win missed most, or else where the outlook of a seat
    turned most to what came of it in the end."""

    def is_decisive(moment: WorthALook) -> bool:
        if moment.values is None:
            return moment.turn.letter not in winners
        rise = moment.values[1] - moment.values[0]
        if moment.kind == BETTER:
            return moment.turn.letter not in winners and rise >= DECISIVE
        return bool(winners) and (rise if moment.letter in winners else -rise) >= DECISIVE

    moments = filter(is_decisive, _candidates(report, turns))
    return max(moments, key=lambda moment: (moment.weight, moment.turn.number), default=None)


def _candidates(report: dict[str, Any], turns: Sequence[Any]) -> Iterator[WorthALook]:
    for said in report["turns"]:
        turn = turns[said["turn"] - 1]
        if said["missed"] is not None:
            yield WorthALook(MISSED, turn, tuple(said["missed"]), 2.0)
        elif said["plan"] is not None:
            values = (said["played"], said["best"])
            yield WorthALook(BETTER, turn, tuple(said["plan"]), 1.0 + values[1] - values[0], values)
    for letter in shown_letters(report["curve"]):
        points = [point for point in report["curve"] if letter in point["values"] and point["turn"] is not None]
        for before, after in pairwise(points):
            values = (before["values"][letter], after["values"][letter])
            swing = abs(values[1] - values[0])
            if swing >= MIN_SWING:
                yield WorthALook(SWING, turns[before["turn"] - 1], (), swing, values, letter)


def shown_letters(curve: Sequence[dict[str, Any]]) -> list[str]:
    """The seats whose outlook is told; of two who play each other the one is the mirror of the other."""
    letters = list(dict.fromkeys(letter for point in curve for letter in point["values"]))
    mirrored = len(letters) == 2 and all(len(point["values"]) == 2 for point in curve)
    return letters[:1] if mirrored else letters


def moment_words(moment: WorthALook, names: Mapping[str, str], held: Sequence[str] = ()) -> str:
    """A moment in a sentence, in the second person where it is about the one seat that is ``held``."""
    is_own = list(held) == [moment.seat]
    seat = names[moment.seat]
    if moment.kind == MISSED:
        if is_own:
            return _("You could have won this turn, whatever the hidden cards were.")
        return _("%(seat)s could have won this turn, whatever the hidden cards were.") % {"seat": seat}
    if moment.kind == LAST:
        return _("None: no missed win, no clearly better plan, no sudden change.")
    assert moment.values is not None
    before, after = map(share_words, moment.values)
    if moment.kind == BETTER:
        words = (
            _("You had a better plan: about %(best)s to win, instead of %(played)s.")
            if is_own
            else _("%(seat)s had a better plan: about %(best)s to win, instead of %(played)s.")
        )
        return words % {"seat": seat, "best": after, "played": before}
    words = (
        _("The game turned here: your chances went from %(before)s to %(after)s.")
        if is_own
        else _("The game turned here: the chances of %(seat)s went from %(before)s to %(after)s.")
    )
    return words % {"seat": seat, "before": before, "after": after}


def share_words(value: float) -> str:
    return percent(round(100 * value))

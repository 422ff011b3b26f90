"""The pad on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.armies.pack.cards import MAX_SEATS
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, FOR_ENDING, FOR_SIX, army_value

EMPTY_HANDS: Final = 16  # rows of a pad that is printed empty
SHORTEST_PAD: Final = 10  # rows of one that is filled in


def pad_on_paper(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
    names = page.get("names", [""] * MAX_SEATS)
    rows, totals = [], [0] * len(names)
    for hand in page.get("hands", ()):
        totals = [total + points.total for total, (points, _parts) in zip(totals, hand, strict=True)]
        rows.append([(str(points.total), str(total)) for total, (points, _parts) in zip(totals, hand, strict=True)])
    least = SHORTEST_PAD if rows else EMPTY_HANDS
    rows += [[("", "")] * len(names)] * max(0, least - len(rows))
    options = standing and page.get("form")
    worth = [(numbers[0]["number"], numbers[1]["number"], numbers[0]["worth"]) for numbers in _pairs(options)]
    return {
        "names": names,
        "rows": rows,
        "worth": worth,
        "extra": [
            (_("Each Bonus on the table"), f"+{FOR_BONUS}"),
            (_("Ending the hand"), f"+{FOR_ENDING}"),
            (_("All six of a number"), f"+{FOR_SIX}"),
            (_("Holding Death"), f"\u2212{-FOR_DEATH}"),
        ],
        "variants": page.get("variants", ()),
        "winners": page.get("winners", ()),
    }


def _pairs(form: Any) -> list[Sequence[dict[str, Any]]]:
    """The numbers by twos, which are worth the same."""
    usual = [{"number": number, "worth": army_value(number)} for number in range(1, 11)]
    numbers = form["players"][0]["numbers"] if form else usual
    return [numbers[at : at + 2] for at in range(0, len(numbers), 2)]

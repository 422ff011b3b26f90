"""The table of champions: who wins when any two meet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.armies.cli.requests import answer
from rulings.games.tables import NOTHING, RulesCell, RulesRow

STRENGTHS: Final = range(1, 7)
OFFENCE: Final = ("wild", *(str(number) for number in range(10, 0, -1)), "death")
DEFENCE: Final = (*OFFENCE, "castle")

_OUTCOMES: Final = {
    "first": _("initiator"),
    "second": _("defender"),
    "stronger": _("the stronger"),
    "home": _("cards go home"),
}


@cache
def _battle(first: str, second: str) -> str:
    """Who wins a battle between two, by the trace of the engine."""
    number = next(n for n in range(1, 11) if not {first, second} & {f"{n}.{strength}" for strength in STRENGTHS})
    hands = {"A": [f"{number}.1", first], "B": [f"{number}.2", second]}
    state = {
        "format": "clash-of-the-cards/1",
        "phase": "turn",
        "active": "A",
        "dealer": "B",
        "players": {seat: {"hand": hand} for seat, hand in hands.items()},
    }
    actions = [f"battle {number}.1", "stand", f"champion {first}", f"champion {second}"]
    trace = answer("resolve", {"state": state, "actions": actions})["trace"]
    if any(event["kind"] == "retreat" for event in trace):
        return "home"
    return "first" if next(event["seat"] for event in trace if event["kind"] == "win") == "A" else "second"


def _outcome(first: str, second: str) -> str:
    if first == second == "death":
        return ""  # there is one Death
    if not (first.isdigit() and first == second):
        strong, weak = (f"{name}.6" if name.isdigit() else name for name in (first, second))
        return _battle(strong, weak)
    both = {_battle(f"{first}.4", f"{second}.3"), _battle(f"{first}.3", f"{second}.4")}
    return "stronger" if len(both) > 1 else both.pop()


def champion_rows() -> Iterator[RulesRow]:
    """Whose champion wins, by the initiator's (rows) and the defender's (columns)."""
    for first in OFFENCE:
        cells = []
        for second in DEFENCE:
            outcome = _outcome(first, second)
            rulings = {"home": ("C6.16", "C6.17"), "stronger": ("C6.14",)}.get(outcome, ("C6.13",))
            if first == second == "wild":
                rulings = ("C6.15",)
            cells.append(RulesCell(outcome or "none", str(_OUTCOMES.get(outcome, NOTHING)), rulings))
        yield RulesRow(first, cells)

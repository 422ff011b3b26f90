"""The table of Trials: what may be done with one, by one's own level."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.schools.cli.main import legal
from rulings.games.running import Json
from rulings.games.tables import NOTHING, RulesCell, RulesRow

LEVELS: Final = range(1, 7)

_WAYS: Final = {
    "pass": (_("pass it"), "M5.8"),
    "inundatio": ("Inundatio", "M7.2"),
    "eversio": ("Eversio", "M7.5"),
}


@cache
def _ways(level: int, trial: int) -> tuple[str, ...]:
    """In which ways a Trial comes to whoever has a level, with a Student for each of its levels and a caster."""
    ways = []
    for way, element, action in (
        ("pass", "water", "pass dragombre"),
        ("inundatio", "water", "cast 1 inundatio dragombre"),
        ("eversio", "darkness", "cast 1 eversio"),
    ):
        own: Json = {"students": [element] * max(trial, 3), "trials": [level] if level else []}
        theirs: Json = {"trials": [trial]} if way == "eversio" else {}
        column = [] if way == "eversio" else [trial]
        seats = {
            "dragombre": {"emblem": "fire", "column": column, "arenas": {"fire": own}},
            "blancgriffon": {"arenas": {"fire": theirs}},
        }
        state = {"format": "magic-schools/1", "turn": 3, "trials": [1], "seats": seats}
        if action in legal({"state": state})["actions"]:
            ways.append(way)
    return tuple(ways)


_TIED: Final = "\u00a0"  # between a number and what it counts: a narrow cell breaks before both


def trial_rows() -> Iterator[RulesRow]:
    """What may be done with a Trial, by one's own level in the Arena (rows) and the Trial's (columns)."""
    for level in range(len(LEVELS)):
        cells = []
        for trial in LEVELS:
            ways = _ways(level, trial)
            names = [str(_WAYS[way][0]) for way in ways]
            needs = ngettext("%(n)d Student", "%(n)d Students", trial) % {"n": trial}
            words = ", ".join([*names, needs.replace(" ", _TIED)]) if ways else NOTHING
            rulings = (*(_WAYS[way][1] for way in ways), "M5.9") if ways else ("M5.8",)
            cells.append(RulesCell(ways[0] if ways else "none", words, rulings))
        yield RulesRow(str(level), cells)

"""Tables of a game that the engine fills in: what comes of any two things that meet, each cell with its rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.armies.cli.requests import answer as armies_answer
from engine.schools.cli.main import legal
from rulings.games.running import Json

NOTHING: Final = "\u2013"
LEVELS: Final = range(1, 7)
STRENGTHS: Final = range(1, 7)
OFFENCE: Final = ("wild", *(str(number) for number in range(10, 0, -1)), "death")
DEFENCE: Final = (*OFFENCE, "castle")


@dataclass(frozen=True)
class RulesCell:
    """A cell: ``outcome`` names a style and a key of words, ``words`` say it, ``rulings`` settle it."""

    outcome: str
    words: str
    rulings: tuple[str, ...]


@dataclass(frozen=True)
class RulesRow:
    """A row: the thing at its head and its cells."""

    head: str
    cells: Sequence[RulesCell]


# Clash of Magic Schools: one's own level and the Trial that lies there

_WAYS: Final = {
    "pass": (_("pass it"), "M5.8"),
    "inundatio": ("Inundatio", "M7.2"),
    "eversio": ("Eversio", "M7.5"),
}


@cache
def _ways(level: int, trial: int) -> tuple[str, ...]:
    """In which ways a Trial comes to whoever has a level, with a Student for each of its levels and a caster."""
    found = []
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
            found.append(way)
    return tuple(found)


_TIED: Final = "\u00a0"  # between a number and what it counts: a narrow cell breaks before both


def trials_table() -> Iterator[RulesRow]:
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


# Clash of the Cards: the champions of an initiator and of a defender

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
    trace = armies_answer("resolve", {"state": state, "actions": actions})["trace"]
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


def champions_table() -> Iterator[RulesRow]:
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

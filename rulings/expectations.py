"""The expectations of examples: facts, each of them data that can be checked (and told in words: ``telling``).

A fact is a table with one of these keys:

- ``seat``: what a seat has afterwards (``is``, see ``engine_text``);
- ``at``: what stands at a JSON pointer into the outcome (``is``), cards by their names;
- ``event``: an event of a kind, with what it has at least (``with``, "" for nothing); it occurs, or ``times`` times;
- ``order``: such events, in this order, others between them;
- ``winners``: who has won, "" while the game goes on, and the ``reason``;
- ``legal``, ``illegal``: an action that may be done afterwards, or may not, for the reason of the ``code``;
- ``only``: all actions that may be done afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event, to_dict
from engine.kernel.errors import IllegalAction

Fact = Mapping[str, Any]

_DESCRIPTION: Final = re.compile(r'("(?:[^"\\]|\\.)*")|\([^)]*\)')
_NOISE: Final = (re.compile(r"(\{[^}]*?)\s?\bactivated\b"), re.compile(r"(\{d\d+[^}]*?)\s?\bstruck\b"))


@dataclass(frozen=True)
class ExampleOutcome:
    """Result of an example: ``data`` as JSON (of a position that position), its ``events``, and the ``position``."""

    data: Mapping[str, Any]
    events: tuple[Event, ...] = ()
    position: Position | None = None

    @cached_property
    def told(self) -> list[dict[str, Any]]:
        """The events as JSON, with places and cards by their names."""
        return [{key: _plain(value) for key, value in to_dict(event).items()} for event in self.events]


def outcome_of(position: Position, events: tuple[Event, ...]) -> ExampleOutcome:
    """The outcome that a position and its trace are."""
    return ExampleOutcome(write_position(position), events, position)


def engine_text(position: Position, seat: str) -> str:
    """A seat's cards in the notation: hand, lines, piles, Champion, with cards by their names alone.

    Marks that tell nothing are left out: ``activated``, and ``struck`` beside damage.
    """
    line = _DESCRIPTION.sub(lambda match: match[1] or "", write(position))
    for noise in _NOISE:
        line = noise.sub(r"\1", line)
    for part in line.replace("{}", "").split(" | "):
        words = part.split(" ")
        if words[0] == seat and not part.startswith("cod1"):
            return " ".join(word for word in words[1:] if not re.fullmatch(r"t\d+", word))
    return ""


def disagreement(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str] | None:
    """The expected and the actual value of a fact; None when they agree.

    Raises ``ValueError`` for a fact of no kind.
    """
    for key, compare in _LOOKS.items():
        if key in fact:
            expected, actual = compare(fact, outcome)
            return None if expected == actual else (expected, actual)
    raise ValueError(f"a fact of no kind: {dict(fact)}")


def _seat(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    assert outcome.position is not None
    return fact["is"], engine_text(outcome.position, fact["seat"])


def _at(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    value: Any = outcome.data
    for step in fact["at"].split("/")[1:]:
        if isinstance(value, list):
            value = value[int(step)] if int(step) < len(value) else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return repr(fact.get("is")), repr(_plain(value))


def _event(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    count = sum(matches(fact, event) for event in outcome.told)
    if "times" in fact:
        return _times(fact, fact["times"]), _times(fact, count)
    return _times(fact, 1), _times(fact, min(count, 1))


def _times(fact: Fact, times: int) -> str:
    return f"{times} times {_event_text(fact)}"


def _event_text(fact: Fact) -> str:
    return " ".join([fact["event"], *(f"{key}={value}" for key, value in fact.get("with", {}).items())])


def _order(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    expected_events = list(fact["order"])
    met: list[str] = []
    for event in outcome.told:
        if len(met) < len(expected_events) and matches(expected_events[len(met)], event):
            met.append(_event_text(expected_events[len(met)]))
    return " > ".join(_event_text(expected) for expected in expected_events), " > ".join(met)


def matches(fact: Fact, event: Mapping[str, Any]) -> bool:
    """Whether an event, told as in ``ExampleOutcome.told``, is of the kind that a fact names and has what it says."""
    expected: Mapping[str, Any] = fact.get("with", {})
    return event["kind"] == fact["event"] and all(_is(event.get(key), value) for key, value in expected.items())


def _is(value: Any, expected: Any) -> bool:
    if value is None:
        return bool(expected == "")
    if isinstance(expected, str) and isinstance(value, list):
        return expected in value  # a ruling among those of the event, a winner among the winners
    return bool(value == expected)


def _winners(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    assert outcome.position is not None
    result = outcome.position.result
    if result is None:
        return f"{fact['winners']} {fact.get('reason', '')}".strip(), ""
    seats = "".join(SEAT_NAMES[seat] for seat in result.winners)
    reason = result.reason if "reason" in fact else ""
    return f"{fact['winners']} {fact.get('reason', '')}".strip(), f"{seats} {reason}".strip()


def _legal(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    return f"{fact['legal']}: legal", f"{fact['legal']}: {_verdict(outcome, fact['legal'])}"


def _illegal(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    return f"{fact['illegal']}: {fact['code']}", f"{fact['illegal']}: {_verdict(outcome, fact['illegal'])}"


def _only(fact: Fact, outcome: ExampleOutcome) -> tuple[str, str]:
    assert outcome.position is not None
    return repr(list(fact["only"])), repr([str(action) for action in outcome.position.legal_actions()])


def _verdict(outcome: ExampleOutcome, action: str) -> str:
    assert outcome.position is not None
    try:
        outcome.position.copy().apply(parse_action(action))
    except IllegalAction as error:
        return error.code
    return "legal"


def _plain(value: Any) -> Any:
    """Cards, and Creatures without marks, by their names; places on a row by the Creature's name."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        if set(value) == {"card"}:
            return _plain(value["card"])
        if "name" in value and ("cost" in value or "position" in value):
            return value["name"]
        return {key: _plain(item) for key, item in value.items()}
    return value


_LOOKS: Final[dict[str, Callable[[Fact, ExampleOutcome], tuple[str, str]]]] = {
    "seat": _seat,
    "at": _at,
    "event": _event,
    "order": _order,
    "winners": _winners,
    "legal": _legal,
    "illegal": _illegal,
    "only": _only,
}

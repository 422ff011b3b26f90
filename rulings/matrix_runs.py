"""Examples of the matrix carried out: the trace of some actions from a position, and what happens in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.decks.formats.notation import parse
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError

AURA: Final = "aura"
WINDOW: Final = 4  # cards that are available at most (ruling 2.2)


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a trial: the trace, and after each action how many cards Blackmail takes from each player."""

    events: tuple[Event, ...]
    narrowed: tuple[tuple[int, ...], ...]


def run(notation: str, actions: Iterable[str]) -> Ran | None:
    """The result of some actions; None when they cannot all be done."""
    try:
        return run_from(parse(notation), actions)
    except EngineError:
        return None


def run_from(position: Position, actions: Iterable[str]) -> Ran | None:
    """The same from a position, which changes."""
    narrowed = []
    try:
        trace = Trace()
        narrowed.append(_narrowed(position))
        for action in actions:
            position.apply(parse_action(action), trace)
            narrowed.append(_narrowed(position))
    except EngineError:
        return None
    return Ran(tuple(trace.events), tuple(narrowed))


def _narrowed(position: Position) -> tuple[int, ...]:
    return tuple(min(WINDOW, len(seat.hand)) - position.window(number) for number, seat in enumerate(position.seats))


_TOTALS: Final = ("rulings", "hp", "damage", "mana", "moved", "bonus", "cost")


def deeds(events: Iterable[Event]) -> Iterator[tuple[Any, ...]]:
    """The effects of events, without places in a row and running totals: those change for any small reason."""
    for event in events:
        if event.kind == "no-effect" or (event.kind == "sprint" and not getattr(event, "passed", 0)):
            continue  # an ability that does nothing does not act
        names = (field.name for field in fields(event) if field.name not in _TOTALS)
        yield (event.kind, *(_plain(getattr(event, name)) for name in names))


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return value.name
    if isinstance(value, tuple):
        if len(value) == 3 and isinstance(value[2], str):
            return value[0], value[2]
        return tuple(_plain(item) for item in value)
    return value

"""The kinds of events, and events as the contract's JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.trace.events import ai, assault, blows, hands, summoning, turns
from engine.decks.rules.trace.scenes import Event, Place

Writer = Callable[[Any], Any]

EVENTS: Final[dict[str, type[Event]]] = {
    cls.kind: cls
    for module in (turns, summoning, assault, blows, hands, ai)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event
}


def to_dict(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": event.kind}
    for name, write in _FIELDS[event.kind]:
        data[name] = write(getattr(event, name))
    return data


def _plain(value: Any) -> Any:
    return value


def _place(place: Place) -> dict[str, Any]:
    row, position, name = place
    return {"player": SEAT_NAMES[row >> 1], "line": LINE_NAMES[row & 1], "position": position, "name": name}


# How a field is written, by the type that the event declares.
_WRITERS: Final[dict[str, Writer]] = {
    "Place": _place,
    "Place | None": lambda value: None if value is None else _place(value),
    "SeatIndex": SEAT_NAMES.__getitem__,
    "SeatIndex | None": lambda seat: None if seat is None else SEAT_NAMES[seat],
    "tuple[SeatIndex, ...]": lambda value: [SEAT_NAMES[seat] for seat in value],
    "LineIndex": LINE_NAMES.__getitem__,
    "Card": lambda card: card.to_json(),
    "Card | None": lambda card: None if card is None else card.to_json(),
    "tuple[Card, ...]": lambda cards: [card.to_json() for card in cards],
    "tuple[str, ...]": list,
}
_FIELDS: Final[dict[str, list[tuple[str, Writer]]]] = {
    kind: [(field.name, _WRITERS.get(str(field.type), _plain)) for field in fields(cls)] for kind, cls in EVENTS.items()
}

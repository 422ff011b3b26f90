"""Events as the contract's JSON (part 5 there)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from engine.schools.formats.state_writing import by_seat, names
from engine.schools.rules import events
from engine.schools.rules.components import ELEMENTS, SEATS
from engine.schools.rules.events import SchoolsEvent, StudentsDealt, StudentsDrawn

SCHOOLS_EVENTS: Final[dict[str, type[SchoolsEvent]]] = {
    cls.kind: cls
    for cls in vars(events).values()
    if isinstance(cls, type) and issubclass(cls, SchoolsEvent) and cls is not SchoolsEvent
}


def write_event(event: SchoolsEvent) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": event.kind}
    for name, key, write in _FIELDS[event.kind]:
        data[key] = write(getattr(event, name))
    return data


def write_seen_event(event: SchoolsEvent, seat: int | None) -> dict[str, Any]:
    """An event as a seat or a spectator (None) may see it: cards dealt and drawn are their drawer's own (M10.5)."""
    data = write_event(event)
    if isinstance(event, StudentsDealt | StudentsDrawn) and event.seat != seat:
        del data["cards"]
    return data


def _plain(value: Any) -> Any:
    return value


# How a field is written: by its name, else by the type that the event declares.
_WRITERS: Final[dict[str, Callable[[Any], Any]]] = {
    "totals": by_seat,
    "ElementNumber": ELEMENTS.__getitem__,
    "ElementNumber | None": lambda element: None if element is None else ELEMENTS[element],
    "SeatNumber": SEATS.__getitem__,
    "SeatNumber | None": lambda seat: None if seat is None else SEATS[seat],
    "tuple[ElementNumber, ...]": names,
    "tuple[str, ...]": list,
    "tuple[int, ...]": list,
}
_FIELDS: Final[dict[str, list[tuple[str, str, Callable[[Any], Any]]]]] = {
    kind: [
        (field.name, field.name.rstrip("_"), _WRITERS.get(field.name) or _WRITERS.get(str(field.type), _plain))
        for field in fields(cls)
    ]
    for kind, cls in SCHOOLS_EVENTS.items()
}

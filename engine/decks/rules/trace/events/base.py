"""The base class of events, their templates, and the types of the values in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from engine.decks.rules.trace.scenes import Scene

Place = tuple[int, int, str]  # row, position from the Bridge, the Creature's name
SeatIndex = int
LineIndex = int


@dataclass(slots=True)
class Event:
    """The fields that every event has."""

    kind: ClassVar[str] = ""

    phase: str
    step: int | None
    ability: str | None
    rulings: tuple[str, ...]

    def draw(self, scene: Scene) -> None:
        """Makes a scene the one after the event; kinds without a method of their own change nothing that is drawn."""


class EventTemplate:
    """The same in all events of a sort: their class, the ability that makes them happen, the rulings behind them."""

    __slots__ = ("ability", "event", "rulings")

    def __init__(self, event: type[Event], ability: str | None, *rulings: str) -> None:
        self.event: Any = event
        self.ability = ability
        self.rulings = rulings

"""What all events have, and what the values in them are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Place = tuple[int, int, str]  # row, position from the Bridge, the Creature's name
Seat = int
Line = int


@dataclass(slots=True)
class Event:
    """What every event has."""

    kind: ClassVar[str] = ""

    phase: str
    step: int | None
    ability: str | None
    rulings: tuple[str, ...]

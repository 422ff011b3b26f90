"""The Assault: who may attack, and what only an attack does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events.base import Event, Place, Seat


@dataclass(slots=True)
class AssaultBegins(Event):
    """Phase 3 begins."""

    kind: ClassVar[str] = "assault"
    player: Seat


@dataclass(slots=True)
class Cleared(Event):
    """A Creature is activated: it may attack (ruling 2.5; by Rage 5.20)."""

    kind: ClassVar[str] = "clearance"
    who: Place


@dataclass(slots=True)
class Waits(Event):
    """A Creature that entered this turn and may not attack (ruling 2.5)."""

    kind: ClassVar[str] = "waits"
    who: Place


@dataclass(slots=True)
class NoTarget(Event):
    """A Creature that may not attack what stands before it does nothing (ruling 3.3)."""

    kind: ClassVar[str] = "no-target"
    who: Place


@dataclass(slots=True)
class StrongholdTargeted(Event):
    """The Stronghold of ``player`` is the target (rulings 2.7, 5.1, 10.3)."""

    kind: ClassVar[str] = "target-stronghold"
    who: Place
    player: Seat


@dataclass(slots=True)
class Sprinted(Event):
    """A Creature moves from ``who`` to the Bridge past ``passed`` others; ``bonus`` is its bonus then (5.25)."""

    kind: ClassVar[str] = "sprint"
    who: Place
    passed: int
    bonus: int


@dataclass(slots=True)
class GoesBerserk(Event):
    """A Creature attacks again (ruling 5.5)."""

    kind: ClassVar[str] = "berserk"
    who: Place


@dataclass(slots=True)
class StrikesBack(Event):
    """A Creature that suffered damage attacks by Instinct (ruling 5.14)."""

    kind: ClassVar[str] = "instinct"
    who: Place


@dataclass(slots=True)
class AssaultEnds(Event):
    """Every Creature that may attack has been activated."""

    kind: ClassVar[str] = "assault-ends"
    player: Seat

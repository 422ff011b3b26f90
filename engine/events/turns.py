"""The course of the game: turns, the Mana of Phase 1, what stops for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events.base import Event, Place, Seat


@dataclass(slots=True)
class TurnBegins(Event):
    """A player's turn begins (before Exhaustion and Phase 1)."""

    kind: ClassVar[str] = "turn"
    player: Seat
    turn: int


@dataclass(slots=True)
class Exhausted(Event):
    """The Exhaustion module removes the rightmost card of a hand from the game (ruling 2.9)."""

    kind: ClassVar[str] = "exhaustion"
    player: Seat
    card: Card


@dataclass(slots=True)
class ManaGained(Event):
    """Phase 1: what the hand gives, ``mana`` being the Mana then (ruling 2.1).

    ``opening`` when it is the fixed amount of a first turn.
    """

    kind: ClassVar[str] = "mana"
    player: Seat
    amount: int
    mana: int
    opening: bool


@dataclass(slots=True)
class Catalysed(Event):
    """Catalyst adds Mana, ``mana`` being the Mana then (ruling 5.7)."""

    kind: ClassVar[str] = "catalyst"
    player: Seat
    who: Place
    amount: int
    mana: int


@dataclass(slots=True)
class Stopped(Event):
    """What could go on for ever stops: one more of what an action may have 400 of does not happen (ruling 2.12).

    ``of`` says what: "attacks", "reinforcements" or "reveals" of an AI.
    """

    kind: ClassVar[str] = "limit"
    of: str


@dataclass(slots=True)
class TurnEnds(Event):
    """The turn ends: every Creature is whole again and all marks of the turn are gone (ruling 2.8)."""

    kind: ClassVar[str] = "turn-ends"
    player: Seat


@dataclass(slots=True)
class Over(Event):
    """The game ends: ``player`` loses; ``winners`` in seat order (rulings 1.2, 1.3, 8.2)."""

    kind: ClassVar[str] = "over"
    player: Seat
    winners: tuple[Seat, ...]
    reason: str

"""An AI: its Mana, its pile and its discard pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events.base import Event, Line, Seat


@dataclass(slots=True)
class AIManaCounted(Event):
    """What an AI may summon for this turn (ruling 7.2)."""

    kind: ClassVar[str] = "ai-mana"
    player: Seat
    mana: int


@dataclass(slots=True)
class Revealed(Event):
    """An AI reveals the top card of its pile for a line (ruling 7.3); ``leaves-pile`` follows."""

    kind: ClassVar[str] = "reveal"
    player: Seat
    line: Line
    card: Card


@dataclass(slots=True)
class LeftPile(Event):
    """A card leaves the top of an AI's pile (ruling 7.9)."""

    kind: ClassVar[str] = "leaves-pile"
    player: Seat
    card: Card


@dataclass(slots=True)
class Discarded(Event):
    """A card on its way goes on top of an AI's discard pile (rulings 7.1, 7.4)."""

    kind: ClassVar[str] = "discard"
    player: Seat
    card: Card


@dataclass(slots=True)
class PileMade(Event):
    """An AI's pile was empty: its Bastion turns to the Fort, the discard pile becomes the pile, top card first."""

    kind: ClassVar[str] = "new-pile"
    player: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class ChosenInstead(Event):
    """Counter-order of an AI: ``chosen``, the dearer top card of its discard pile, is played instead (ruling 7.5)."""

    kind: ClassVar[str] = "chosen-instead"
    player: Seat
    card: Card
    chosen: Card


@dataclass(slots=True)
class InVain(Event):
    """An AI's Incantation without a target, or Symbiote without a host: no effect and no cost (rulings 7.4, 7.5)."""

    kind: ClassVar[str] = "in-vain"
    player: Seat
    card: Card


@dataclass(slots=True)
class Resisted(Event):
    """An AI with resistance loses 1 card instead of ``amount`` (ruling 7.8)."""

    kind: ClassVar[str] = "resistance"
    player: Seat
    amount: int

"""Strongholds that move along their hands, and the cards that come back there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events.base import Event, Place, Seat


@dataclass(slots=True)
class StrongholdHit(Event):
    """A Stronghold suffers ``amount`` and moves ``moved`` places to the right; ``hp`` are left (ruling 1.1).

    ``side`` is what it shows, "bastion" or "fort"; ``who`` the Creature that did it, if one did.
    """

    kind: ClassVar[str] = "stronghold"
    player: Seat
    side: str
    amount: int
    moved: int
    hp: int
    who: Place | None


@dataclass(slots=True)
class BastionFalls(Event):
    """A Bastion was rightmost: it turns to its Fort side and goes leftmost (ruling 1.2)."""

    kind: ClassVar[str] = "bastion-falls"
    player: Seat
    hp: int


@dataclass(slots=True)
class Regenerated(Event):
    """A Stronghold moves 1 place to the left; ``side`` and ``hp`` are what it shows then (ruling 5.21)."""

    kind: ClassVar[str] = "regeneration"
    player: Seat
    side: str
    hp: int


@dataclass(slots=True)
class Returned(Event):
    """A card of ``player`` comes back to ``to``: ``end`` is "left" or "right" of the hand (rulings 1.5, 5.9, 5.16).

    To an AI it comes back on top of its "pile" or its "discard" pile (ruling 7.5).
    """

    kind: ClassVar[str] = "return"
    player: Seat
    to: Seat
    end: str
    card: Card


@dataclass(slots=True)
class ChampionExhausted(Event):
    """A destroyed Champion lies exhausted beside the board (ruling 6.2)."""

    kind: ClassVar[str] = "champion-exhausted"
    player: Seat
    card: Card

"""A card is played: what it costs, how it leaves the hand and enters play, what it does by having been played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events.base import Event, Line, Place, Seat


@dataclass(slots=True)
class Discounted(Event):
    """A card costs less than printed: Lucidity (5.15), or a Champion's likes in play (6.1)."""

    kind: ClassVar[str] = "discount"
    player: Seat
    card: Card
    amount: int


@dataclass(slots=True)
class Played(Event):
    """A card is paid for: ``source`` its place in the hand (the Stronghold counted), None for the Champion.

    ``paid`` is the Mana spent and ``mana`` the Mana left.
    """

    kind: ClassVar[str] = "play"
    player: Seat
    card: Card
    source: int | None
    cost: int
    paid: int
    mana: int


@dataclass(slots=True)
class LeftHand(Event):
    """A card leaves its hand (``source`` as in ``Played``) or the place beside the board (ruling 1.4)."""

    kind: ClassVar[str] = "leaves-hand"
    player: Seat
    card: Card
    source: int | None


@dataclass(slots=True)
class Entered(Event):
    """A Creature enters play at ``whom`` (rulings 2.3, 3.1)."""

    kind: ClassVar[str] = "enters"
    whom: Place
    card: Card
    champion: bool


@dataclass(slots=True)
class Joined(Event):
    """A Symbiote is put onto the Creature at ``whom`` (ruling 5.26)."""

    kind: ClassVar[str] = "joins"
    whom: Place
    card: Card
    champion: bool


@dataclass(slots=True)
class Readied(Event):
    """A Champion is readied (ruling 6.2)."""

    kind: ClassVar[str] = "readied"
    player: Seat
    card: Card


@dataclass(slots=True)
class BacklashCounted(Event):
    """Backlash counts the cards left of the Stronghold (ruling 5.4)."""

    kind: ClassVar[str] = "backlash"
    who: Place
    amount: int


@dataclass(slots=True)
class CounterOrdered(Event):
    """The leftmost card of a hand moves to its rightmost place (ruling 5.8)."""

    kind: ClassVar[str] = "counter-order"
    player: Seat
    card: Card


@dataclass(slots=True)
class Enchained(Event):
    """The leftmost card of ``player`` goes face down under ``who`` (ruling 5.11)."""

    kind: ClassVar[str] = "enchain"
    who: Place
    player: Seat
    card: Card


@dataclass(slots=True)
class Reinforced(Event):
    """Reinforcement: ``player`` plays ``card`` on ``line``; None when no available card fits (ruling 5.22)."""

    kind: ClassVar[str] = "reinforcement"
    player: Seat
    line: Line
    card: Card | None

"""A blow and what follows it, which cards played and attacks have in common: targets, damage, destruction, Auras."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events.base import Event, Place, Seat


@dataclass(slots=True)
class AuraGives(Event):
    """The Aura of ``who`` gives ``whom`` the ability (rulings 5.3, 3.6).

    ``who`` is None for an ability that all Creatures of an AI have (ruling 7.8).
    """

    kind: ClassVar[str] = "aura"
    who: Place | None
    whom: Place


@dataclass(slots=True)
class AuraEnds(Event):
    """``whom`` no longer has the ability from an Aura."""

    kind: ClassVar[str] = "aura-ends"
    whom: Place


@dataclass(slots=True)
class NoEffect(Event):
    """An ability would have acted and could not, for the reason of the ruling."""

    kind: ClassVar[str] = "no-effect"
    who: Place | None


@dataclass(slots=True)
class Targeted(Event):
    """A Creature is a target; the ability says why it is another than, or besides, the nearest one.

    ``who`` is the attacker or the Creature with Backlash, None for an Incantation.
    """

    kind: ClassVar[str] = "target"
    who: Place | None
    whom: Place


@dataclass(slots=True)
class AmountChanged(Event):
    """An ability sets or changes the amount for a target: Vulnerability, Sprint, Aquatic (ruling 4.1).

    ``whom`` is None for the Stronghold of ``player``; ``amount`` is what it comes to with this.
    """

    kind: ClassVar[str] = "amount-changed"
    whom: Place | None
    player: Seat
    amount: int


@dataclass(slots=True)
class Amount(Event):
    """The amount for a target, None for the Stronghold of ``player`` (ruling 4.1)."""

    kind: ClassVar[str] = "amount"
    whom: Place | None
    player: Seat
    amount: int


@dataclass(slots=True)
class Prevented(Event):
    """Damage is not suffered: Protection (5.19) or Indestructible (5.13)."""

    kind: ClassVar[str] = "prevented"
    whom: Place
    amount: int


@dataclass(slots=True)
class Damaged(Event):
    """A Creature suffers damage: ``damage`` in all this turn, of ``hp`` (rulings 2.8, 4.2)."""

    kind: ClassVar[str] = "damage"
    whom: Place
    amount: int
    damage: int
    hp: int


@dataclass(slots=True)
class Released(Event):
    """The card under ``whom`` goes back to the right of the hand of ``player`` (ruling 5.11)."""

    kind: ClassVar[str] = "release"
    whom: Place
    player: Seat
    card: Card


@dataclass(slots=True)
class Destroyed(Event):
    """A Creature is destroyed and leaves the board; its place closes at once (rulings 4.4, 3.8)."""

    kind: ClassVar[str] = "destroyed"
    whom: Place


@dataclass(slots=True)
class Sharpened(Event):
    """Sharpening is used, with this much excess damage (ruling 5.23). ``who`` is None for an Incantation."""

    kind: ClassVar[str] = "sharpening"
    who: Place | None
    excess: int


@dataclass(slots=True)
class Vanished(Event):
    """A Creature moves from ``whom`` to the far end, position ``to`` (ruling 5.27)."""

    kind: ClassVar[str] = "vanish"
    whom: Place
    to: int

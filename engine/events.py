"""The trace's events: one class per fact, with a stable kind and no prose inside.

Every event carries ``phase`` (which list ``step`` belongs to), ``step`` (the rulebook's number there, or None),
``ability`` (the slug of what made it happen, or None) and ``rulings`` (their numbers), and the facts of its kind.
Places are ``(row, position, name)`` at the moment of the event; seats are numbers. ``to_dict`` writes an event as the
contract's JSON, ``replay`` redraws the board from it; the words that people read are made elsewhere, per language.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

from engine.cards import Card
from engine.modes import LINE_NAMES, SEAT_NAMES

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
class Targeted(Event):
    """A Creature is a target; the ability says why it is another than, or besides, the nearest one.

    ``who`` is the attacker or the Creature with Backlash, None for an Incantation.
    """

    kind: ClassVar[str] = "target"
    who: Place | None
    whom: Place


@dataclass(slots=True)
class StrongholdTargeted(Event):
    """The Stronghold of ``player`` is the target (rulings 2.7, 5.1, 10.3)."""

    kind: ClassVar[str] = "target-stronghold"
    who: Place
    player: Seat


@dataclass(slots=True)
class NoTarget(Event):
    """A Creature that may not attack what stands before it does nothing (ruling 3.3)."""

    kind: ClassVar[str] = "no-target"
    who: Place


@dataclass(slots=True)
class NoEffect(Event):
    """An ability would have acted and could not, for the reason of the ruling."""

    kind: ClassVar[str] = "no-effect"
    who: Place | None


@dataclass(slots=True)
class Sprinted(Event):
    """A Creature moves from ``who`` to the Bridge past ``passed`` others; ``bonus`` is its bonus then (5.25)."""

    kind: ClassVar[str] = "sprint"
    who: Place
    passed: int
    bonus: int


@dataclass(slots=True)
class BacklashCounted(Event):
    """Backlash counts the cards left of the Stronghold (ruling 5.4)."""

    kind: ClassVar[str] = "backlash"
    who: Place
    amount: int


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


@dataclass(slots=True)
class Reinforced(Event):
    """Reinforcement: ``player`` plays ``card`` on ``line``; None when no available card fits (ruling 5.22)."""

    kind: ClassVar[str] = "reinforcement"
    player: Seat
    line: Line
    card: Card | None


@dataclass(slots=True)
class Regenerated(Event):
    """A Stronghold moves 1 place to the left; ``side`` and ``hp`` are what it shows then (ruling 5.21)."""

    kind: ClassVar[str] = "regeneration"
    player: Seat
    side: str
    hp: int


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


@dataclass(slots=True)
class Stopped(Event):
    """What would go on for ever stops: the 400 attacks or Reinforcements are used up (ruling 2.12)."""

    kind: ClassVar[str] = "limit"


@dataclass(slots=True)
class AssaultEnds(Event):
    """Every Creature that may attack has been activated."""

    kind: ClassVar[str] = "assault-ends"
    player: Seat


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


def _subclasses() -> list[type[Event]]:
    return [cls for cls in globals().values() if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event]


EVENTS: Final[dict[str, type[Event]]] = {cls.kind: cls for cls in _subclasses()}


def _place(place: Place) -> dict[str, Any]:
    row, position, name = place
    return {"player": SEAT_NAMES[row >> 1], "line": LINE_NAMES[row & 1], "position": position, "name": name}


def _plain(value: Any) -> Any:
    return value


_WRITERS: Final[dict[str, Any]] = {
    "Place": _place,
    "Place | None": lambda value: None if value is None else _place(value),
    "Seat": SEAT_NAMES.__getitem__,
    "tuple[Seat, ...]": lambda value: [SEAT_NAMES[seat] for seat in value],
    "Line": LINE_NAMES.__getitem__,
    "Card": lambda card: card.to_json(),
    "Card | None": lambda card: None if card is None else card.to_json(),
    "tuple[Card, ...]": lambda cards: [card.to_json() for card in cards],
    "tuple[str, ...]": list,
}
_FIELDS: Final[dict[str, list[tuple[str, Any]]]] = {
    kind: [(field.name, _WRITERS.get(str(field.type), _plain)) for field in fields(cls)] for kind, cls in EVENTS.items()
}


def to_dict(event: Event) -> dict[str, Any]:
    """The event as the contract's JSON."""
    written = {"kind": event.kind}
    for name, write in _FIELDS[event.kind]:
        written[name] = write(getattr(event, name))
    return written

"""The events, one class for each kind of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.armies.pack.cards import Card, Wanted
from engine.armies.trace.base import ArmiesEvent

# Dealing and drawing


@dataclass(slots=True)
class DealBegins(ArmiesEvent):
    """The dealer begins hand number ``hand`` (C2.2)."""

    kind: ClassVar[str] = "deal"
    seat: int
    hand: int


@dataclass(slots=True)
class Shuffled(ArmiesEvent):
    """Shuffle ``number``, of ``count`` cards (C3.2)."""

    kind: ClassVar[str] = "shuffle"
    number: int
    count: int


@dataclass(slots=True)
class Dealt(ArmiesEvent):
    """The cards that a seat is dealt, Bonus cards included (C2.3)."""

    kind: ClassVar[str] = "dealt"
    hidden: ClassVar[tuple[str, ...]] = ("cards",)
    seat: int
    cards: list[Card]


@dataclass(slots=True)
class BonusLaid(ArmiesEvent):
    """A Bonus is laid in front of a seat, which has ``total`` now (C3.4, C2.5)."""

    kind: ClassVar[str] = "bonus"
    seat: int
    total: int


@dataclass(slots=True)
class Drawn(ArmiesEvent):
    """A card is drawn into the hand, for the reason ``why`` (C3.1)."""

    kind: ClassVar[str] = "draw"
    hidden: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    card: Card
    why: str


@dataclass(slots=True)
class ArmiesTurnBegins(ArmiesEvent):
    """Turn ``number`` of the hand begins (C2.6, C4.7)."""

    kind: ClassVar[str] = "turn"
    seat: int
    number: int


# Battles


@dataclass(slots=True)
class BattleOpened(ArmiesEvent):
    """A battle for a number, opened ``by`` "card" or "spy" (C6.1); with a Spy there is no ``card``."""

    kind: ClassVar[str] = "battle"
    seat: int
    number: int
    by: str
    card: Card | None


@dataclass(slots=True)
class PrizePlaced(ArmiesEvent):
    """A defender's cards go into the prize pile (C6.3)."""

    kind: ClassVar[str] = "place"
    seat: int
    cards: list[Card]


@dataclass(slots=True)
class NobodyHasIt(ArmiesEvent):
    """Nobody has the number; the card, if it was one, goes back (C6.4)."""

    kind: ClassVar[str] = "nobody"
    seat: int
    card: Card | None


@dataclass(slots=True)
class Stood(ArmiesEvent):
    """A defender fights (C6.6)."""

    kind: ClassVar[str] = "stand"
    seat: int


@dataclass(slots=True)
class Surrendered(ArmiesEvent):
    """A defender surrenders (C6.5)."""

    kind: ClassVar[str] = "surrender"
    seat: int


@dataclass(slots=True)
class BattleJoined(ArmiesEvent):
    """Somebody outside joins with a Spy (C6.9)."""

    kind: ClassVar[str] = "join"
    seat: int


@dataclass(slots=True)
class Passed(ArmiesEvent):
    """Somebody outside stays there (C6.9)."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(slots=True)
class ChampionSealed(ArmiesEvent):
    """A champion is set, face down (C6.11)."""

    kind: ClassVar[str] = "seal"
    hidden: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    card: Card


@dataclass(slots=True)
class ChampionsRevealed(ArmiesEvent):
    """All champions are turned over together (C6.11), by seat."""

    kind: ClassVar[str] = "reveal"
    champions: dict[int, Card]


@dataclass(slots=True)
class Retreated(ArmiesEvent):
    """A Castle brings its owner's cards home (C6.16)."""

    kind: ClassVar[str] = "retreat"
    seat: int
    cards: list[Card]


@dataclass(slots=True)
class Won(ArmiesEvent):
    """The winner takes what is left of the prize pile, Death included (C6.17, C6.19); no ``card`` in C6.18."""

    kind: ClassVar[str] = "win"
    seat: int
    card: Card | None
    cards: list[Card]


@dataclass(slots=True)
class Lost(ArmiesEvent):
    """A champion is discarded (C6.20)."""

    kind: ClassVar[str] = "lose"
    seat: int
    card: Card


@dataclass(slots=True)
class Guarded(ArmiesEvent):
    """A Guardian brings a champion back (C13.1)."""

    kind: ClassVar[str] = "guard"
    seat: int
    card: Card


# Special cards


@dataclass(slots=True)
class ThiefPlayed(ArmiesEvent):
    """A Thief is played on a victim, for what is named (C12.1)."""

    kind: ClassVar[str] = "thief"
    seat: int
    victim: int
    name: Wanted


@dataclass(slots=True)
class Lacked(ArmiesEvent):
    """The victim (``seat``) has none (C12.5)."""

    kind: ClassVar[str] = "lack"
    seat: int
    name: Wanted


@dataclass(slots=True)
class Blocked(ArmiesEvent):
    """The victim discards a Castle (C12.6)."""

    kind: ClassVar[str] = "block"
    seat: int


@dataclass(slots=True)
class Robbed(ArmiesEvent):
    """The thief (``seat``) takes a Bonus (C12.2)."""

    kind: ClassVar[str] = "rob"
    seat: int
    victim: int


@dataclass(slots=True)
class Given(ArmiesEvent):
    """The victim hands over a card (C12.4); which of them only giver and taker know."""

    kind: ClassVar[str] = "give"
    hidden: ClassVar[tuple[str, ...]] = ("card",)
    seat: int
    to: int
    name: Wanted
    card: Card

    def knowers(self) -> tuple[int, ...]:
        return (self.seat, self.to)


@dataclass(slots=True)
class ChestLaid(ArmiesEvent):
    """An army of ``count`` cards goes under the Chest (C14.1)."""

    kind: ClassVar[str] = "chest"
    hidden: ClassVar[tuple[str, ...]] = ("cards",)
    seat: int
    count: int
    cards: list[Card]


@dataclass(slots=True)
class Dug(ArmiesEvent):
    """A Gravedigger takes a card out of the discard pile (C15.1)."""

    kind: ClassVar[str] = "dig"
    seat: int
    card: Card


# Ends


@dataclass(slots=True)
class LaidDown(ArmiesEvent):
    """Armies are laid down: the hand ends (C16.4)."""

    kind: ClassVar[str] = "lay-down"
    seat: int


@dataclass(slots=True)
class Scored(ArmiesEvent):
    """A hand is scored (C17); the fields are those of ``last``, as written there."""

    kind: ClassVar[str] = "score"
    hand: int
    ended_by: str | None
    reason: str
    points: dict[str, Any]


@dataclass(slots=True)
class ArmiesGameOver(ArmiesEvent):
    """The game ends (C18); the fields are those of ``result``, as written there."""

    kind: ClassVar[str] = "over"
    winners: list[str]
    scores: dict[str, int]
    reason: str


EVENTS: Final[tuple[type[ArmiesEvent], ...]] = (
    DealBegins, Shuffled, Dealt, BonusLaid, Drawn, ArmiesTurnBegins, BattleOpened, PrizePlaced, NobodyHasIt, Stood,
    Surrendered, BattleJoined, Passed, ChampionSealed, ChampionsRevealed, Retreated, Won, Lost, Guarded, ThiefPlayed,
    Lacked, Blocked, Robbed, Given, ChestLaid, Dug, LaidDown, Scored, ArmiesGameOver,
)  # fmt: skip

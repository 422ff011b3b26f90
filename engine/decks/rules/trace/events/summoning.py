"""A card is played: what it costs, how it leaves the hand and enters play, what it does by having been played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.board import CHAMPION_IN_PLAY, CHAMPION_READY, ENTERED
from engine.decks.rules.cards import HOST_IS_CHAMPION, NO_CHAMPION, SYMBIOTE_IS_CHAMPION, Card
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.figures import Figure
from engine.decks.rules.trace.scenes import Event, LineIndex, Place, Scene, SeatIndex


@dataclass(slots=True)
class Discounted(Event):
    """A card costs less than printed: Lucidity (5.15), or a Champion's likes in play (6.1)."""

    kind: ClassVar[str] = "discount"
    player: SeatIndex
    card: Card
    amount: int


CHAMPION_DISCOUNTED: Final = EventTemplate(Discounted, None, "6.1")
DISCOUNTED: Final = EventTemplate(Discounted, "lucidity", "5.15")


@dataclass(slots=True)
class Played(Event):
    """A card is paid for: ``source`` its place in the hand (the Stronghold counted), None for the Champion.

    ``paid`` is the Mana spent and ``mana`` the Mana left.
    """

    kind: ClassVar[str] = "play"
    player: SeatIndex
    card: Card
    source: int | None
    cost: int
    paid: int
    mana: int

    def draw(self, scene: Scene) -> None:
        scene.mana = self.mana
        scene.touched[scene.hands[self.player].source_at(self.source)] = "acts"


PLAYED: Final = EventTemplate(Played, None, "2.2")


@dataclass(slots=True)
class LeftHand(Event):
    """A card leaves its hand (``source`` as in ``Played``) or the place beside the board (ruling 1.4)."""

    kind: ClassVar[str] = "leaves-hand"
    player: SeatIndex
    card: Card
    source: int | None

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        token = hand.source_at(self.source)
        if self.source is None:
            hand.champion_state = CHAMPION_IN_PLAY
        else:
            hand.tokens.remove(token)
            if self.source < hand.stronghold:
                hand.stronghold -= 1
        scene.limbo.append(token)
        scene.touched[token] = "moved"


LEFT_HAND: Final = EventTemplate(LeftHand, None, "1.4")


@dataclass(slots=True)
class Entered(Event):
    """A Creature enters play at ``whom`` (rulings 2.3, 3.1)."""

    kind: ClassVar[str] = "enters"
    whom: Place
    card: Card
    champion: bool

    def draw(self, scene: Scene) -> None:
        figure = Figure(scene.out_of_limbo(self.card))
        figure.marks = ENTERED
        figure.champion = HOST_IS_CHAMPION if self.champion else NO_CHAMPION
        scene.rows[self.whom[0]].insert(self.whom[1], figure)


ENTERED_PLAY: Final = EventTemplate(Entered, None, "2.3", "3.1")
ENTERED_BY_FOCUS: Final = EventTemplate(Entered, "focus", "10.1")


@dataclass(slots=True)
class Joined(Event):
    """A Symbiote is put onto the Creature at ``whom`` (ruling 5.26)."""

    kind: ClassVar[str] = "joins"
    whom: Place
    card: Card
    champion: bool

    def draw(self, scene: Scene) -> None:
        figure = scene.rows[self.whom[0]][self.whom[1]]
        figure.symbiote = scene.out_of_limbo(self.card)
        if self.champion:
            figure.champion = SYMBIOTE_IS_CHAMPION


JOINED: Final = EventTemplate(Joined, "symbiote", "5.26")


@dataclass(slots=True)
class Readied(Event):
    """A Champion is readied (ruling 6.2)."""

    kind: ClassVar[str] = "readied"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        hand.champion_state = CHAMPION_READY
        if hand.champion is not None:
            scene.touched[hand.champion] = "moved"


READIED: Final = EventTemplate(Readied, None, "6.2")


@dataclass(slots=True)
class BacklashCounted(Event):
    """Backlash counts the cards left of the Stronghold (ruling 5.4)."""

    kind: ClassVar[str] = "backlash"
    who: Place
    amount: int

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


BACKLASH_COUNTED: Final = EventTemplate(BacklashCounted, "backlash", "5.4")


@dataclass(slots=True)
class CounterOrdered(Event):
    """The leftmost card of a hand moves to its rightmost place (ruling 5.8)."""

    kind: ClassVar[str] = "counter-order"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        token = hand.tokens.pop(0)
        hand.tokens.append(token)
        if hand.stronghold:
            hand.stronghold -= 1
        scene.touched[token] = "moved"


COUNTER_ORDERED: Final = EventTemplate(CounterOrdered, "counter-order", "5.8", "1.6")


@dataclass(slots=True)
class Enchained(Event):
    """The leftmost card of ``player`` goes face down under ``who`` (ruling 5.11)."""

    kind: ClassVar[str] = "enchain"
    who: Place
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        token = hand.tokens.pop(0) if hand.ai is None else hand.pile.pop(0)
        if hand.stronghold:
            hand.stronghold -= 1
        scene.cards[token] = self.card
        figure = scene.at(self.who, "acts")
        if figure is not None:
            figure.enchained = token
        scene.touched[token] = "moved"


ENCHAINED: Final = EventTemplate(Enchained, "enchain", "5.11", "3.5")


@dataclass(slots=True)
class Reinforced(Event):
    """Reinforcement: ``player`` plays ``card`` on ``line``; None when no available card fits (ruling 5.22)."""

    kind: ClassVar[str] = "reinforcement"
    player: SeatIndex
    line: LineIndex
    card: Card | None


REINFORCED: Final = EventTemplate(Reinforced, "reinforcement", "5.22")
AI_REINFORCED: Final = EventTemplate(Reinforced, "reinforcement", "5.22", "7.5", "7.12")

"""An AI: its Mana, its pile and its discard pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.cards import Card
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.scenes import Event, LineIndex, Scene, SeatIndex


@dataclass(slots=True)
class AIManaCounted(Event):
    """The Mana that an AI may summon for this turn (ruling 7.2)."""

    kind: ClassVar[str] = "ai-mana"
    player: SeatIndex
    mana: int


AI_MANA: Final = EventTemplate(AIManaCounted, None, "7.2")


@dataclass(slots=True)
class Revealed(Event):
    """An AI reveals the top card of its pile for a line (ruling 7.3); ``leaves-pile`` follows."""

    kind: ClassVar[str] = "reveal"
    player: SeatIndex
    line: LineIndex
    card: Card


REVEALED: Final = EventTemplate(Revealed, None, "7.3")


@dataclass(slots=True)
class LeftPile(Event):
    """A card leaves the top of an AI's pile (ruling 7.9)."""

    kind: ClassVar[str] = "leaves-pile"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        token = scene.hands[self.player].pile.pop(0)
        scene.limbo.append(token)
        scene.touched[token] = "moved"


LEFT_PILE: Final = EventTemplate(LeftPile, None, "7.9")


@dataclass(slots=True)
class Discarded(Event):
    """A card on its way goes on top of an AI's discard pile (rulings 7.1, 7.4)."""

    kind: ClassVar[str] = "discard"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        scene.put_on(scene.hands[self.player].discard, scene.out_of_limbo(self.card))


DISCARDED: Final = EventTemplate(Discarded, None, "7.1")


@dataclass(slots=True)
class PileMade(Event):
    """An AI's pile was empty: its Bastion turns to the Fort, the discard pile becomes the pile, top card first."""

    kind: ClassVar[str] = "new-pile"
    player: SeatIndex
    cards: tuple[Card, ...]

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        hand.fort = True
        left = hand.discard
        hand.discard = []
        hand.pile = []
        for card in self.cards:
            token = next(token for token in left if scene.cards[token] == card)
            left.remove(token)
            hand.pile.append(token)


PILE_MADE: Final = EventTemplate(PileMade, None, "7.1", "7.9")


@dataclass(slots=True)
class ChosenInstead(Event):
    """Counter-order of an AI: ``chosen``, the dearer top card of its discard pile, is played instead (ruling 7.5)."""

    kind: ClassVar[str] = "chosen-instead"
    player: SeatIndex
    card: Card
    chosen: Card

    def draw(self, scene: Scene) -> None:
        token = scene.hands[self.player].discard.pop(0)
        scene.limbo.append(token)
        scene.touched[token] = "moved"


CHOSEN_INSTEAD: Final = EventTemplate(ChosenInstead, "counter-order", "7.5", "5.8")


@dataclass(slots=True)
class InVain(Event):
    """An AI's Incantation without a target, or Symbiote without a host: no effect and no cost (rulings 7.4, 7.5)."""

    kind: ClassVar[str] = "in-vain"
    player: SeatIndex
    card: Card


SYMBIOTE_IN_VAIN: Final = EventTemplate(InVain, "symbiote", "7.5")
INCANTATION_IN_VAIN: Final = EventTemplate(InVain, None, "7.4")


@dataclass(slots=True)
class Resisted(Event):
    """An AI with resistance loses 1 card instead of ``amount`` (ruling 7.8)."""

    kind: ClassVar[str] = "resistance"
    player: SeatIndex
    amount: int


RESISTED: Final = EventTemplate(Resisted, None, "7.8")

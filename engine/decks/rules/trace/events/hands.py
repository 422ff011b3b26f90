"""Strongholds that move along their hands, and the cards that come back there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.abilities import CURSED, MERCENARY
from engine.decks.rules.board import CHAMPION_EXHAUSTED
from engine.decks.rules.cards import Card
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.scenes import Event, Place, Scene, SeatIndex


@dataclass(slots=True)
class StrongholdHit(Event):
    """A Stronghold suffers ``amount`` and moves ``moved`` places to the right; ``hp`` are left (ruling 1.1).

    ``side`` is what it shows, "bastion" or "fort"; ``who`` the Creature that did it, if one did.
    """

    kind: ClassVar[str] = "stronghold"
    player: SeatIndex
    side: str
    amount: int
    moved: int
    hp: int
    who: Place | None

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        if hand.ai is None:
            hand.stronghold = len(hand.tokens) - self.hp
        scene.at(self.who, "acts")


STRONGHOLD_HIT_BY: Final[dict[str | None, EventTemplate]] = {
    None: EventTemplate(StrongholdHit, None, "1.1"),
    "price-of-blood": EventTemplate(StrongholdHit, "price-of-blood", "5.18", "1.1"),
    "immolation": EventTemplate(StrongholdHit, "immolation", "5.12", "1.1"),
    "sharpening": EventTemplate(StrongholdHit, "sharpening", "5.23", "1.1"),
}


@dataclass(slots=True)
class BastionFalls(Event):
    """A Bastion was rightmost: it turns to its Fort side and goes leftmost (ruling 1.2)."""

    kind: ClassVar[str] = "bastion-falls"
    player: SeatIndex
    hp: int

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        hand.fort = True
        hand.stronghold = 0


BASTION_FALLS: Final = EventTemplate(BastionFalls, None, "1.2")


@dataclass(slots=True)
class Regenerated(Event):
    """A Stronghold moves 1 place to the left; ``side`` and ``hp`` are what it shows then (ruling 5.21)."""

    kind: ClassVar[str] = "regeneration"
    player: SeatIndex
    side: str
    hp: int

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        if hand.ai is not None:
            token = hand.discard.pop(0)
            hand.pile.insert(0, token)
            scene.touched[token] = "moved"
            return
        hand.fort = self.side == "fort"
        hand.stronghold = len(hand.tokens) - self.hp


REGENERATED: Final = EventTemplate(Regenerated, "regeneration", "5.21")


@dataclass(slots=True)
class Returned(Event):
    """A card of ``player`` comes back to ``to``: ``end`` is "left" or "right" of the hand (rulings 1.5, 5.9, 5.16).

    To an AI it comes back on top of its "pile" or its "discard" pile (ruling 7.5).
    """

    kind: ClassVar[str] = "return"
    player: SeatIndex
    to: SeatIndex
    end: str
    card: Card

    def draw(self, scene: Scene) -> None:
        token = scene.out_of_limbo(self.card)
        hand = scene.hands[self.to]
        if self.end == "left":
            hand.tokens.insert(0, token)
            hand.stronghold += 1
        elif self.end == "right":
            hand.tokens.append(token)
        else:
            scene.put_on(hand.pile if self.end == "pile" else hand.discard, token)


RETURNED_BY: Final[dict[int, EventTemplate]] = {
    0: EventTemplate(Returned, None, "1.5"),
    CURSED: EventTemplate(Returned, "cursed", "5.9"),
    MERCENARY: EventTemplate(Returned, "mercenary", "5.16"),
}
RETURNED_TO_AI_BY: Final[dict[int, EventTemplate]] = {
    0: EventTemplate(Returned, None, "7.5"),
    CURSED: EventTemplate(Returned, "cursed", "7.5"),
    MERCENARY: EventTemplate(Returned, "mercenary", "7.5"),
}


@dataclass(slots=True)
class ChampionExhausted(Event):
    """A destroyed Champion lies exhausted beside the board (ruling 6.2)."""

    kind: ClassVar[str] = "champion-exhausted"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        hand = scene.hands[self.player]
        hand.champion = scene.out_of_limbo(self.card)
        hand.champion_state = CHAMPION_EXHAUSTED


CHAMPION_LIES_EXHAUSTED: Final = EventTemplate(ChampionExhausted, None, "6.2")

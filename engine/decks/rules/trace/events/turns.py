"""The course of the game: turns, the Mana of Phase 1, what stops for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.board import MANA, OVER, SUMMONING, Result
from engine.decks.rules.cards import Card
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.scenes import Event, Place, Scene, SeatIndex


@dataclass(slots=True)
class TurnBegins(Event):
    """A player's turn begins (before Exhaustion and Phase 1)."""

    kind: ClassVar[str] = "turn"
    player: SeatIndex
    turn: int

    def draw(self, scene: Scene) -> None:
        scene.active = self.player
        scene.hands[self.player].turn = self.turn
        scene.phase = MANA
        scene.mana = 0


@dataclass(slots=True)
class Exhausted(Event):
    """The Exhaustion module removes the rightmost card of a hand from the game (ruling 2.9)."""

    kind: ClassVar[str] = "exhaustion"
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        scene.removed.append(scene.hands[self.player].tokens.pop())


EXHAUSTED: Final = EventTemplate(Exhausted, None, "2.9")


@dataclass(slots=True)
class ManaGained(Event):
    """Phase 1: what the hand gives, ``mana`` being the Mana then (ruling 2.1).

    ``opening`` when it is the fixed amount of a first turn.
    """

    kind: ClassVar[str] = "mana"
    player: SeatIndex
    amount: int
    mana: int
    opening: bool

    def draw(self, scene: Scene) -> None:
        scene.mana = self.mana
        scene.phase = SUMMONING


MANA_GAINED: Final = EventTemplate(ManaGained, None, "2.1")


@dataclass(slots=True)
class Catalysed(Event):
    """Catalyst adds Mana, ``mana`` being the Mana then (ruling 5.7)."""

    kind: ClassVar[str] = "catalyst"
    player: SeatIndex
    who: Place
    amount: int
    mana: int

    def draw(self, scene: Scene) -> None:
        scene.mana = self.mana
        scene.phase = SUMMONING
        scene.at(self.who, "acts")


CATALYSED: Final = EventTemplate(Catalysed, "catalyst", "5.7", "2.1")


@dataclass(slots=True)
class Stopped(Event):
    """A loop is cut off: one more of what an action may have 400 of does not happen (ruling 2.12).

    ``of`` says what: "attacks", "reinforcements" or "reveals" of an AI.
    """

    kind: ClassVar[str] = "limit"
    of: str


STOPPED: Final = EventTemplate(Stopped, None, "2.12")


@dataclass(slots=True)
class TurnEnds(Event):
    """The turn ends: every Creature is whole again and all marks of the turn are gone (ruling 2.8)."""

    kind: ClassVar[str] = "turn-ends"
    player: SeatIndex

    def draw(self, scene: Scene) -> None:
        scene.mana = 0
        for row in scene.rows:
            for figure in row:
                figure.damage = 0
                figure.marks = 0
                figure.sprint = 0
        for hand in scene.hands:
            for token in hand.tokens:
                scene.cards[token] = scene.cards[token].unmarked()


TURN_ENDS: Final = EventTemplate(TurnEnds, None, "2.8")


@dataclass(slots=True)
class Over(Event):
    """The game ends: ``player`` loses; ``winners`` in seat order (rulings 1.2, 1.3, 8.2).

    A drawn game has no loser and no winners (ruling 2.13).
    """

    kind: ClassVar[str] = "over"
    player: SeatIndex | None
    winners: tuple[SeatIndex, ...]
    reason: str

    def draw(self, scene: Scene) -> None:
        scene.phase = OVER
        scene.result = Result(self.winners, self.reason)


GAME_OVER: Final = EventTemplate(Over, None, "1.2", "1.3")
GAME_OVER_FOR_MANY: Final = EventTemplate(Over, None, "1.2", "1.3", "8.2")
DRAWN: Final = EventTemplate(Over, None, "2.13")


# Notes that stand for more than one event.


def turn_events(phase: str, step: None, ended: int, seat: int, turn: int) -> list[Event]:
    return [TurnEnds("end", step, None, ("2.8",), ended), TurnBegins(phase, step, None, (), seat, turn)]

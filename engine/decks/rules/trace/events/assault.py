"""The Assault: who may attack, and what only an attack does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.board import ACTIVATED, END
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.scenes import Event, Place, Scene, SeatIndex


@dataclass(slots=True)
class AssaultBegins(Event):
    """Phase 3 begins."""

    kind: ClassVar[str] = "assault"
    player: SeatIndex


ASSAULT_BEGINS: Final = EventTemplate(AssaultBegins, None, "2.5", "2.6")


@dataclass(slots=True)
class Cleared(Event):
    """A Creature is activated: it may attack (ruling 2.5; by Rage 5.20)."""

    kind: ClassVar[str] = "clearance"
    who: Place

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.who, "acts")
        if figure is not None:
            figure.marks |= ACTIVATED


CLEARED: Final = EventTemplate(Cleared, None, "2.5")
CLEARED_BY_RAGE: Final = EventTemplate(Cleared, "rage", "5.20")


@dataclass(slots=True)
class Waits(Event):
    """A Creature that entered this turn and may not attack (ruling 2.5)."""

    kind: ClassVar[str] = "waits"
    who: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


WAITS: Final = EventTemplate(Waits, None, "2.5")


@dataclass(slots=True)
class NoTarget(Event):
    """A Creature that may not attack what stands before it does nothing (ruling 3.3)."""

    kind: ClassVar[str] = "no-target"
    who: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


DEFENDS: Final = EventTemplate(NoTarget, "defender", "5.10", "3.3")
ARRIVES_BY_RAGE: Final = EventTemplate(NoTarget, "rage", "5.20", "3.3")
# On arrival past the Creatures on the line, like ``TARGETED_OVER``.
ARRIVES_OVER: Final = {
    (season_1, wrecker): EventTemplate(
        NoTarget, "wrecker" if wrecker else "aerial", "10.1" if season_1 else "5.1", "3.3"
    )
    for season_1 in (False, True)
    for wrecker in (False, True)
}


@dataclass(slots=True)
class StrongholdTargeted(Event):
    """The Stronghold of ``player`` is the target (rulings 2.7, 5.1, 10.3)."""

    kind: ClassVar[str] = "target-stronghold"
    who: Place
    player: SeatIndex

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


STRONGHOLD_TARGETED: Final = EventTemplate(StrongholdTargeted, None, "2.7")
# Past the Creatures on the line, by whether it is season 1 and whether it has Wrecker.
TARGETED_OVER: Final = {
    (season_1, wrecker): EventTemplate(
        StrongholdTargeted,
        "wrecker" if wrecker else "aerial",
        "5.1" if not season_1 else "10.1" if wrecker else "10.3",
    )
    for season_1 in (False, True)
    for wrecker in (False, True)
}


@dataclass(slots=True)
class Sprinted(Event):
    """A Creature moves from ``who`` to the Bridge past ``passed`` others; ``bonus`` is its bonus then (5.25)."""

    kind: ClassVar[str] = "sprint"
    who: Place
    passed: int
    bonus: int

    def draw(self, scene: Scene) -> None:
        scene.move(self.who, 0)
        scene.rows[self.who[0]][0].sprint = self.bonus


SPRINTED: Final = EventTemplate(Sprinted, "sprint", "5.25")


@dataclass(slots=True)
class GoesBerserk(Event):
    """A Creature attacks again (ruling 5.5)."""

    kind: ClassVar[str] = "berserk"
    who: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


GOES_BERSERK: Final = EventTemplate(GoesBerserk, "berserk", "5.5")


@dataclass(slots=True)
class StrikesBack(Event):
    """A Creature that suffered damage attacks by Instinct (ruling 5.14)."""

    kind: ClassVar[str] = "instinct"
    who: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


STRIKES_BACK: Final = EventTemplate(StrikesBack, "instinct", "5.14")


@dataclass(slots=True)
class AssaultEnds(Event):
    """Every Creature that may attack has been activated."""

    kind: ClassVar[str] = "assault-ends"
    player: SeatIndex

    def draw(self, scene: Scene) -> None:
        scene.phase = END


ASSAULT_ENDS: Final = EventTemplate(AssaultEnds, None)

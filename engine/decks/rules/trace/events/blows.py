"""A blow and what follows it, which cards played and attacks have in common: targets, damage, destruction, Auras."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.decks.rules.abilities import AURA_PREFIX, INDESTRUCTIBLE, PROTECTION, SLUG_OF_FLAG
from engine.decks.rules.board import SHARPENED, STRUCK
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.scenes import Event, Place, Scene, SeatIndex


@dataclass(slots=True)
class AuraGives(Event):
    """The Aura of ``who`` gives ``whom`` the ability (rulings 5.3, 3.6).

    ``who`` is None for an ability that all Creatures of an AI have (ruling 7.8).
    """

    kind: ClassVar[str] = "aura"
    who: Place | None
    whom: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "gives")
        figure = scene.at(self.whom, "gets")
        slug = str(self.ability).partition(":")[2]
        if figure is not None and slug not in figure.given:
            figure.given.append(slug)


@dataclass(slots=True)
class AuraEnds(Event):
    """``whom`` no longer has the ability from an Aura."""

    kind: ClassVar[str] = "aura-ends"
    whom: Place

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.whom, "gets")
        slug = str(self.ability).partition(":")[2]
        if figure is not None and slug in figure.given:
            figure.given.remove(slug)


@dataclass(slots=True)
class NoEffect(Event):
    """An ability would have acted and could not, for the reason of the ruling."""

    kind: ClassVar[str] = "no-effect"
    who: Place | None

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")


NOT_REGENERATED: Final = EventTemplate(NoEffect, "regeneration", "5.21")
BACKLASH_IN_VAIN: Final = EventTemplate(NoEffect, "backlash", "5.4")
BLACKMAILED: Final = EventTemplate(NoEffect, "blackmail", "5.6", "2.2")
SHARPENED_BEFORE: Final = EventTemplate(NoEffect, "sharpening", "5.23")


@dataclass(slots=True)
class Targeted(Event):
    """A Creature is a target; the ability says why it is another than, or besides, the nearest one.

    ``who`` is the attacker or the Creature with Backlash, None for an Incantation.
    """

    kind: ClassVar[str] = "target"
    who: Place | None
    whom: Place

    def draw(self, scene: Scene) -> None:
        scene.at(self.who, "acts")
        scene.at(self.whom, "target")


TARGETED_BY_ATTACK: Final = EventTemplate(Targeted, None, "2.7")
TARGETED_BY_INCANTATION: Final = EventTemplate(Targeted, None, "2.4")
TARGETED_BY_BACKLASH: Final = EventTemplate(Targeted, None, "5.4")


@dataclass(slots=True)
class AmountChanged(Event):
    """An ability sets or changes the amount for a target: Vulnerability, Sprint, Aquatic (ruling 4.1).

    ``whom`` is None for the Stronghold of ``player``; ``amount`` is what it comes to with this.
    """

    kind: ClassVar[str] = "amount-changed"
    whom: Place | None
    player: SeatIndex
    amount: int

    def draw(self, scene: Scene) -> None:
        scene.at(self.whom, "target")


@dataclass(slots=True)
class Amount(Event):
    """The amount for a target, None for the Stronghold of ``player`` (ruling 4.1)."""

    kind: ClassVar[str] = "amount"
    whom: Place | None
    player: SeatIndex
    amount: int

    def draw(self, scene: Scene) -> None:
        scene.at(self.whom, "target")


AMOUNT: Final = EventTemplate(Amount, None, "4.1")
NO_AMOUNT: Final = EventTemplate(Amount, None, "4.1", "4.3")


@dataclass(slots=True)
class Prevented(Event):
    """Damage is not suffered: Protection (5.19) or Indestructible (5.13)."""

    kind: ClassVar[str] = "prevented"
    whom: Place
    amount: int

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.whom, "spared")
        if figure is not None and self.ability == "protection":
            figure.marks |= STRUCK


PREVENTED_BY: Final[dict[int, EventTemplate]] = {
    INDESTRUCTIBLE: EventTemplate(Prevented, "indestructible", "5.13"),
    PROTECTION: EventTemplate(Prevented, "protection", "5.19"),
}


@dataclass(slots=True)
class Damaged(Event):
    """A Creature suffers damage: ``damage`` in all this turn, of ``hp`` (rulings 2.8, 4.2)."""

    kind: ClassVar[str] = "damage"
    whom: Place
    amount: int
    damage: int
    hp: int

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.whom, "hit")
        if figure is not None:
            figure.marks |= STRUCK
            figure.damage = self.damage


DAMAGED: Final = EventTemplate(Damaged, None, "4.2", "2.8")


@dataclass(slots=True)
class Released(Event):
    """The card under ``whom`` goes back to the right of the hand of ``player`` (ruling 5.11)."""

    kind: ClassVar[str] = "release"
    whom: Place
    player: SeatIndex
    card: Card

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.whom, "hit")
        if figure is not None and figure.enchained is not None:
            hand = scene.hands[self.player]
            if hand.ai is None:
                hand.tokens.append(figure.enchained)
            else:
                hand.pile.insert(0, figure.enchained)
            scene.touched[figure.enchained] = "moved"
            figure.enchained = None


RELEASED: Final = EventTemplate(Released, "enchain", "5.11")


@dataclass(slots=True)
class Destroyed(Event):
    """A Creature is destroyed and leaves the board; its place closes at once (rulings 4.4, 3.8)."""

    kind: ClassVar[str] = "destroyed"
    whom: Place

    def draw(self, scene: Scene) -> None:
        figure = scene.rows[self.whom[0]].pop(self.whom[1])
        for token in (figure.symbiote, figure.card):
            if token is not None:
                scene.limbo.append(token)
        scene.touch(figure, "destroyed")


DESTROYED: Final = EventTemplate(Destroyed, None, "4.4", "3.8")


@dataclass(slots=True)
class Sharpened(Event):
    """Sharpening is used, with this much excess damage (ruling 5.23). ``who`` is None for an Incantation."""

    kind: ClassVar[str] = "sharpening"
    who: Place | None
    excess: int

    def draw(self, scene: Scene) -> None:
        figure = scene.at(self.who, "acts")
        if figure is not None:
            figure.marks |= SHARPENED
        elif self.who is None:
            token = scene.limbo[-1]  # the Incantation being played
            scene.cards[token] = scene.cards[token].marked()


SHARPENING_USED: Final = EventTemplate(Sharpened, "sharpening", "5.23")


@dataclass(slots=True)
class Vanished(Event):
    """A Creature moves from ``whom`` to the far end, position ``to`` (ruling 5.27)."""

    kind: ClassVar[str] = "vanish"
    whom: Place
    to: int

    def draw(self, scene: Scene) -> None:
        scene.move(self.whom, self.to)


VANISHED: Final = EventTemplate(Vanished, "vanish", "5.27")


# Notes that stand for more than one event.


def target_events(
    phase: str,
    step: int,
    rulings: tuple[str, ...],
    who: Place | None,
    target: Place,
    others: tuple[Place | None, Place | None],
    season_1: bool,
    aerial: int,
) -> list[Event]:
    """The target and those besides it."""
    ability: str | None = None
    if season_1 and (aerial or target[1]):
        ability, rulings = "aim" if aerial else "aerial", ("10.1",)
    made: list[Event] = [Targeted(phase, step, ability, rulings, who, target)]
    behind, beside = others
    if behind is not None:
        made.append(Targeted(phase, step, "perforation", ("5.17",), who, behind))
    if beside is not None:
        made.append(Targeted(phase, step, "splash", ("5.24", "4.6"), who, beside))
    return made


def amount_events(
    phase: str,
    step: int,
    places: list[Place | None],
    foe: int,
    dealt: list[int],
    vulnerable: int,
    bonus: int,
    doubled: bool,
) -> list[Event]:
    """The amount for each target, and what brought it about."""
    made: list[Event] = []
    for whom, amount in zip(places, dealt, strict=True):
        plain = amount // 2 if doubled else amount
        if vulnerable:
            made.append(AmountChanged(phase, step, "vulnerability", ("5.28",), whom, foe, plain - bonus))
        if bonus:
            made.append(AmountChanged(phase, step, "sprint", ("5.25",), whom, foe, plain))
        if doubled:
            made.append(AmountChanged(phase, step, "aquatic", ("5.2",), whom, foe, amount))
        rulings = ("4.1",) if amount else ("4.1", "4.3")
        made.append(Amount(phase, step, None, rulings, whom, foe, amount))
    return made


def aura_events(
    phase: str, step: int | None, whom: Place, nearer: Body | None, farther: Body | None, was: int, now: int
) -> list[Event]:
    """Events for the abilities that Auras newly give a Creature and no longer give it."""
    made: list[Event] = []
    row, place, _ = whom
    changed = was ^ now
    while changed:
        flag = changed & -changed
        changed ^= flag
        slug = AURA_PREFIX + SLUG_OF_FLAG[flag]
        if not now & flag:
            made.append(AuraEnds(phase, step, slug, ("5.3", "3.6"), whom))
        elif nearer is not None and nearer.auras & flag:
            made.append(AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place - 1, nearer.name), whom))
        elif farther is not None and farther.auras & flag:
            made.append(AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place + 1, farther.name), whom))
        else:
            made.append(AuraGives(phase, step, slug, ("7.5", "7.8"), None, whom))
    return made

"""What a trace notes while an action is resolved, and the events that the notes become when they are read.

A note is a plain tuple: what it says, where in the activation order, and the facts of its event. What it says is a
``Kind`` (the event, the ability and the rulings are the same whenever it happens) or a function that makes a list of
events of where and facts.
"""

from __future__ import annotations

from typing import Any, Final

from engine import events as ev
from engine.abilities import AURA_PREFIX, CURSED, INDESTRUCTIBLE, MERCENARY, PROTECTION, SLUG_OF_FLAG
from engine.cards import Body

Note = tuple[Any, ...]
Where = tuple[Any, ...]  # the phase and the step's number there, or None

IN_MANA: Final[Where] = ("mana", None)
IN_SUMMONING: Final[Where] = ("summoning", None)
IN_ASSAULT: Final[Where] = ("assault", None)
IN_CLEARANCE: Final[Where] = ("assault", 2)


class Kind:
    """A kind of note: the event that it becomes, what made it happen and the rulings behind it."""

    __slots__ = ("ability", "event", "rulings")

    def __init__(self, event: type[ev.Event], ability: str | None, *rulings: str) -> None:
        self.event: Any = event
        self.ability = ability
        self.rulings = rulings


def made_of(notes: list[Note]) -> list[ev.Event]:
    """The events that notes stand for."""
    made: list[ev.Event] = []
    for note in notes:
        what = note[0]
        if isinstance(what, Kind):
            made.append(what.event(*note[1], what.ability, what.rulings, *note[2:]))
        else:
            made.extend(what(*note[1], *note[2:]))
    return made


EXHAUSTED: Final = Kind(ev.Exhausted, None, "2.9")
MANA_GAINED: Final = Kind(ev.ManaGained, None, "2.1")
CATALYSED: Final = Kind(ev.Catalysed, "catalyst", "5.7", "2.1")
ASSAULT_BEGINS: Final = Kind(ev.AssaultBegins, None, "2.5", "2.6")
WAITS: Final = Kind(ev.Waits, None, "2.5")
ASSAULT_ENDS: Final = Kind(ev.AssaultEnds, None)
OVER: Final = Kind(ev.Over, None, "1.2", "1.3")
OVER_FOR_MANY: Final = Kind(ev.Over, None, "1.2", "1.3", "8.2")

STRONGHOLD_HIT_BY: Final[dict[str | None, Kind]] = {
    None: Kind(ev.StrongholdHit, None, "1.1"),
    "price-of-blood": Kind(ev.StrongholdHit, "price-of-blood", "5.18", "1.1"),
    "immolation": Kind(ev.StrongholdHit, "immolation", "5.12", "1.1"),
    "sharpening": Kind(ev.StrongholdHit, "sharpening", "5.23", "1.1"),
}
BASTION_FALLS: Final = Kind(ev.BastionFalls, None, "1.2")
REGENERATED: Final = Kind(ev.Regenerated, "regeneration", "5.21")
NOT_REGENERATED: Final = Kind(ev.NoEffect, "regeneration", "5.21")

CHAMPION_DISCOUNTED: Final = Kind(ev.Discounted, None, "6.1")
DISCOUNTED: Final = Kind(ev.Discounted, "lucidity", "5.15")
PLAYED: Final = Kind(ev.Played, None, "2.2")
LEFT_HAND: Final = Kind(ev.LeftHand, None, "1.4")
JOINED: Final = Kind(ev.Joined, "symbiote", "5.26")
ENTERED: Final = Kind(ev.Entered, None, "2.3", "3.1")
ENTERED_BY_FOCUS: Final = Kind(ev.Entered, "focus", "10.1")
READIED: Final = Kind(ev.Readied, None, "6.2")
BACKLASH_COUNTED: Final = Kind(ev.BacklashCounted, "backlash", "5.4")
BACKLASH_IN_VAIN: Final = Kind(ev.NoEffect, "backlash", "5.4")
COUNTER_ORDERED: Final = Kind(ev.CounterOrdered, "counter-order", "5.8", "1.6")
ENCHAINED: Final = Kind(ev.Enchained, "enchain", "5.11", "3.5")
REINFORCED: Final = Kind(ev.Reinforced, "reinforcement", "5.22")
AI_REINFORCED: Final = Kind(ev.Reinforced, "reinforcement", "5.22", "7.5")
BLACKMAILED: Final = Kind(ev.NoEffect, "blackmail", "5.6", "2.2")

CLEARED: Final = Kind(ev.Cleared, None, "2.5")
CLEARED_BY_RAGE: Final = Kind(ev.Cleared, "rage", "5.20")
TARGETED_BY_ATTACK: Final = Kind(ev.Targeted, None, "2.7")
TARGETED_BY_INCANTATION: Final = Kind(ev.Targeted, None, "2.4")
TARGETED_BY_BACKLASH: Final = Kind(ev.Targeted, None, "5.4")
STRONGHOLD_TARGETED: Final = Kind(ev.StrongholdTargeted, None, "2.7")
SPRINTED: Final = Kind(ev.Sprinted, "sprint", "5.25")
GOES_BERSERK: Final = Kind(ev.GoesBerserk, "berserk", "5.5")
STRIKES_BACK: Final = Kind(ev.StrikesBack, "instinct", "5.14")

AMOUNT: Final = Kind(ev.Amount, None, "4.1")
NO_AMOUNT: Final = Kind(ev.Amount, None, "4.1", "4.3")
PREVENTED_BY: Final[dict[int, Kind]] = {
    INDESTRUCTIBLE: Kind(ev.Prevented, "indestructible", "5.13"),
    PROTECTION: Kind(ev.Prevented, "protection", "5.19"),
}
DAMAGED: Final = Kind(ev.Damaged, None, "4.2", "2.8")
RELEASED: Final = Kind(ev.Released, "enchain", "5.11")
DESTROYED: Final = Kind(ev.Destroyed, None, "4.4", "3.8")
RETURNED_BY: Final[dict[int, Kind]] = {
    0: Kind(ev.Returned, None, "1.5"),
    CURSED: Kind(ev.Returned, "cursed", "5.9"),
    MERCENARY: Kind(ev.Returned, "mercenary", "5.16"),
}
RETURNED_TO_AI_BY: Final[dict[int, Kind]] = {
    0: Kind(ev.Returned, None, "7.5"),
    CURSED: Kind(ev.Returned, "cursed", "7.5"),
    MERCENARY: Kind(ev.Returned, "mercenary", "7.5"),
}
CHAMPION_EXHAUSTED: Final = Kind(ev.ChampionExhausted, None, "6.2")
SHARPENED: Final = Kind(ev.Sharpened, "sharpening", "5.23")
SHARPENED_BEFORE: Final = Kind(ev.NoEffect, "sharpening", "5.23")
VANISHED: Final = Kind(ev.Vanished, "vanish", "5.27")
STOPPED: Final = Kind(ev.Stopped, None, "2.12")

AI_MANA: Final = Kind(ev.AIManaCounted, None, "7.2")
REVEALED: Final = Kind(ev.Revealed, None, "7.3")
LEFT_PILE: Final = Kind(ev.LeftPile, None, "7.9")
DISCARDED: Final = Kind(ev.Discarded, None, "7.1")
PILE_MADE: Final = Kind(ev.PileMade, None, "7.1", "7.9")
CHOSEN_INSTEAD: Final = Kind(ev.ChosenInstead, "counter-order", "7.5", "5.8")
SYMBIOTE_IN_VAIN: Final = Kind(ev.InVain, "symbiote", "7.5")
INCANTATION_IN_VAIN: Final = Kind(ev.InVain, None, "7.4")
RESISTED: Final = Kind(ev.Resisted, None, "7.8")


# Notes that stand for more than one event.


def turns(phase: str, step: None, ended: int, seat: int, turn: int) -> list[ev.Event]:
    """One turn ends, the next begins."""
    return [ev.TurnEnds("end", step, None, ("2.8",), ended), ev.TurnBegins(phase, step, None, (), seat, turn)]


def targets(
    phase: str,
    step: int,
    rulings: tuple[str, ...],
    who: ev.Place | None,
    target: ev.Place,
    others: tuple[ev.Place | None, ev.Place | None],
    season_1: bool,
    aerial: int,
) -> list[ev.Event]:
    """The target and those besides it."""
    ability: str | None = None
    if season_1 and (aerial or target[1]):
        ability, rulings = "aim" if aerial else "aerial", ("10.1",)
    made: list[ev.Event] = [ev.Targeted(phase, step, ability, rulings, who, target)]
    behind, beside = others
    if behind is not None:
        made.append(ev.Targeted(phase, step, "perforation", ("5.17",), who, behind))
    if beside is not None:
        made.append(ev.Targeted(phase, step, "splash", ("5.24", "4.6"), who, beside))
    return made


def amounts(
    phase: str,
    step: int,
    places: list[ev.Place | None],
    foe: int,
    dealt: list[int],
    vulnerable: int,
    bonus: int,
    doubled: bool,
) -> list[ev.Event]:
    """The amount for each target, and what brought it about."""
    made: list[ev.Event] = []
    for whom, amount in zip(places, dealt, strict=True):
        plain = amount // 2 if doubled else amount
        if vulnerable:
            made.append(ev.AmountChanged(phase, step, "vulnerability", ("5.28",), whom, foe, plain - bonus))
        if bonus:
            made.append(ev.AmountChanged(phase, step, "sprint", ("5.25",), whom, foe, plain))
        if doubled:
            made.append(ev.AmountChanged(phase, step, "aquatic", ("5.2",), whom, foe, amount))
        rulings = ("4.1",) if amount else ("4.1", "4.3")
        made.append(ev.Amount(phase, step, None, rulings, whom, foe, amount))
    return made


def auras(
    phase: str, step: int | None, whom: ev.Place, nearer: Body | None, farther: Body | None, was: int, now: int
) -> list[ev.Event]:
    """What Auras newly give a Creature and no longer give it."""
    made: list[ev.Event] = []
    row, place, _ = whom
    changed = was ^ now
    while changed:
        flag = changed & -changed
        changed ^= flag
        slug = AURA_PREFIX + SLUG_OF_FLAG[flag]
        if not now & flag:
            made.append(ev.AuraEnds(phase, step, slug, ("5.3", "3.6"), whom))
        elif nearer is not None and nearer.auras & flag:
            made.append(ev.AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place - 1, nearer.name), whom))
        elif farther is not None and farther.auras & flag:
            made.append(ev.AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place + 1, farther.name), whom))
        else:
            made.append(ev.AuraGives(phase, step, slug, ("7.5", "7.8"), None, whom))
    return made

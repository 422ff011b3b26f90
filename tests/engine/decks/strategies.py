"""Hypothesis strategies: sound positions of every kind as ``clash-position/1`` JSON, and walks that start from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_1, SEASON_2
from engine.decks.rules.actions import Action
from engine.decks.rules.modes import MODES as ALL_MODES
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position

Json = dict[str, Any]

MODES = ("duel", "duel", "duel", "solo", "solo", "ffa", "teams", "coop")
SEATS = {name: SEAT_NAMES[: mode.seats] for name, mode in ALL_MODES.items()}
AI_SEATS = {name: "".join(SEAT_NAMES[seat] for seat in mode.ai_seats) for name, mode in ALL_MODES.items()}
NAMES = ("Ant", "Bee", "Cat", "Dog", "Old Tom", "Zoé", 'say "no"')
CATALOGUE: dict[str, Json] = {
    "base/imp": {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []},
    "base/spark": {"name": "Spark", "type": "incantation", "cost": 1, "av": 1, "abilities": []},
}


def slugs_of_edition(edition: str) -> tuple[str, ...]:
    """The abilities of an edition, each also as an Aura."""
    own = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition]]
    return (*own, *(f"aura:{slug}" for slug in own))


SLUGS = {edition: slugs_of_edition(edition) for edition in (SEASON_1, SEASON_2)}


@st.composite
def creature_cards(draw: st.DrawFn, edition: str, symbiote: bool = False, host: bool = False) -> Any:
    """A Creature card; ``symbiote``: one that bears Symbiote, ``host``: one that does not."""
    size = draw(st.sampled_from((0, 1, 1, 2, 2, 3)))
    abilities = draw(st.lists(st.sampled_from(SLUGS[edition]), min_size=size, max_size=size, unique=True))
    if symbiote:
        abilities = [slug for slug in abilities if slug != "symbiote"] + ["symbiote"]
    elif host:
        abilities = [slug for slug in abilities if slug != "symbiote"]
    cost, av, hp = draw(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(1, 6)))
    name = draw(st.sampled_from(NAMES))
    return {"name": name, "type": "creature", "cost": cost, "av": av, "hp": hp, "abilities": abilities}


@st.composite
def incantations(draw: st.DrawFn, edition: str, markable: bool = False) -> Any:
    """An Incantation; ``markable``: one that may carry the mark of Sharpening."""
    size = draw(st.integers(0, 2))
    abilities = draw(st.lists(st.sampled_from(SLUGS[edition]), min_size=size, max_size=size, unique=True))
    cost, av = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    card: Json = {"name": draw(st.sampled_from(NAMES)), "type": "incantation", "cost": cost, "av": av}
    card["abilities"] = abilities
    if markable and draw(st.integers(0, 7)) == 7:
        card["sharpened"] = True
    return card


def cards(edition: str, markable: bool = False) -> st.SearchStrategy[Any]:
    """Any card, now and then a reference into ``CATALOGUE``."""
    return st.one_of(
        creature_cards(edition),
        creature_cards(edition),
        creature_cards(edition, symbiote=edition == SEASON_2),
        incantations(edition, markable),
        st.sampled_from(sorted(CATALOGUE)),
    )


@st.composite
def creatures(draw: st.DrawFn, edition: str) -> Any:
    """A Creature in play, now and then a stack, with whatever this turn may have left on it."""
    kind, marks, damage = draw(st.tuples(st.integers(0, 7), st.integers(0, 15), st.integers(0, 4)))
    stack = kind == 1 and edition == SEASON_2
    creature: Json = {"card": draw(creature_cards(edition, host=stack))}
    if stack:
        creature["symbiote"] = draw(creature_cards(edition, symbiote=True))
    if kind in (1, 2) and draw(st.booleans()):
        creature["enchained"] = draw(cards(edition))
    hp = creature["card"]["hp"] + (creature["symbiote"]["hp"] if stack else 0)
    if damage and damage < hp:
        creature["damage"] = damage
    for bit, mark in enumerate(("entered", "struck", "sharpened", "activated")):
        if marks >> bit & 1 and kind > 3:
            creature[mark] = True
    if kind == 3:
        creature["sprint"] = draw(st.integers(1, 3))
    return creature


@st.composite
def players(draw: st.DrawFn, edition: str, size: int) -> Any:
    """A seat with at most ``size`` cards in hand and half as many Creatures on a line."""
    length = draw(st.sampled_from((size, size, size - 1, 2, 1)))
    hand = draw(st.lists(cards(edition, markable=True), min_size=length, max_size=length))
    place, turn, fort, state = draw(
        st.tuples(st.sampled_from((0, 0, 1, 2, 5)), st.integers(0, 9), st.booleans(), st.integers(0, 7))
    )
    place = min(place, length - 1)
    seat: Json = {"turn": turn, "hand": [*hand[:place], "fort" if fort else "bastion", *hand[place:]]}
    seat.update(draw(lines(edition, size)))
    standing = [*seat["upper"], *seat["lower"]]
    if state in (1, 2):
        champion = draw(creature_cards(edition, symbiote=state == 1 and edition == SEASON_2))
        seat["champion"] = {"card": champion, "state": draw(st.sampled_from(("ready", "exhausted")))}
    elif state == 3 and standing:
        creature = draw(st.sampled_from(standing))
        on_top = "symbiote" in creature and draw(st.booleans())
        creature["champion"] = "symbiote" if on_top else True
        seat["champion"] = {"card": creature["symbiote" if on_top else "card"], "state": "in-play"}
    return seat


@st.composite
def lines(draw: st.DrawFn, edition: str, size: int) -> Any:
    """The two lines of a seat."""
    seat = {}
    for line in ("upper", "lower"):
        length = draw(st.sampled_from((0, 1, 2, size // 2)))
        seat[line] = draw(st.lists(creatures(edition), min_size=length, max_size=length))
    return seat


@st.composite
def ai_players(draw: st.DrawFn, edition: str, size: int) -> Any:
    """The seat of an AI."""
    length, left = draw(st.tuples(st.integers(1, size), st.integers(0, size)))
    pile = draw(st.lists(cards(edition), min_size=length, max_size=length))
    discard = draw(st.lists(cards(edition), min_size=left, max_size=left))
    turn, fixed, variable, resistance, fort = draw(
        st.tuples(st.integers(0, 9), st.integers(0, 10), st.integers(0, 2), st.booleans(), st.booleans())
    )
    abilities = draw(st.lists(st.sampled_from([slug for slug in SLUGS[edition] if ":" not in slug]), max_size=1))
    ai: Json = {"fixed_mana": fixed, "variable_mana": variable, "resistance": resistance, "abilities": abilities}
    seat: Json = {"turn": turn, "ai": ai, "side": "fort" if fort else "bastion", "pile": pile, "discard": discard}
    return {**seat, **draw(lines(edition, size))}


@st.composite
def positions(draw: st.DrawFn, modes: tuple[str, ...] = MODES) -> Json:
    """A position in which something can be done."""
    edition = draw(st.sampled_from((SEASON_2, SEASON_2, SEASON_1)))
    mode = draw(st.sampled_from(modes))
    seats = SEATS[mode]
    size = 4 if len(seats) == 4 else 6
    data: Json = {"format": "clash-position/1", "edition": edition, "mode": mode}
    first, active, mana = draw(st.tuples(st.sampled_from(seats), st.sampled_from(seats), st.integers(0, 15)))
    if first != "A":
        data["first"] = first
    data["exhaustion"] = draw(st.booleans())
    data["active"] = active
    data["phase"] = draw(st.sampled_from(("summoning", "summoning", "mana", "end")))
    data["mana"] = mana
    by_ai = AI_SEATS[mode]
    if active in by_ai:
        data["phase"], data["mana"] = "mana", 0
    data["players"] = {seat: draw((ai_players if seat in by_ai else players)(edition, size)) for seat in seats}
    if draw(st.integers(0, 9)) == 9:
        data["objective"] = draw(objectives(seats))
    return data


@st.composite
def objectives(draw: st.DrawFn, seats: str) -> Any:
    """An objective for one of the seats."""
    destroy = {
        "player": draw(st.sampled_from(seats)),
        "line": draw(st.sampled_from(("upper", "lower"))),
        "position": draw(st.integers(0, 2)),
    }
    goals = ("win", "bastion", "survive", "predict", {"damage": draw(st.integers(1, 9))}, {"destroy": destroy})
    goal = draw(st.sampled_from(goals))
    return {"player": draw(st.sampled_from(seats)), "goal": goal, "turns": draw(st.integers(1, 3))}


@dataclass(frozen=True)
class Walk:
    """A start and which of the legal actions to take, one number a step (counted round the list)."""

    start: Json
    choices: tuple[int, ...]

    def position(self) -> Position:
        """A new position, as at the start."""
        return read_position(self.start, CATALOGUE)

    def steps(self) -> Iterator[tuple[Position, Action]]:
        """Each position that the walk comes to, with the action taken there; change neither."""
        position = self.position()
        for choice in self.choices:
            actions = position.legal_actions()
            if not actions:
                return
            action = actions[choice % len(actions)]
            yield position, action
            position = position.copy()
            position.push(action)


def walks(length: int = 12) -> st.SearchStrategy[Walk]:
    """Random walks over legal actions."""
    choices = st.lists(st.integers(0, 30), min_size=length // 2, max_size=length).map(tuple)
    return st.builds(Walk, positions(), choices)

"""Common knowledge of the hidden cards: exactly what follows from what was seen.

The check is by brute force: every order in which the hidden cards could have been dealt is played through with the same
actions; those in which everybody would have seen the same are the ones that are possible, and a card is known when it
is the same one in all of them.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.actions import BEGIN_TURN, Action, play_on_line
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL, FREE_FOR_ALL, SOLO, TEAMS, Mode
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import IllegalAction

pytestmark = pytest.mark.slow("deals every way that cards may lie")

WATCHED = 1  # the seat whose hand, or pile, is hidden
# Abilities that move cards in hands, each several times.
SLUGS = ["reinforcement"] * 5 + ["counter-order"] * 3 + ["enchain"] * 2 + ["cursed", "mercenary", "blackmail", "rage"]
SLUGS += [
    "symbiote",
    "aura:reinforcement",
    "aura:blackmail",
    "price-of-blood",
    "regeneration",
    "backlash",
    "immolation",
]


def random_card(rng: random.Random, name: str) -> Card:
    creature = rng.random() < 0.8
    slugs = tuple({rng.choice(SLUGS) for _ in range(rng.choice((0, 1, 1, 2)))})
    cost, av, hp = rng.choice((0, 1, 1, 2, 5)), rng.choice((1, 2, 3)), rng.choice((1, 1, 2))
    return Card(name, creature, cost, av, hp, slugs)


def random_start(rng: random.Random, mode: Mode, size: int) -> Position:
    """A small game about to begin; now and then two cards are alike."""
    position = Position(mode)
    for seat, player in enumerate(position.seats):
        cards = [random_card(rng, "ABCD"[seat] + str(number)) for number in range(size)]
        if rng.random() < 0.3:
            cards[0] = cards[1]
        if isinstance(player, AISeat):
            player.pile = cards
            player.fixed_mana = 2
        else:
            player.hand = cards
    position.seats[0].turn = 1
    position.seed = rng.randrange(1000)
    return position


def hidden_of(position: Position) -> list[Card]:
    player = position.seats[WATCHED]
    return player.pile if isinstance(player, AISeat) else player.hand


def seen_by_all(events: list[ev.Event], ai: bool) -> list[Any]:
    """The events without whatever a rulebook's reader would not show; stricter than the views, and made otherwise."""
    public = []
    for event in events:
        written = ev.to_dict(event)
        if isinstance(event, ev.CounterOrdered):
            del written["card"]
        if isinstance(event, ev.PileMade):
            written["cards"] = sorted(card.key for card in event.cards)
        if isinstance(event, ev.Reinforced) and ai and event.player == WATCHED:
            del written["card"]
        public.append(written)
    return public


def do(position: Position, action: Action) -> list[ev.Event]:
    trace = Trace()
    position.apply(action, trace)
    return trace.events


class World:
    """One way in which the hidden cards may have been dealt, as it stands after the actions so far."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.reshuffled = False

    def go_on(self, action: Action, expected: str) -> Iterator[World]:
        """This world after the action, if everybody would see the same; once for every order of a new pile."""
        for position in self._orders(action):
            try:
                events = do(position, action)
            except IllegalAction:
                return
            if json.dumps(seen_by_all(events, ai=bool(position.mode.ai_seats))) == expected:
                world = World(position)
                world.reshuffled = self.reshuffled or any(isinstance(event, ev.PileMade) for event in events)
                yield world

    def _orders(self, action: Action) -> Iterator[Position]:
        trial = self.position.copy()
        trace = Trace()
        try:
            trial.apply(action, trace)
        except IllegalAction:
            return
        made = [event for event in trace.events if isinstance(event, ev.PileMade)]
        if not made:
            yield self.position.copy()
            return
        # Seeds enough that every order of the new pile comes up.
        for seed in range(40 * len(list(permutations(made[0].cards)))):
            copy = self.position.copy()
            copy.seed = seed
            yield copy


def possible(worlds: list[World], place: int) -> set[str]:
    return {hidden_of(world.position)[place].unmarked().key for world in worlds}


def distinct(worlds: list[World]) -> list[World]:
    return list({world.position.key(): world for world in worlds}.values())


def walk(rng: random.Random, mode: Mode, size: int, length: int) -> Iterator[tuple[Position, Knowledge, list[World]]]:
    position = random_start(rng, mode, size)
    knowledge = Knowledge(position)
    worlds = []
    for order in permutations(hidden_of(position)):
        copy = position.copy()
        hidden_of(copy)[:] = order
        worlds.append(World(copy))
    worlds = distinct(worlds)
    yield position, knowledge, worlds
    for _ in range(length):
        actions = position.legal_actions()
        if not actions:
            return
        action = rng.choice(actions[:-1] if len(actions) > 1 and rng.random() < 0.8 else actions)
        events = do(position, action)
        expected = json.dumps(seen_by_all(events, ai=bool(mode.ai_seats)))
        worlds = distinct([after for world in worlds for after in world.go_on(action, expected)])
        for event in events:
            knowledge.see(event)
        yield position, knowledge, worlds


def check(position: Position, knowledge: Knowledge, worlds: list[World], counts: Counter[str]) -> None:
    hidden = hidden_of(position)
    known = knowledge.of_pile(WATCHED) if position.mode.ai_seats else knowledge.of_hand(WATCHED, 0)
    assert len(known) == len(hidden) and worlds
    for place, card in enumerate(known):
        could_be = possible(worlds, place)
        assert hidden[place].unmarked().key in could_be
        if card is None:
            assert len(could_be) > 1, "it follows which card this is"
            counts["unknown"] += 1
        else:
            assert could_be == {card.unmarked().key}, "it does not follow which card this is"
            counts["known"] += 1
    counts["passed"] += bool(knowledge.passed)
    if knowledge.deduced():
        counts["deduced"] += 1


@pytest.mark.parametrize("seed", range(4))
def test_hands_by_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    for _ in range(90):
        mode = rng.choice((DUEL, DUEL, FREE_FOR_ALL, TEAMS))
        for position, knowledge, worlds in walk(rng, mode, rng.choice((3, 4, 4)), 16):
            check(position, knowledge, worlds, counts)
    assert counts["unknown"] > 100 and counts["known"] > 100 and counts["passed"] > 5 and counts["deduced"] > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_piles_by_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    for _ in range(40):
        for position, knowledge, worlds in walk(rng, SOLO, 4, 12):
            check(position, knowledge, worlds, counts)
            counts["reshuffled"] += worlds[0].reshuffled
    assert counts["unknown"] > 40 and counts["known"] > 20 and counts["reshuffled"] > 10


def creature(name: str, cost: int = 1, *slugs: str) -> Card:
    return Card(name, True, cost, 1, 1, slugs)


def small(*hand: Card) -> tuple[Position, Knowledge]:
    position = Position(DUEL)
    position.seats[0].hand = [creature(f"a{number}") for number in range(4)]
    position.seats[1].hand = list(hand)
    return position, Knowledge(position)


def names(knowledge: Knowledge, seat: int = 1) -> list[str | None]:
    return [None if card is None else card.name for card in knowledge.of_hand(seat, 0)]


def test_a_card_that_was_seen_stays_known_where_it_goes() -> None:
    position, knowledge = small(creature("b0"), creature("b1"), creature("b2"), creature("b3"))
    assert names(knowledge) == [None] * 4 and names(knowledge, 0) == ["a0", "a1", "a2", "a3"]
    b0 = position.seats[1].hand[0]
    base: tuple[Any, ...] = ("summoning", None, None, ())
    for event in (ev.LeftHand(*base, 1, b0, 1), ev.Entered(*base, (2, 0, "b0"), b0, False)):
        assert knowledge.see(event)
    assert names(knowledge) == [None] * 3
    for event in (ev.Destroyed(*base, (2, 0, "b0")), ev.Returned(*base, 1, 1, "right", b0)):
        assert knowledge.see(event)
    assert names(knowledge) == [None, None, None, "b0"]
    assert not knowledge.see(ev.CounterOrdered(*base, 1, position.seats[1].hand[1]))
    assert names(knowledge) == [None, None, "b0", None]
    assert {card.name for card in knowledge.of_hand(1, 1) if card} == {"b0", "b1", "b2", "b3"}


def test_the_last_unseen_card_is_known() -> None:
    position, knowledge = small(creature("b0"), creature("b1"))
    b0 = position.seats[1].hand[0]
    knowledge.see(ev.LeftHand("summoning", None, None, (), 1, b0, 1))
    assert names(knowledge) == ["b1"]
    assert knowledge.see(ev.CounterOrdered("summoning", None, None, (), 1, position.seats[1].hand[1]))


def test_what_reinforcement_passes_over_is_none_that_it_could_play() -> None:
    dear, bearer, spell = creature("dear", 5), creature("bearer", 1, "reinforcement"), Card("spell", False, 1, 1, 0, ())
    cheap = creature("cheap", 4)
    assert [can_reinforce(card) for card in (dear, bearer, spell, cheap)] == [False, False, False, True]
    _, knowledge = small(dear, cheap, creature("other"))
    knowledge.see(ev.Reinforced("summoning", 11, "reinforcement", (), 1, 0, cheap))
    knowledge.see(ev.LeftHand("summoning", 3, None, (), 1, cheap, 2))
    assert names(knowledge) == ["dear", "other"], "the one passed over is the only one that could not be played"
    assert len(knowledge.passed) == 1
    knowledge.see(ev.LeftHand("summoning", 3, None, (), 1, dear, 1))
    assert knowledge.passed == set(), "a card that is seen may be shuffled again later"


def test_a_card_that_price_of_blood_could_not_pay_for_was_seen() -> None:
    """It is shown when it is paid for; when that ends the game it still lies in the hand."""
    position = Position(DUEL)
    position.seats[0].hand = [creature("b0"), creature("b1", 9, "price-of-blood"), creature("b2")]
    position.seats[1].hand = [creature("a0")]
    position.seats[0].fort, position.seats[0].turn = True, 1
    knowledge = Knowledge(position)
    for action in (BEGIN_TURN, play_on_line(2, 0)):
        for event in do(position, action):
            knowledge.see(event)
    assert position.is_over
    assert [card and card.name for card in knowledge.of_hand(0, 1)] == [None, "b1", None]


def test_copies_are_independent() -> None:
    position, knowledge = small(creature("b0"), creature("b1"), creature("b2"))
    copy = knowledge.copy()
    copy.see(ev.LeftHand("summoning", None, None, (), 1, position.seats[1].hand[0], 1))
    copy.passed.add(1)
    assert names(knowledge) == [None] * 3 and names(copy) == [None] * 2
    assert knowledge.passed == set()

"""The view that a bot is given holds nothing that its seat cannot know."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.decks.bots import BotView
from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.view_reading import read_view
from engine.decks.formats.interchange import write_position
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.terms import Terms
from engine.decks.rules.board import AISeat
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.position import Position
from engine.kernel.chance import Chance
from engine.kernel.errors import BadPosition
from tests.engine.decks.bots.helpers import PLACES, setup_of, twin_of, under_way
from tests.engine.decks.helpers import read


def games() -> list[tuple[str, int, int]]:
    return [(mode, seed, 9 * seed) for mode in PLACES for seed in range(6)]


def cards_in(position: Position) -> list[Counter[str]]:
    """The cards of each seat, in hand or pile."""
    lists = [p.pile if isinstance(p, AISeat) else p.hand for p in position.seats]
    return [Counter(card.key for card in cards) for cards in lists]


@pytest.mark.parametrize(("mode", "seed", "actions"), games())
def test_the_same_sight_of_games_that_differ_in_hidden_things(mode: str, seed: int, actions: int) -> None:
    game = under_way(mode, seed, actions)
    if game.is_over:
        return
    copy = twin_of(game, game.active, random.Random(seed))
    ours, theirs = bot_view(game, game.active), bot_view(copy, game.active)
    assert ours.key() == theirs.key()
    assert ours.legal_actions() == theirs.legal_actions() == game.legal_actions()
    assert ours.sample(Chance(seed, "x")).key() == theirs.sample(Chance(seed, "x")).key()


@pytest.mark.parametrize(("mode", "seed", "actions"), games())
def test_a_view_that_is_read_deals_as_that_of_the_game(mode: str, seed: int, actions: int) -> None:
    """What the API sends is enough to go on with, for its seat and for a spectator."""
    game = under_way(mode, seed, actions)
    for seat in (None,) if game.is_over else (game.active, None):
        data = json.loads(json.dumps(game.view(seat)))
        view = read_view(data)
        dealt = [view.sample(Chance(number, "x")) for number in range(2)]
        assert seat is None or [str(action) for action in view.legal_actions()] == data["actions"]
        for position in dealt:
            shown = write_position(position)
            for name, player in data["position"]["players"].items():
                for kind in {"hand", "pile"} & player.keys():
                    there = shown["players"][name][kind]
                    assert [card for card, seen in zip(there, player[kind], strict=True) if seen] == [
                        card for card in player[kind] if card
                    ]
        if seat is not None:
            ours, theirs = read_view(data["position"]), bot_view(game, seat)
            assert cards_in(ours.sample(Chance(1, "x"))) == cards_in(theirs.sample(Chance(1, "x")))


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"hidden": []}, "/position/players/B/hand/1"),
        ({"hidden": [{"in": ["B"], "cards": []}]}, "/position/hidden/0/cards"),
        ({"hidden": [{"in": "B", "cards": 3}]}, "/position/hidden/0/in"),
        ({"hidden": [{}] * 9}, "/position/hidden"),
        ({"hidden": 7}, "/position/hidden"),
        ({"players": []}, "/position/players"),
        ({"players": {"A": [], "B": None}}, "/position/players/A"),
    ],
)
def test_a_view_that_is_none_is_refused_with_its_place(change: dict[str, Any], at: str) -> None:
    view = under_way("duel", 1, 5).view(0)
    assert isinstance(view["position"]["players"]["B"]["hand"], list)
    with pytest.raises(BadPosition) as refused:
        read_view({**view, "position": {**view["position"], **change}})
    assert at in [fault.at for fault in refused.value.faults]
    with pytest.raises(BadPosition) as refused:  # one fault, not one for each key of another game
        read_view({**view, "format": "magic-schools-table/1"})
    assert [fault.at for fault in refused.value.faults] == ["/format"]
    for nothing in (None, 3, {}, {"seat": "A"}, {"position": None}, {**view, "seat": "Z"}):
        with pytest.raises(BadPosition):
            read_view(nothing)


def test_the_twins_do_differ() -> None:
    assert sum(
        twin_of(game, game.active, random.Random(1)).key() != game.key()
        for game in (under_way(mode, 1, 5) for mode in PLACES)
    ) == len(PLACES)


@pytest.mark.parametrize(("mode", "seed", "actions"), games())
def test_samples_could_be_the_real_position(mode: str, seed: int, actions: int) -> None:
    game = under_way(mode, seed, actions)
    position = game.position
    assert position is not None
    if game.is_over:
        return
    seat = game.active
    sample = bot_view(game, seat).sample(Chance(seed, "x"))
    assert sample.seats[seat].key() == position.seats[seat].key()
    assert [[c.key() for c in row] for row in sample.rows] == [[c.key() for c in row] for row in position.rows]
    if mode != "coop":  # there the piles of the two AIs were shuffled together
        assert cards_in(sample) == cards_in(position)
    assert sum(cards_in(sample), Counter()) == sum(cards_in(position), Counter())
    assert (sample.seed is None) == (position.seed is None)


def test_known_cards_stay_where_they_are() -> None:
    """A card that came back to a hand in the open is in its place in every sample."""
    seen = 0
    for seed in range(12):
        game = under_way("duel", seed, 30)
        if game.is_over or game.position is None or game.knowledge is None:
            continue
        enemy = 1 - game.active
        known = game.knowledge.of_hand(enemy, game.active)
        sample = bot_view(game, game.active).sample(Chance(seed, "x"))
        for card, real in zip(sample.seats[enemy].hand, known, strict=True):
            assert real is None or card == real
        seen += sum(card is not None for card in known)
    assert seen > 10


def test_what_reinforcement_passed_over_is_kept_out_of_reach() -> None:
    position = read("A summoning m5 | A [B a(c1 1/1)] | B [B p(c1 1/1) q(c5 1/1) r(c6 1/1) s(c2 1/1)]")
    knowledge = Knowledge(position)
    token = knowledge.scene.hands[1].tokens[1]
    knowledge.passed.add(token)
    view = BotView(position, knowledge, 0)
    places: set[tuple[str, ...]] = set()
    for number in range(60):
        hand = view.sample(Chance(number, "x")).seats[1].hand
        assert not can_reinforce(hand[1])
        places.add(tuple(card.name for card in hand))
    assert len(places) == 12  # 2 cards could lie there, the other 3 anywhere


def test_samples_differ() -> None:
    game = under_way("duel", 3, 4)
    view = bot_view(game, game.active)
    assert len({view.sample(Chance(number, "x")).key() for number in range(10)}) > 5


def test_no_actions_out_of_turn() -> None:
    game = under_way("duel", 3, 4)
    assert bot_view(game, 1 - game.active).legal_actions() == []


def test_nothing_to_see_before_the_deal() -> None:
    with pytest.raises(ValueError, match="dealt"):
        bot_view(DecksGame(setup_of("duel", 1), Terms()), 0)

"""What holds in every game: checked on positions that chance leads to, for every number of players and variant."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.armies.formats.state_reading import read_state
from engine.armies.formats.state_writing import write_state
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import BONUS, CARD_NAMES, CHEST, DEATH, SEAT_NAMES
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction, parse_action
from engine.armies.rules.drawing import FOR_GOLDEN_RULE
from engine.armies.rules.legality import armies_for_chest
from engine.armies.rules.position import ArmiesPosition
from engine.armies.trace.base import Trace
from engine.armies.trace.events import EVENTS
from engine.kernel.errors import IllegalAction
from tests.engine.armies.helpers import VARIANTS, all_cards, at_random, is_between_hands, walk

POSITIONS = st.builds(
    at_random,
    st.integers(2, 6),
    st.sampled_from(list(VARIANTS)),
    st.integers(0, 10**6),
    st.integers(0, 300),
)
# Every text of the contract's table but ``chest``, whose cards make too many.
_CARDS = [*CARD_NAMES]
TEXTS = [
    *("deal", "draw", "lay-down", "end-turn", "stand", "surrender", "join", "pass", "guard", "decline", "allow"),
    *("castle", *(f"battle {card}" for card in _CARDS[:60]), *(f"battle spy {number}" for number in range(1, 11))),
    *(f"thief bonus {seat}" for seat in SEAT_NAMES),
    *(f"thief ask {seat} {name}" for seat in SEAT_NAMES for name in [*map(str, range(1, 11)), *_CARDS[60:]]),
    *(f"{verb} {card}" for verb in ("gravedigger", "champion", "give") for card in _CARDS),
]
ACTIONS = [parse_action(text) for text in TEXTS if not (text.startswith("thief ask") and text.endswith("bonus"))]
CODES = {
    *("game-over", "wrong-phase", "not-in-hand", "no-champion", "bad-champion", "bad-target", "bad-gift", "bad-army"),
    *("bad-grave", "not-in-discard", "no-armies"),
}


@given(POSITIONS)
def test_no_card_is_lost_or_made(position: ArmiesPosition) -> None:
    cards = all_cards(position)
    if not is_between_hands(position):
        assert cards == Counter(position.options.complete_deck())


@given(POSITIONS)
def test_cards_lie_where_they_may(position: ArmiesPosition) -> None:
    assert not {BONUS, DEATH, CHEST} & set(position.discard)
    assert position.discard == sorted(position.discard)
    for player in position.players:
        assert BONUS not in player.hand and player.hand == sorted(player.hand)


@given(POSITIONS)
def test_what_is_listed_is_allowed_and_nothing_else(position: ArmiesPosition) -> None:
    listed = set(position.legal_actions())
    armies = [
        ArmiesAction("chest", cards=army) for player in position.players for army in armies_for_chest(player.hand)
    ]
    for action in [*ACTIONS, *armies, *listed]:
        before = position.key()
        after = position.copy()
        try:
            after.apply(action)
        except IllegalAction as wrong:
            assert action not in listed, str(action)
            assert wrong.code in CODES
            assert after.key() == before
        else:
            assert action in listed, str(action)


@given(POSITIONS)
def test_actions_are_listed_once_and_read_as_they_are_written(position: ArmiesPosition) -> None:
    actions = position.legal_actions()
    assert len(set(actions)) == len(actions)
    assert [parse_action(str(action)) for action in actions] == actions
    assert position.is_over or actions


@given(POSITIONS)
def test_a_state_is_read_as_it_is_written(position: ArmiesPosition) -> None:
    written = write_state(position)
    read = read_state(written)
    assert read.key() == position.key()
    assert write_state(read) == written
    if position.phase not in (at.STAND, at.SPY_PHASE):
        assert read_state({key: value for key, value in written.items() if key != "queue"}).queue == position.queue


@given(POSITIONS, st.randoms(use_true_random=False))
def test_a_copy_goes_its_own_way(position: ArmiesPosition, rng: object) -> None:
    before = position.key()
    copy = position.copy()
    for _ in range(10):
        actions = copy.legal_actions()
        if not actions:
            break
        copy.push(actions[len(actions) // 2])
    assert position.key() == before


@given(POSITIONS)
def test_the_golden_rule(position: ArmiesPosition) -> None:
    """After a turn everybody holds eight cards, unless both piles are empty; nobody discards down."""
    if position.phase != at.AFTER:
        return
    held = [len(player.hand) for player in position.players]
    trace: Trace = []
    position.apply(parse_action("end-turn"), trace)
    if position.phase != at.TURN:
        return
    for seat, player in enumerate(position.players):
        assert len(player.hand) >= held[seat]
        assert len(player.hand) >= at.HAND or not position.deck + position.discard
    draws = [event for event in trace if event.kind == "draw"]
    assert {event.to_json()["why"] for event in draws} <= {FOR_GOLDEN_RULE}


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_ends(seats: int, variant: str) -> None:
    """With a result that the scores bear out; each hand's points add up to them."""
    scores = [0] * seats
    for position in walk(ArmiesSetUp(seats, variant, VARIANTS[variant], seats - 1), 60_000):
        if is_between_hands(position) and position.last is not None:
            points = position.last["points"]
            scores = [score + points[SEAT_NAMES[seat]]["total"] for seat, score in enumerate(scores)]
            assert scores == [player.score for player in position.players]
    assert position.is_over and position.result is not None
    best = max(scores)
    assert {scores[SEAT_NAMES.index(winner)] for winner in position.result["winners"]} == {best}
    assert (best >= 1000) == (position.result["reason"] == "target")
    assert position.legal_actions() == []


def test_random_games_come_by_every_kind_of_event() -> None:
    seen: set[str] = set()
    for seed in range(6):
        position = ArmiesSetUp(2 + seed % 5, str(seed)).start()
        for before in walk(ArmiesSetUp(2 + seed % 5, str(seed)), 3000, seed):
            position = before.copy()
            for action in position.legal_actions()[-2:]:
                trace: Trace = []
                position.copy().apply(action, trace)
                assert all(event.rulings for event in trace)
                seen |= {event.kind for event in trace}
    assert seen == {kind.kind for kind in EVENTS}

"""Views do not depend on what is hidden from whoever looks (C20)."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.armies.cli.requests import answer
from engine.armies.formats.views import view_of
from engine.armies.pack.cards import BONUS
from engine.armies.rules import state as at
from engine.armies.rules.legality import can_be_champion, is_defender
from engine.armies.rules.position import ArmiesPosition
from engine.armies.trace.base import Trace
from tests.engine.armies.helpers import is_between_hands, state
from tests.engine.armies.test_properties import POSITIONS


def otherwise(position: ArmiesPosition, seat: int | None, rng: random.Random) -> ArmiesPosition:
    """A position that a seat cannot tell from this one: all that is hidden from it is dealt anew."""
    copy = position.copy()
    copy.seed = str(rng.random())
    others = [other for other in range(len(copy.players)) if other != seat]
    hidden = copy.deck + [card for other in others for card in copy.players[other].hand]
    battle = copy.battle
    if battle is not None and copy.phase == at.CHAMPION:
        for other in others:
            if other in battle.champions:
                hidden.append(battle.champions.pop(other))
                fits = [card for card in hidden if can_be_champion(card, is_defender(copy, other))]
                battle.champions[other] = rng.choice(fits)
                hidden.remove(battle.champions[other])
    rng.shuffle(hidden)
    hidden.sort(key=lambda card: card == BONUS)  # a Bonus is in no hand
    for other in others:
        count = len(copy.players[other].hand)
        copy.players[other].hand = sorted(hidden[:count])
        del hidden[:count]
    rng.shuffle(hidden)
    copy.deck = hidden
    return copy


@given(POSITIONS, st.integers(0, 10**6))
def test_a_view_does_not_depend_on_what_is_hidden(position: ArmiesPosition, seed: int) -> None:
    if is_between_hands(position):
        return
    rng = random.Random(seed)
    for seat in (None, *range(len(position.players))):
        copy = otherwise(position, seat, rng)
        assert view_of(copy, seat) == view_of(position, seat)


@given(POSITIONS, st.integers(0, 10**6))
def test_who_is_asked_does_not_depend_on_what_is_hidden(position: ArmiesPosition, seed: int) -> None:
    """C20.3: after what somebody does, others are asked by what everybody sees."""
    if position.phase not in (at.STAND, at.SPY_PHASE, at.GUARDIAN_PHASE):
        return
    actor = position.queue[0]
    copy = otherwise(position, actor, random.Random(seed))
    for action in position.legal_actions():
        mine, other = position.copy(), copy.copy()
        mine.apply(action)
        other.apply(action)
        assert (mine.phase, mine.queue) == (other.phase, other.queue)


@given(POSITIONS)
def test_events_hide_what_only_their_seat_may_know(position: ArmiesPosition) -> None:
    for action in position.legal_actions()[-3:]:
        trace: Trace = []
        position.copy().apply(action, trace)
        for event in trace:
            for seat in (None, *range(len(position.players))):
                hidden = event.hidden and seat not in event.knowers()
                seen, whole = event.seen_by(seat), event.to_json()
                assert seen == whole | dict.fromkeys(event.hidden if hidden else ())


def test_between_hands_all_is_open() -> None:
    start = state("1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4", "6.1 5.1", B={"hand": ["5.1", "6.1"], "score": 7})
    view = answer("view", {"state": start, "actions": ["lay-down"]})["view"]
    assert view["phase"] == "deal" and view["players"]["B"]["hand"] == ["5.1", "6.1"]
    assert answer("view", {"state": start})["view"]["players"]["B"]["hand"] is None


def test_a_chest_is_seen_by_its_owner_alone() -> None:
    start = state("9.1", "8.1", B={"chest": ["7.1", "7.2", "7.3", "7.4"], "hand": []})
    chests = {
        seat: answer("view", {"state": start, "seat": seat})["view"]["players"]["B"]["chest"]
        for seat in ("A", "B", None)
    }
    assert chests == {"A": None, "B": ["7.1", "7.2", "7.3", "7.4"], None: None}


def test_given_cards_are_seen_by_giver_and_taker() -> None:
    start = state("thief 9.1", "6.1 6.2", "5.1")
    request = {"state": start, "actions": ["thief ask B 6", "give 6.2"]}
    seen = {seat: answer("view", {**request, "seat": seat})["trace"][-1]["card"] for seat in ("A", "B", "C", None)}
    assert seen == {"A": "6.2", "B": "6.2", "C": None, None: None}

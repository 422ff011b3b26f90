"""What holds in every game, whatever is done in it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.errors import IllegalAction
from engine.schools.cli.main import resolve
from engine.schools.formats.state_reading import read_state
from engine.schools.formats.state_writing import write_state, write_view
from engine.schools.game.game import SchoolsGame
from engine.schools.game.replaying import replay
from engine.schools.rules.actions import ASSIGN, CAST, SchoolsAction, parse_action
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.components import TRIALS_OF_LEVEL, level_of
from engine.schools.rules.legality import why_not
from engine.schools.rules.state import SchoolsState
from tests.engine.schools.helpers import all_texts, random_game, walk

SEEDS = st.text("abcdefgh0123456789._-", min_size=1, max_size=12)
FEW = settings(max_examples=15, deadline=None)


def cards_of(state: SchoolsState) -> tuple[list[int], list[int]]:
    """How many Students of each Element and Trials of each level there are everywhere together."""
    students = [state.deck.count(element) + state.discard[element] for element in range(5)]
    trials = [state.trials.count(level) for level in range(7)]
    for side in state.sides:
        for element in range(5):
            students[element] += side.hand[element] + sum(column.count(element) for column in side.students)
        for level in [*map(level_of, side.column), *(level for stack in side.trials for level in stack)]:
            trials[level] += 1
    return students, trials


@FEW
@given(SEEDS)
def test_games_end_and_no_card_is_lost(seed: str) -> None:
    for game in walk(seed):
        assert cards_of(game.state) == ([12] * 5, list(TRIALS_OF_LEVEL))
        assert all(count >= 0 for side in game.state.sides for count in side.hand)
    assert game.is_over and game.result is not None and game.state.turn <= 100
    assert game.to_act() == () and game.legal_actions() == []
    winner = game.result.winner
    assert winner is None or game.state.totals[winner] > game.state.totals[1 - winner]


@FEW
@given(SEEDS)
def test_what_is_written_is_read_again(seed: str) -> None:
    """Every state of a game is a good one of the contract, and the same after a trip through JSON."""
    for game in walk(seed, 80):
        text = json.dumps(write_state(game.state))
        again = read_state(json.loads(text))
        assert again.key() == game.state.key() == game.state.copy().key()
        assert json.dumps(write_state(again)) == text


@FEW
@given(SEEDS)
def test_listed_is_accepted_and_accepted_is_listed(seed: str) -> None:
    """All forms are tried: what is not listed is refused, but for equal casters of a row (M6.4)."""
    for game in walk(seed, 60):
        state = game.state
        listed = legal_actions(state)
        assert len(set(listed)) == len(listed)
        assert [parse_action(str(action)) for action in listed] == listed
        assert [why_not(state, action) for action in listed] == [None] * len(listed)
        if state.phase == "discard":
            assert sorted(listed) == listed
            continue
        for text in all_texts(state):
            action = parse_action(text)
            assert (why_not(state, action) is None) == (lowest(state, action) in listed), text


def lowest(state: SchoolsState, action: SchoolsAction) -> SchoolsAction:
    """The action with the lowest caster of the row in which its caster stands."""
    arena = state.own.emblem
    if action.verb != CAST or arena is None:
        return action
    column, place = state.own.students[arena], action.place
    if not 0 < place < len(column) - 1 or len(set(column[place - 1 : place + 2])) > 1:
        return action
    while place >= 2 and column[place - 2] == column[place]:
        place -= 1
    return action._replace(place=place)


@FEW
@given(SEEDS, st.integers(0, 60))
def test_equal_casters_lead_to_the_same_state(seed: str, number: int) -> None:
    game = random_game(seed, number)
    for text in all_texts(game.state):
        action = parse_action(text)
        other = lowest(game.state, action)
        if other != action and why_not(game.state, action) is None:
            first, second = game.copy(), game.copy()
            first.apply(game.to_act()[0], action)
            second.apply(game.to_act()[0], other)
            assert first.key() == second.key()


@FEW
@given(SEEDS, st.integers(0, 40), st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_assigning_several_is_assigning_one_after_the_other(seed: str, number: int, cards: list[int]) -> None:
    game = random_game(seed, number)
    together, single = game.copy(), game.copy()
    codes: list[str | None] = []
    for element in cards:
        codes.append(code_of(single, SchoolsAction(ASSIGN, (element,))))
        if codes[-1] is not None:
            break
    assert code_of(together, SchoolsAction(ASSIGN, tuple(cards))) == codes[-1]
    assert together.key() == (single.key() if codes[-1] is None else game.key())


def code_of(game: SchoolsGame, action: SchoolsAction) -> str | None:
    """Carries an action out, or tells why not."""
    try:
        game.apply((game.to_act() or (0,))[0], action)
    except IllegalAction as wrong:
        return wrong.code
    return None


@FEW
@given(SEEDS)
def test_records_replay_exactly(seed: str) -> None:
    game = random_game(seed)
    record = json.loads(json.dumps(game.record()))
    again = replay(record)
    assert again.key() == game.key() and again.seen == game.seen and again.opening == game.opening
    assert again.record() == record
    answer = resolve(record)
    assert answer["state"] == write_state(game.state)
    half = SchoolsGame(seed)
    for action in game.actions[: len(game.actions) // 2]:
        half.apply(half.to_act()[0], action)
    later = {"state": write_state(half.state), "actions": game.actions[len(half.actions) :]}
    assert resolve(later)["state"] == answer["state"]


def with_other_secrets(state: SchoolsState, seat: int | None, rng: random.Random) -> SchoolsState:
    """A state that differs in all that a seat, or a spectator, cannot know."""
    copy = state.copy()
    copy.seed = "another"
    hidden = copy.trials[copy.known :]
    rng.shuffle(hidden)
    copy.trials[copy.known :] = hidden
    others = [other for other in (0, 1) if other != seat]
    pool = copy.deck + [e for other in others for e in range(5) for _ in range(copy.sides[other].hand[e])]
    rng.shuffle(pool)
    for other in others:
        size = copy.sides[other].hand_size
        cards, pool = pool[:size], pool[size:]
        copy.sides[other].hand = [cards.count(e) for e in range(5)]
    copy.deck = pool
    return copy


@FEW
@given(SEEDS, st.sampled_from([0, 1, None]))
def test_views_do_not_depend_on_what_is_hidden(seed: str, seat: int | None) -> None:
    rng = random.Random(seed)
    for game in walk(seed, 60):
        copy = with_other_secrets(game.state, seat, rng)
        assert write_view(copy, seat) == write_view(game.state, seat)
        assert SchoolsGame(state=copy).view(seat) == game.view(seat)


@pytest.mark.parametrize("viewer", ["dragombre", "blancgriffon", "spectator"])
def test_views_show_no_card_of_another(viewer: str) -> None:
    request: dict[str, Any] = {**random_game("shown", 120).record(), "view": viewer}
    answer = resolve(request)
    assert "state" not in answer and "seed" not in answer["view"] and answer["view"]["for"] == viewer
    hidden = [event for event in answer["trace"] if event["kind"] in ("deal", "draw")]
    assert hidden and all(("cards" in event) == (event["seat"] == viewer) for event in hidden)
    whole = resolve({key: part for key, part in request.items() if key != "view"})
    assert [event for event in whole["trace"] if event["kind"] not in ("deal", "draw")] == [
        event for event in answer["trace"] if event["kind"] not in ("deal", "draw")
    ]


def test_every_event_names_rulings_that_there_are() -> None:
    kinds = set()
    for seed in range(12):
        for events in random_game(f"events-{seed}").seen:
            kinds |= {event.kind for event in events}
            assert all(event.rulings and all(ruling.startswith("M") for ruling in event.rulings) for event in events)
    assert {"draw", "move", "assign", "pass", "summon", "cast", "caster", "announce", "hand", "over"} <= kinds

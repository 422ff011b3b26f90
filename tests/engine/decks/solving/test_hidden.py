"""Hands that are not known: what is found works against every one, and what works is found."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse, write
from engine.decks.formats.objectives import BACK
from engine.decks.rules.actions import BEGIN_TURN, PLAY_LINE
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, solve
from engine.decks.solving.hidden import MAX_HANDS, hand_count, hands_of, solve_hidden, with_hand, worlds_of
from engine.kernel.errors import BadPosition, EngineError
from tests.engine.decks.solving.oracle import Line, Oracle, TooMuch
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle


def positions_of(number: int) -> list[Position]:
    """A random puzzle of one turn with three hands that the enemy may have."""
    maker = Maker(f"hidden {number}", cards=2, mana=2, reacting=True)
    data = write_position(maker.puzzle())
    hands = [data["players"]["B"]["hand"], *(maker._player("B")["hand"] for _ in range(2))]
    positions = []
    for hand in hands:
        data["players"]["B"]["hand"] = hand
        positions.append(read_position(data))
    return positions


def plays_of(line: Line) -> Line:
    return tuple(action for action in line if action.kind >= PLAY_LINE)


def wins(line: Line, oracle: Oracle) -> bool:
    """Whether a line reaches the goal in the oracle's position: by its plays, or at the end of the turn."""
    plays = plays_of(line)
    for winning, _ in oracle.lines:
        if winning == plays[: len(winning)] or (winning != plays_of(winning) and plays_of(winning) == plays):
            return True
    return False


@pytest.mark.parametrize("part", range(2))
def test_beside_a_search_without_cleverness(part: int) -> None:
    outcomes = []
    for number in range(40 * part, 40 * part + 40):
        positions = positions_of(number)
        try:
            oracles = [Oracle(position, 1500) for position in positions]
        except (TooMuch, RecursionError):
            continue
        answer = solve_hidden(positions, Budget())
        assert answer.complete
        assert all(wins(tuple(line), oracle) for line in answer.solutions for oracle in oracles)
        candidates = [line for oracle in oracles for line, _ in oracle.lines]
        assert answer.solved == any(all(wins(line, oracle) for oracle in oracles) for line in candidates)
        outcomes.append(answer.solved)
    assert outcomes.count(True) > 2
    assert outcomes.count(False) > 2


def test_hands_of_a_list_of_cards() -> None:
    assert hands_of(["a", "b"], 2) == [["a", "b"], ["b", "a"]]
    assert hands_of(["a", "a"], 2) == [["a", "a"]]
    assert sorted(map("".join, hands_of(["a", "b", "a"], 2))) == ["aa", "ab", "ba"]
    for cards, size in (("abac", 3), ("aabb", 4), ("abc", 0), ("aaa", 2)):
        assert hand_count(cards, size) == len(set(permutations(cards, size))) == len(hands_of(cards, size))
    with pytest.raises(EngineError, match=f"720 hands are too many: at most {MAX_HANDS}"):
        hands_of(list("abcdef"), 6)


@pytest.mark.parametrize("objective", ["predict in 1", "win in 1 how-many", "win in 1 plays 2 fewest"])
def test_no_more_than_lines_is_asked(objective: str) -> None:
    position = puzzle("A summoning m1 | A [F Zap(c1 1) x] | B [F y]", f"A {objective}")
    with pytest.raises(EngineError, match="a hidden hand goes with no prediction"):
        solve_hidden([position], Budget())


HIDDEN = (
    "cod1 duel A summoning m1 | A t2 [B Zap(c1 1)] | B t2 [F x(c9 1/1) x(c9 1/1)]"
    " upper Wall(c1 0/1 reinforcement) lower Wall(c1 0/1)"
    " | objective A damage 1 in 1 whatever B [Guard(c1 0/9) Far(c9 0) Far(c9 0)]"
)


NEARLY = (
    "cod1 duel A summoning m2 | A t2 [B Zap(c1 1) Zip(c2 2)] upper Imp(c1 1/1)"
    " | B t2 [F x(c9 1/1)] upper Wall(c1 0/1 reinforcement)"
    " | objective A damage 1 in 1 whatever B [Guard(c1 0/9) Far(c9 0) Far(c9 0)]"
)


def objective_of(number: int) -> Position:
    """A random puzzle in which the enemy's hand is of three cards."""
    maker = Maker(f"whatever {number}", cards=2, mana=2, reacting=True)
    data = write_position(maker.puzzle(phase="mana" if number % 4 == 0 else "summoning"))
    if data["objective"]["goal"] == "survive":
        data["objective"]["goal"] = "win"
    cards = [maker.card() for _ in range(3)]
    data["objective"] = {**data["objective"], "hidden": {"player": "B", "cards": cards}}
    return read_position(data)


def test_near_misses_fail_against_the_fewest_hands() -> None:
    """Beside a search without cleverness: of all lines that fail, and of the hands against which each does."""
    seen = compared = 0
    for number in range(60):
        positions = positions_of(number)
        try:
            oracles = [Oracle(position, 1500) for position in positions]
        except (TooMuch, RecursionError):
            continue
        tries = solve_hidden(positions, Budget()).tries
        for tried in tries:
            failing = [number for number, oracle in enumerate(oracles) if not wins(tuple(tried.line), oracle)]
            assert (tried.hand, tried.fails) == ([failing[0]], len(failing))
            assert len(failing) < len(oracles)
        fewest = min((tried.fails for tried in tries), default=len(oracles))
        for line in {plays_of(line) for oracle in oracles for line, _ in oracle.lines}:
            fails = sum(not wins(line, oracle) for oracle in oracles)
            if fails and all(is_playable(line, position) for position in positions):
                assert fails >= fewest
                compared += 1
        seen += bool(tries)
    assert seen > 5 and compared > 5


def is_playable(line: Line, position: Position) -> bool:
    """Whether the plays of a line can be made in a position."""
    world = position.copy()
    if world.phase != SUMMONING:
        world.apply(BEGIN_TURN)
    for action in line:
        if world.is_over:
            break
        if action not in world.legal_actions():
            return False
        world.apply(action)
    return True


def test_a_near_miss_names_a_hand_against_which_it_fails() -> None:
    position = parse(NEARLY)
    tries = solve(position).tries
    assert [[str(action) for action in tried.line] for tried in tries] == [
        ["1 at B upper 0", "assault"],
        ["2 at B upper 0", "assault"],
    ]
    for tried in tries:
        assert tried.fails == tried.to_json()["fails"] == 1
        assert tried.hand is not None
        assert [card.name for card in with_hand(position, tried.hand).seats[1].hand[-1:]] == ["Guard"]


@pytest.mark.parametrize("part", range(2))
def test_an_objective_whatever_the_hand_is_beside_a_search_without_cleverness(part: int) -> None:
    outcomes = []
    for number in range(50 * part, 50 * part + 50):
        position = objective_of(number)
        try:
            oracles = [Oracle(world, 1500) for world in worlds_of(position)]
        except (TooMuch, RecursionError):
            continue
        answer = solve(position)
        assert answer.complete
        assert answer.hands == len(oracles)
        assert all(wins(tuple(line), oracle) for line in answer.solutions for oracle in oracles)
        candidates = [line for oracle in oracles for line, _ in oracle.lines]
        assert answer.solved == any(all(wins(line, oracle) for oracle in oracles) for line in candidates)
        for line in answer.solutions:
            shown = position.copy()
            for action in line:
                shown.apply(action)
        outcomes.append(answer.solved)
    assert outcomes.count(True) > 2
    assert outcomes.count(False) > 2


def test_nothing_of_the_hand_stays_in_the_position() -> None:
    position = parse(HIDDEN)
    assert position.seats[1].hand == [BACK, BACK]
    assert "x(" not in write(position)
    assert parse(write(position)).key() == position.key()
    assert write(parse(write(position))) == write(position)
    data = write_position(position)
    assert write_position(read_position(data)) == data
    assert [card["name"] for card in data["objective"]["hidden"]["cards"]] == ["Guard", "Far", "Far"]
    assert data["players"]["B"]["hand"] == ["fort", BACK.to_json(), BACK.to_json()]


def test_too_many_hands_are_counted_and_not_searched() -> None:
    cards = " ".join(f"c{number}(c9 0)".replace(str(number), "abcdefg"[number], 1) for number in range(7))
    position = parse(
        HIDDEN.replace("Guard(c1 0/9) Far(c9 0) Far(c9 0)", cards).replace("[F x(c9 1/1)", "[F x(c9 1/1) x(c9 1/1)")
    )
    answer = solve(position)
    assert (answer.complete, answer.stopped_by, answer.hands, answer.nodes) == (False, "hands", 210, 0)
    assert answer.to_json()["hands"] == 210


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("in 1 whatever B", "in 2 whatever B", "/objective/hidden"),
        ("in 1 whatever B", "in 1 how-many whatever B", "/objective/hidden"),
        ("damage 1 in", "survive in", "/objective/hidden"),
        ("whatever B", "whatever A", "/objective/hidden/player"),
        ("Far(c9 0) Far(c9 0)", "", "/objective/hidden/cards"),
    ],
)
def test_what_a_hidden_hand_does_not_go_with(old: str, new: str, at: str) -> None:
    with pytest.raises(BadPosition) as wrong:
        parse(HIDDEN.replace(old, new))
    assert at in [fault.at for fault in wrong.value.faults]

"""Counts of ``solutions`` and ``lines`` as the contract has them, case by case."""

from __future__ import annotations

from engine.decks.rules.actions import parse_action
from engine.decks.solving import solve
from tests.engine.decks.solving.reading import lines, puzzle, solved

TWO_WALLS = "upper Imp(c1 2/2) lower Imp(c1 2/2) | B [B x y] upper Wall(c1 0/1) lower Wall(c1 0/1)"


def test_other_orders_are_the_same_solution() -> None:
    """Both Zaps are needed, one for each Wall; which of them goes where makes two solutions, each in two orders."""
    text = f"A summoning m2 | A [F Zap(c1 1) Zip(c1 1) x y z] {TWO_WALLS}"
    answer = solve(puzzle(text, "A damage 4 in 1"))
    assert lines(answer) == [
        "1 at B upper 0, 1 at B lower 0, assault",
        "1 at B lower 0, 1 at B upper 0, assault",
    ]  # the other orders begin with the Zip
    assert answer.orders == [2, 2]
    assert answer.lines == 4
    assert answer.verdict == "several"


def test_equal_cards_are_one() -> None:
    text = f"A summoning m2 | A [F Zap(c1 1) Zap(c1 1) x y z] {TWO_WALLS}"
    answer = solve(puzzle(text, "A damage 4 in 1"))
    assert lines(answer) == ["1 at B upper 0, 1 at B lower 0, assault"]
    assert answer.unique
    assert answer.verdict == "unique-up-to-order"
    assert answer.lines == 4  # either Zap at either Wall, then the other one


def test_a_solution_with_a_needless_play_is_not_minimal() -> None:
    text = "A summoning m9 | A [F Zap(c2 2) Imp(c1 1/1) x] lower Imp(c1 2/2) | B [F x] lower Wall(c2 0/2)"
    answer = solve(puzzle(text, "A win in 1"))
    assert lines(answer) == ["1 at B lower 0, assault"]
    assert answer.verdict == "unique"
    assert answer.lines > 1


def test_less_plays_in_another_order_count_too() -> None:
    """Lucidity makes the Sage cheaper once the Imp is gone; without the Imp there is no Mana for it. No solution is
    kept whose plays hold those of another one, whatever their order."""
    text = "A summoning m3 | A [Imp(c1 1/1) Sage(c4 2 lucidity) F x] lower Ox(c1 1/1) | B [F x] lower Wall(c2 0/2)"
    assert solved(text, "A destroy B lower 0 in 1") == ["0 upper, 0 at B lower 0", "0 lower, 0 at B lower 0"]


def test_hosts_are_creatures_not_places() -> None:
    text = """A summoning m1 | A [F Tick(c1 1/1 symbiote) x] lower Imp(c1 1/2) Imp(c1 1/2)
        | B [F x y z]"""
    assert solved(text, "A damage 3 in 1") == ["1 onto lower 0, assault", "1 onto lower 1, assault"]


def test_a_line_never_comes_back() -> None:
    """A free Zap for 0 returns at once: playing it changes nothing, and such a play is in no line."""
    text = "A summoning m1 | A [F Nil(c0 0) Zap(c1 1)] | B [B x y] upper Ox(c1 1/1)"
    answer = solve(puzzle(text, "A destroy B upper 0 in 1"))
    assert lines(answer) == ["2 at B upper 0"]
    assert answer.lines == 2  # the Zap at once, or after the two cards have changed places


def test_circles() -> None:
    """Two free cards go round to the right end of the hand.

    Seven hands have the Zap played from: the first one, Nil right, then Nul too, then Nil once more; and the same with
    Nul first. To go on from there would come back to a hand that has been.
    """
    text = "A summoning m1 | A [F Nil(c0 0) Nul(c0 0) Zap(c1 1) y] | B [B x y] upper Ox(c1 1/1)"
    answer = solve(puzzle(text, "A destroy B upper 0 in 1"))
    assert lines(answer) == ["3 at B upper 0"]
    assert answer.complete
    assert answer.lines == 7


def test_verdicts_and_cooks() -> None:
    text = """A summoning m1 | A [F Zap(c1 1) x y] upper Imp(c1 1/2) lower Imp(c1 1/2)
        | B [F x] upper Wall(c1 0/1) lower Wall(c1 0/1)"""
    several = puzzle(text, "A damage 1 in 1")
    answer = solve(several)
    assert (answer.verdict, len(answer.solutions)) == ("several", 2)
    intended = [parse_action("1 at B lower 0"), parse_action("assault")]
    answer = solve(several, intended=intended)
    assert answer.verdict == "cooked"
    assert [str(action) for action in answer.cook or ()] == ["1 at B upper 0", "assault"]
    assert solve(puzzle(text, "A damage 2 in 1"), intended=intended).verdict == "none"


def test_a_goal_that_comes_too_early_is_cooked() -> None:
    text = "A summoning m0 | A [F x y] lower Imp(c1 2/2) | B [F x y]"
    assert solve(puzzle(text, "A win in 1")).verdict == "unique"
    answer = solve(puzzle(text, "A win in 2"))
    assert answer.verdict == "cooked"
    assert [str(action) for action in answer.cook or ()] == ["assault"]


def test_solutions_do_not_depend_on_anything_but_the_position() -> None:
    text = """A summoning m3 | A [F Zap(c1 1) Imp(c1 1/1) Zip(c1 2) x] upper Imp(c1 2/2)
        | B [F x y] upper Wall(c1 0/1)"""
    position = puzzle(text, "A damage 2 in 2")
    first, second = solve(position).to_json(), solve(position.copy()).to_json()
    assert first == second

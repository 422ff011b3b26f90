"""Attempts: what is laid out, judged and counted, once, whoever sends it how often."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Owner
from accounts.revisions import StaleRevision
from engine.kernel.errors import IllegalAction
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle, Solver
from grimoire.outcomes import truth_of
from grimoire.solving import services
from grimoire.solving.predicting import questions_for, read_prediction
from grimoire.solving.services import ClientState
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


@pytest.fixture
def owner() -> Owner:
    return make_owner("solver")


@pytest.fixture
def puzzle() -> Puzzle:
    return make_puzzle(position="win")


def seen(attempt: Attempt | None = None) -> ClientState:
    return ClientState(attempt.revision, tuple(attempt.line)) if attempt else ClientState(0, ())


def play(owner: Owner, puzzle: Puzzle, action: str = WIN, before: Attempt | None = None) -> Attempt:
    return services.play(owner=owner, puzzle=puzzle, client_state=seen(before), action=action)


def judge(owner: Owner, puzzle: Puzzle, before: Attempt | None = None) -> Attempt:
    return services.judge(owner=owner, puzzle=puzzle, client_state=seen(before))


def counts(puzzle: Puzzle) -> tuple[int, int]:
    puzzle.refresh_from_db()
    return puzzle.attempt_count, puzzle.solved_count


def test_plays_are_kept_and_taken_back(owner: Owner, puzzle: Puzzle) -> None:
    first = play(owner, puzzle, "1 upper")
    second = play(owner, puzzle, "1 lower", first)
    assert second.line == ["1 upper", "1 lower"]
    back = services.undo(owner=owner, puzzle=puzzle, client_state=seen(second))
    assert back.line == ["1 upper"]
    assert services.reset(owner=owner, puzzle=puzzle, client_state=seen(back)).line == []
    assert Attempt.objects.get().revision == 4


def test_the_same_play_sent_twice_is_played_once(owner: Owner, puzzle: Puzzle) -> None:
    for _ in range(3):
        attempt = play(owner, puzzle)
    assert (attempt.line, attempt.revision) == ([WIN], 1)


def test_a_play_upon_another_line_changes_nothing(owner: Owner, puzzle: Puzzle) -> None:
    play(owner, puzzle, "1 upper")
    with pytest.raises(StaleRevision):
        play(owner, puzzle, "1 lower")
    with pytest.raises(StaleRevision):
        services.play(owner=owner, puzzle=puzzle, client_state=ClientState(1, ("1 lower",)), action="1 upper")
    assert Attempt.objects.get().line == ["1 upper"]


@pytest.mark.parametrize(
    "action", ["assault", "end-turn", "mana", "", "99 upper", "0 upper", "x" * 40, "champion upper"]
)
def test_only_cards_that_can_be_played_are(owner: Owner, puzzle: Puzzle, action: str) -> None:
    with pytest.raises(IllegalAction):
        play(owner, puzzle, action)
    assert Attempt.objects.get().line == []


def test_a_right_answer_solves_and_is_counted_once(owner: Owner, puzzle: Puzzle) -> None:
    laid = play(owner, puzzle)
    for _ in range(3):
        judged = judge(owner, puzzle, laid)
    assert judged.state == Attempt.State.SOLVED
    assert judged.line == [WIN, "assault"]
    assert (judged.tries, judged.first_try, judged.hint_level_at_first) == (1, True, 0)
    assert judged.solved_at is not None
    assert counts(puzzle) == (1, 1)
    judged.refresh_from_db()
    assert judged.is_rated
    assert Solver.objects.get(owner=owner).rated_count == 1


def test_a_wrong_answer_is_told_apart_and_can_be_changed(owner: Owner, puzzle: Puzzle) -> None:
    judged = judge(owner, puzzle)
    assert judged.state == Attempt.State.OPEN
    assert judged.answer["verdict"] == "failed"
    assert judged.answer["lack"]["part"] == "fort"
    assert (judged.tries, judged.first_try) == (1, False)
    with pytest.raises(StaleRevision):
        play(owner, puzzle, WIN, judged)  # the turn is over: it is taken back first
    back = services.undo(owner=owner, puzzle=puzzle, client_state=seen(judged))
    assert (back.line, back.answer) == ([], {})
    solved = judge(owner, puzzle, play(owner, puzzle, WIN, back))
    assert solved.state == Attempt.State.SOLVED
    assert (solved.tries, solved.first_try) == (2, False)
    assert counts(puzzle) == (1, 1)


def test_solving_it_again_counts_nothing(owner: Owner, puzzle: Puzzle) -> None:
    solved = judge(owner, puzzle, play(owner, puzzle))
    again = services.reset(owner=owner, puzzle=puzzle, client_state=seen(solved))
    assert again.state == Attempt.State.SOLVED
    failed = judge(owner, puzzle, again)
    assert failed.state == Attempt.State.SOLVED
    assert failed.first_try is True
    assert counts(puzzle) == (1, 1)


def test_hints_come_one_by_one(owner: Owner, puzzle: Puzzle) -> None:
    def take(hint_level: int) -> int:
        return services.take_hint(owner=owner, puzzle=puzzle, hint_level=hint_level).hint_level

    assert take(2) == 0
    assert take(1) == 1
    assert take(1) == 1
    assert [take(hint_level) for hint_level in (2, 3, 4, 5, 9, -1, 0)] == [2, 3, 4, 4, 4, 4, 4]
    solved = judge(owner, puzzle, play(owner, puzzle))
    assert solved.hint_level_at_first == 4
    assert not Attempt.objects.get().is_rated


def test_giving_up_opens_the_gate_and_counts_as_not_solved(owner: Owner, puzzle: Puzzle) -> None:
    for _ in range(2):
        shown = services.surrender(owner=owner, puzzle=puzzle)
    assert shown.state == Attempt.State.SHOWN
    assert (shown.first_try, shown.tries) == (False, 0)
    assert counts(puzzle) == (1, 0)
    solved = judge(owner, puzzle, play(owner, puzzle, WIN, shown))
    assert solved.state == Attempt.State.SHOWN
    assert solved.solved_at is not None
    assert solved.first_try is False
    assert counts(puzzle) == (1, 0)


def test_an_authors_own_answers_count_for_nothing(owner: Owner) -> None:
    puzzle = make_puzzle(owner, position="win")
    assert judge(owner, puzzle, play(owner, puzzle)).state == Attempt.State.SOLVED
    assert counts(puzzle) == (0, 0)
    assert not Solver.objects.exists()


def test_the_turns_of_a_longer_goal_follow_each_other(owner: Owner) -> None:
    puzzle = make_puzzle(position="win-in-two")
    first = play(owner, puzzle, "1 lower")
    second = play(owner, puzzle, "1 lower", first)
    between = judge(owner, puzzle, second)
    assert between.answer == {}
    assert between.tries == 0
    assert between.line[-1] == "end-turn"
    assert judge(owner, puzzle, second).line == between.line  # sent twice
    assert (
        services.undo(owner=owner, puzzle=puzzle, client_state=seen(between)).line == between.line
    )  # nothing to take back
    solved = judge(owner, puzzle, between)
    assert solved.state == Attempt.State.SOLVED
    assert services.undo(owner=owner, puzzle=puzzle, client_state=seen(solved)).line == between.line


def test_a_page_that_was_changed_since_begins_anew(owner: Owner, puzzle: Puzzle) -> None:
    play(owner, puzzle)
    other = make_puzzle(position="survive")
    Puzzle.objects.filter(pk=puzzle.pk).update(position=other.position, proof=other.proof)
    puzzle.refresh_from_db()
    assert services.load_attempt(owner=owner, puzzle=puzzle).line == []


@pytest.mark.parametrize("by", ["choices", "board"])
def test_what_is_foretold_is_graded_part_by_part(owner: Owner, by: str) -> None:
    puzzle = make_puzzle(position="predict-two", answer_by=by)
    if by == "choices":
        right = {question.key: str(question.right) for question in questions_for(Attempt(puzzle=puzzle))}
    else:
        right = truth_of(state_of(Attempt(puzzle=puzzle)).course)
    wrong = {**right, next(iter(right)): "gone" if by == "board" and "gone" not in right[next(iter(right))] else "9"}
    failed = services.predict(owner=owner, puzzle=puzzle, client_state=seen(), prediction=wrong)
    assert failed.state == Attempt.State.OPEN
    assert [key for key, is_right in failed.answer["grades"].items() if not is_right] == [next(iter(right))]
    for _ in range(2):
        solved = services.predict(owner=owner, puzzle=puzzle, client_state=seen(failed), prediction=right)
    assert solved.state == Attempt.State.SOLVED
    assert (solved.tries, solved.first_try) == (2, False)
    assert counts(puzzle) == (1, 1)
    with pytest.raises(StaleRevision):
        services.predict(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()), prediction=wrong)


def test_an_answer_is_read_with_care() -> None:
    puzzle = make_puzzle(position="predict-two", answer_by="board")
    good = {"t7": "gone", "t8": "0", "sA": "4", "sA-side": "bastion", "sB": "4", "sB-side": "fort"}
    good |= {f"t{number}": "0" for number in range(9, 16)} | {"nA-upper": "0", "nA-lower": "0", "nB-upper": "0"}
    assert read_prediction(Attempt(puzzle=puzzle), good)[1] == []
    for key, value in (
        ("t7", "99"), ("t8", "-1"), ("t9", ""), ("t10", "two"), ("nA-upper", "gone"), ("sA", "999"),
        ("sB-side", "tower"), ("sA", "٣"),
    ):  # fmt: skip
        assert read_prediction(Attempt(puzzle=puzzle), {**good, key: value})[1] == [key.removesuffix("-side")]
    choices = make_puzzle(position="predict-two")
    assert len(read_prediction(Attempt(puzzle=choices), {})[1]) == len(questions_for(Attempt(puzzle=choices)))
    assert read_prediction(
        Attempt(puzzle=choices), {question.key: "7" for question in questions_for(Attempt(puzzle=choices))}
    )[1]


def test_of_two_equal_answers_at_the_same_moment_one_counts(
    owner: Owner, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the one is being judged the other comes in, and is done first."""
    laid = play(owner, puzzle)
    commit = services.verdict_on

    def slow(*arguments: Any) -> Any:
        monkeypatch.setattr(services, "verdict_on", commit)
        assert judge(owner, puzzle, laid).state == Attempt.State.SOLVED
        return commit(*arguments)

    monkeypatch.setattr(services, "verdict_on", slow)
    judged = judge(owner, puzzle, laid)
    assert (judged.state, judged.tries, judged.revision) == (Attempt.State.SOLVED, 1, 2)
    assert counts(puzzle) == (1, 1)


def test_an_answer_that_another_window_has_overtaken_is_not_kept(
    owner: Owner, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = play(owner, puzzle)
    commit = services.verdict_on

    def slow(*arguments: Any) -> Any:
        services.reset(owner=owner, puzzle=puzzle, client_state=seen(laid))
        return commit(*arguments)

    monkeypatch.setattr(services, "verdict_on", slow)
    with pytest.raises(StaleRevision):
        judge(owner, puzzle, laid)
    stored = Attempt.objects.get()
    assert (stored.line, stored.tries, stored.state) == ([], 0, Attempt.State.OPEN)

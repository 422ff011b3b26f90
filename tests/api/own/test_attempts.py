"""Attempts at puzzles by a program: the verdict of the page, counted as there, without a rating or the solution."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest

from accounts.models import Owner
from grimoire.book_files import other_volumes
from grimoire.book_loading import load_books, page_token
from grimoire.gate import Gate
from grimoire.models import Attempt, Puzzle
from grimoire.solving.judging import GOES_ON
from grimoire.solving.limits import JUDGED
from grimoire.solving.secrecy import solution_of
from tests.api.own.programs import Program
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


@pytest.fixture
def author() -> Owner:
    return make_owner("mirabel")


def turn_of(puzzle: Puzzle) -> list[str]:
    """The cards that the solution plays in its first turn."""
    way = solution_of(puzzle, Gate(is_open=True)).ways[0]
    return list(takewhile(lambda action: action not in ("assault", "end-turn"), way))


def tried(program: Program, puzzle: Puzzle, *turns: list[str]) -> Any:
    return program.ask("post", f"/puzzles/{puzzle.token}/attempts", {"turns": list(turns)})


def test_a_right_answer_solves_and_opens_the_solution(ada: Program, author: Owner) -> None:
    puzzle = make_puzzle(author)
    before = ada.ask("get", f"/puzzles/{puzzle.token}/attempts").told
    assert (before["state"], before["tries"], before["solution"]) == ("open", 0, None)
    answer = tried(ada, puzzle, turn_of(puzzle))
    assert answer.status_code == 200 and answer.told["verdict"] == "solved"
    after = answer.told["attempt"]
    assert (after["state"], after["tries"], after["first_try"], after["rated"]) == ("solved", 1, True, False)
    assert ada.client.get(after["solution"]).status_code == 200
    puzzle.refresh_from_db()
    assert (puzzle.attempt_count, puzzle.solved_count) == (1, 1)
    assert Attempt.objects.get().rating_after is None


def test_a_wrong_answer_fails_and_tells_no_solution(ada: Program, author: Owner) -> None:
    puzzle = make_puzzle(author)
    answer = tried(ada, puzzle, [])
    assert answer.told["verdict"] == "failed" and answer.told["attempt"]["solution"] is None
    assert (answer.told["attempt"]["first_try"], answer.told["attempt"]["state"]) == (False, "open")
    assert not any(action in answer.content.decode() for action in turn_of(puzzle))
    assert ada.ask("get", f"/own/puzzles/{puzzle.token}/solution").status_code == 403
    again = tried(ada, puzzle, turn_of(puzzle)).told["attempt"]
    assert (again["tries"], again["first_try"], again["state"]) == (2, False, "solved")


def test_an_objective_of_more_turns_goes_on_with_the_site_s_answer(ada: Program, author: Owner) -> None:
    puzzle = make_puzzle(author, position="win-in-two")
    first = turn_of(puzzle)
    answer = tried(ada, puzzle, first)
    assert answer.told["verdict"] == GOES_ON and len(answer.told["line"]) > len(first)
    assert answer.told["attempt"]["tries"] == 0 and not Attempt.objects.exists()
    assert tried(ada, puzzle, first, []).told["verdict"] in ("failed", "solved")
    assert Attempt.objects.get().tries == 1
    answer = tried(ada, puzzle, [], first)
    assert answer.status_code == 422 and answer.told["errors"][0]["pointer"].startswith("/turns/1")


def test_nobody_plays_the_enemies_turns(ada: Program, author: Owner) -> None:
    puzzle = make_puzzle(author)
    for action in ("assault", "end-turn"):
        answer = tried(ada, puzzle, [action])
        assert (answer.status_code, answer.told["errors"][0]["pointer"]) == (422, "/turns/0/0")
    for wrong in (["9 upper"], ["banana"]):
        answer = tried(ada, puzzle, wrong)
        assert (answer.status_code, answer.told["errors"][0]["pointer"]) == (422, "/turns/0")
    for body in ({}, {"turns": []}, {"turns": ["x"]}, {"turns": [[1]]}, {"turns": [[]], "hint": 1}):
        assert ada.ask("post", f"/puzzles/{puzzle.token}/attempts", body).status_code == 400
    assert not Attempt.objects.exists()


def test_only_puzzles_that_one_may_see_and_that_are_plays(ada: Program, author: Owner) -> None:
    hidden = make_puzzle(author, published=False)
    assert tried(ada, hidden, []).status_code == 404
    assert ada.ask("get", f"/puzzles/{hidden.token}/attempts").status_code == 404
    answer = tried(ada, make_puzzle(author, position="predict"), [])
    assert (answer.status_code, answer.told["code"]) == (409, "on-the-page")
    assert tried(Program(make_owner("bob"), "cards"), make_puzzle(author), []).status_code == 403


def test_answers_are_limited_as_on_the_page(settings: Any, ada: Program, author: Owner) -> None:
    settings.LIMITS = True
    puzzle = make_puzzle(author)
    JUDGED.allows_each({f"user {ada.owner.user_id}": JUDGED.times}, amount=JUDGED.times)
    answer = tried(ada, puzzle, turn_of(puzzle))
    assert answer.status_code == 429 and int(answer["Retry-After"]) <= JUDGED.seconds
    assert not Attempt.objects.exists()


def test_a_turn_of_magic_schools_is_answered_action_by_action(ada: Program) -> None:
    volume = other_volumes()[0]
    load_books(volumes=[replace(volume, pages=volume.pages[:1])])
    puzzle = Puzzle.objects.select_related("proof").get(token=page_token(volume.pages[0]))
    assert puzzle.proof is not None
    way, wrong = puzzle.proof.answer["ways"][0], puzzle.proof.answer["tries"][0]["line"]
    begun = tried(ada, puzzle, way[:1]).told
    assert (begun["verdict"], begun["line"], Attempt.objects.count()) == (GOES_ON, way[:1], 0)
    for turns, at in (([["banana"]], "/turns/0/0"), ([way, []], "/turns/1"), ([[*way, "end"]], f"/turns/0/{len(way)}")):
        answer = tried(ada, puzzle, *turns)
        assert (answer.status_code, answer.told["errors"][0]["pointer"]) == (422, at)
    failed = tried(ada, puzzle, [*wrong, "end"]).told
    assert failed["verdict"] == "failed" and failed["lacking"]["points"] > 0
    solved = tried(ada, puzzle, way).told
    assert (solved["verdict"], solved["attempt"]["state"], solved["attempt"]["first_try"]) == (
        "solved",
        "solved",
        False,
    )

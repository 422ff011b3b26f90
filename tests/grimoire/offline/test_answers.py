"""Answers given without a network: the site judges them again, counts each once, and believes nothing of a pack."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Visibility
from grimoire.lines import read_start
from grimoire.models import Attempt, Puzzle
from grimoire.offline import views
from grimoire.offline.packs import version_of
from grimoire.outcomes import course_of, truth_of
from grimoire.solving.judging import GOES_ON, SOLVED, judge_line
from grimoire.solving.predicting import questions_for
from tests.cards.factories import browser_of
from tests.grimoire.factories import make_owner, make_puzzle
from tests.grimoire.offline.reading import PackReader

pytestmark = pytest.mark.django_db

WIN = ["3 at A upper 0"]


@pytest.fixture
def puzzle() -> Puzzle:
    return make_puzzle(position="win")


@pytest.fixture
def ada() -> Owner:
    return make_owner("ada")


@pytest.fixture
def hers(ada: Owner) -> Client:
    client = browser_of(ada)
    return client


def send(client: Client, puzzle: Puzzle, key: str = "one", **body: Any) -> Any:
    body = {"version": version_of(puzzle), **body}
    headers = {"Idempotency-Key": key} if key else {}
    address = reverse("grimoire:answers", args=[puzzle.token])
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers)


def refusal(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def counts(puzzle: Puzzle) -> tuple[int, int]:
    puzzle.refresh_from_db()
    return puzzle.attempt_count, puzzle.solved_count


def test_a_solve_counts_for_the_book_and_for_no_rating(hers: Client, ada: Owner, puzzle: Puzzle) -> None:
    assert send(hers, puzzle, line=WIN).json() == {"verdict": "solved"}
    attempt = Attempt.objects.get()
    assert (attempt.owner, attempt.state, attempt.first_try, attempt.tries) == (ada, "solved", True, 1)
    assert attempt.rated_at is None and not attempt.is_rated and puzzle.rated_count == 0
    assert counts(puzzle) == (1, 1)


def test_a_first_answer_that_failed_stays_the_first(hers: Client, puzzle: Puzzle) -> None:
    assert send(hers, puzzle, line=[]).json() == {"verdict": "failed"}
    assert send(hers, puzzle, "two", line=WIN).json() == {"verdict": "solved"}
    attempt = Attempt.objects.get()
    assert (attempt.state, attempt.first_try, attempt.tries) == ("solved", False, 2)
    assert counts(puzzle) == (1, 1)


def test_a_guest_keeps_what_they_have_solved(client: Client, puzzle: Puzzle) -> None:
    assert send(client, puzzle, line=WIN).status_code == 200
    assert Attempt.objects.get().owner.user is None


def test_what_is_laid_out_on_the_page_stays(hers: Client, ada: Owner, puzzle: Puzzle) -> None:
    Attempt.objects.create(owner=ada, puzzle=puzzle, line=WIN, revision=3)
    send(hers, puzzle, line=[])
    assert Attempt.objects.get().line == WIN


def test_the_enemies_turns_are_those_of_the_judge(hers: Client, client: Client) -> None:
    """A line to a solve of several turns counts; one in which an enemy plays something weaker does not."""
    puzzle = make_puzzle(position="win-in-two")
    reader = PackReader(client.get(reverse("grimoire:pack", args=[puzzle.token])).content)
    solved = next(list(line) for line, key in reader.lines() if reader.end(key)[0] == SOLVED and "end-turn" in line)
    forged = list(solved)
    start = read_start(puzzle.position)
    first = next(place for place, action in enumerate(solved) if action in ("assault", "end-turn"))
    goes_on = solved[:first]
    assert judge_line(start.position, goes_on).verdict == GOES_ON
    place = solved.index("mana") if "mana" in solved else first + 1
    del forged[place + 1]
    assert refusal(send(hers, puzzle, "forged", line=forged)) == (422, "bad-answer")
    assert refusal(send(hers, puzzle, "unfinished", line=goes_on)) == (422, "bad-answer")
    assert counts(puzzle) == (0, 0)
    assert send(hers, puzzle, line=solved).json() == {"verdict": "solved"}


@pytest.mark.parametrize("by", Puzzle.AnswerBy.values)
def test_what_was_foretold_is_graded_by_the_site(hers: Client, by: str) -> None:
    puzzle = make_puzzle(position="predict", kind=Puzzle.Kind.FORETELL, answer_by=by)
    if by == Puzzle.AnswerBy.BOARD:
        truth = truth_of(course_of(read_start(puzzle.position).position))
        right = {key: value for key, value in truth.items() if key[0] != "s"}
        for key in set(truth) - set(right):
            right[f"{key}-side"], right[key] = truth[key].split()
        wrong = {**right, next(key for key in right if key[0] == "t"): "gone"}
        if wrong == right:
            wrong[next(key for key in right if key[0] == "t")] = "0"
    else:
        questions = questions_for(Attempt(puzzle=puzzle))
        right = {question.key: str(question.right) for question in questions}
        wrong = {key: str(1 - int(value) if value in "01" else 0) for key, value in right.items()}
    assert send(hers, puzzle, said=wrong).json() == {"verdict": "failed"}
    assert refusal(send(hers, puzzle, "none", said={})) == (422, "bad-answer")
    assert send(hers, puzzle, "two", said=right).json() == {"verdict": "solved"}


# Hostile


def test_the_same_sent_twice_counts_once(hers: Client, puzzle: Puzzle) -> None:
    for _ in range(3):
        assert send(hers, puzzle, line=WIN).json() == {"verdict": "solved"}
    assert Attempt.objects.get().tries == 1 and counts(puzzle) == (1, 1)
    assert refusal(send(hers, puzzle, line=[])) == (409, "key-reused")


def test_another_solve_of_a_solved_puzzle_is_no_second_one(hers: Client, puzzle: Puzzle) -> None:
    for key in ("one", "two", "three"):
        send(hers, puzzle, key, line=WIN)
    assert counts(puzzle) == (1, 1)


def test_forged_answers_are_refused(hers: Client, puzzle: Puzzle) -> None:
    for number, line in enumerate((["99 upper"], ["nonsense"], ["assault"], [*WIN, "assault", "end-turn"])):
        assert refusal(send(hers, puzzle, f"{number}", line=line)) == (422, "bad-answer"), line
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"line": "3 at A upper 0"},
        {"line": [3]},
        {"line": ["x"] * 91},
        {"line": ["x" * 61]},
        {"line": WIN, "verdict": "solved"},
        {"said": ["t1"]},
        {"said": {"t1": 2}},
        {"said": {"t1": "0" * 61}},
        {"version": 7, "line": WIN},
        {"version": "\x00", "line": WIN},
    ],
)
def test_what_is_no_answer_is_refused(hers: Client, puzzle: Puzzle, body: dict[str, Any]) -> None:
    assert send(hers, puzzle, **body).status_code == 400
    assert not Attempt.objects.exists()


def test_an_answer_without_a_key_is_refused(hers: Client, puzzle: Puzzle) -> None:
    assert refusal(send(hers, puzzle, "", line=WIN)) == (400, "bad-request")


def test_an_answer_by_another_puzzles_pack_is_refused(hers: Client, puzzle: Puzzle) -> None:
    other = make_puzzle(position="damage")
    assert refusal(send(hers, puzzle, version=version_of(other), line=WIN)) == (409, "changed")


def test_an_answer_to_what_the_puzzle_was_is_refused(hers: Client, puzzle: Puzzle) -> None:
    before = version_of(puzzle)
    puzzle.position["players"]["B"]["turn"] += 2
    puzzle.save()
    assert refusal(send(hers, puzzle, version=before, line=WIN)) == (409, "changed")
    assert not Attempt.objects.exists()


def test_only_puzzles_that_somebody_may_open_are_answered(hers: Client) -> None:
    for hidden in (make_puzzle(visibility=Visibility.PRIVATE), make_puzzle(published=False)):
        assert refusal(send(hers, hidden, line=WIN)) == (404, "not-found")


def test_a_page_of_another_site_cannot_answer(puzzle: Puzzle) -> None:
    client = Client(enforce_csrf_checks=True)
    assert send(client, puzzle, line=WIN).status_code == 403


def test_answers_are_limited_as_on_the_page(hers: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "JUDGED", views.Limit("solving", times=1, seconds=60))
    send(hers, puzzle, line=[])
    refused = send(hers, puzzle, "two", line=WIN)
    assert refusal(refused) == (429, "too-many-requests") and int(refused.headers["Retry-After"]) > 0


def test_an_authors_own_answer_counts_for_nothing(client: Client) -> None:
    author = make_owner("author")
    puzzle = make_puzzle(author)
    client.force_login(author.user)
    assert send(client, puzzle, line=WIN).json() == {"verdict": "solved"}
    assert counts(puzzle) == (0, 0)


def test_the_same_sent_several_times_at_once_counts_once(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from accounts.models import Owner
from grimoire.models import Attempt, Puzzle
from grimoire.offline.answers import LateAnswer, count_late
from grimoire.offline.packs import version_of
from tests.grimoire.factories import make_puzzle
owner, puzzle = Owner.objects.create(), make_puzzle(position="win")
answer = LateAnswer(version_of(puzzle), ("3 at A upper 0",))
def send(_number):
    return count_late(owner=owner, puzzle=Puzzle.objects.get(pk=puzzle.pk), answer=answer, key="one")
told = at_once(send, range(6))
puzzle.refresh_from_db()
print(json.dumps([told, Attempt.objects.get().tries, puzzle.attempt_count, puzzle.solved_count]))
"""
    )
    assert answer == [[True] * 6, 1, 1, 1]

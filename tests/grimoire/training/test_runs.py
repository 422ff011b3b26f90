"""Storms and streaks: judged by the server, counted once, rated never."""

from __future__ import annotations

import random
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle, Solver, TrainingRun
from grimoire.models.puzzles import DECKS
from grimoire.solving.services import ClientState
from grimoire.training import runs
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


@pytest.fixture
def owner() -> Owner:
    return make_owner("runner")


@pytest.fixture
def puzzles() -> list[Puzzle]:
    """The same position three times, so that the right line is known."""
    return [make_puzzle(position="win") for _ in range(3)]


def make_run(owner: Owner, puzzles: list[Puzzle], kind: str = runs.STORM, **fields: Any) -> TrainingRun:
    now = timezone.now()
    ends_at = now + runs.DURATION if kind == runs.STORM else None
    keys = [puzzle.pk for puzzle in puzzles]
    skips = 1 if kind == runs.STREAK else 0
    values = {"started": now, "ends_at": ends_at, "puzzles": keys, "skips": skips, **fields}
    run: TrainingRun = TrainingRun.objects.create(owner=owner, kind=kind, **values)
    return run


def seen(run: TrainingRun) -> ClientState:
    return ClientState(run.revision, tuple(run.line))


def solve(run: TrainingRun) -> bool:
    runs.play(run=run, client_state=seen(run), action=WIN)
    return runs.judge(run=run, client_state=seen(run))


def test_a_run_goes_from_easy_to_hard_and_has_only_what_is_judged_at_once(owner: Owner) -> None:
    names = ("win", "win-hard", "damage", "destroy", "survive", "win-in-two")
    made = [make_puzzle(position=name) for name in names]
    make_puzzle(owner, position="win")
    for puzzle, level in zip(made, (4, 2, 1, 3, 1, 1), strict=True):
        Puzzle.objects.filter(pk=puzzle.pk).update(level=level)
    run = runs.start_run(owner=owner, kind=runs.STORM)
    assert run.puzzles == [made[2].pk, made[1].pk, made[3].pk, made[0].pk]


def test_right_answers_score_and_a_mistake_costs_time(owner: Owner, puzzles: list[Puzzle]) -> None:
    run = make_run(owner, puzzles)
    ends_at = run.ends_at
    assert ends_at is not None
    assert solve(run)
    assert (run.score, run.combo, run.line, run.ends_at) == (1, 1, [], ends_at)
    assert not runs.judge(run=run, client_state=seen(run))
    assert (run.score, run.combo, run.best_combo, run.ends_at) == (1, 0, 1, ends_at - runs.PENALTY)
    solve(run)
    assert run.is_over(timezone.now())  # there are no more
    assert [entry[:2] for entry in run.answers] == [
        [puzzles[0].pk, True], [puzzles[1].pk, False], [puzzles[2].pk, True],
    ]  # fmt: skip


def test_right_answers_in_a_row_add_time() -> None:
    seconds = [runs.bonus(combo).total_seconds() for combo in range(1, 21)]
    assert seconds == [0, 0, 3, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10]


def test_a_streak_ends_with_the_first_mistake_and_has_one_skip(owner: Owner, puzzles: list[Puzzle]) -> None:
    run = make_run(owner, puzzles, runs.STREAK)
    runs.skip(run=run, client_state=seen(run))
    with pytest.raises(StaleRevision):
        runs.skip(run=run, client_state=seen(run))
    assert solve(run)
    assert not runs.judge(run=run, client_state=seen(run))
    assert run.is_over(timezone.now())
    assert run.score == 1
    assert not Attempt.objects.filter(owner=owner, puzzle=puzzles[0]).exists()  # skipped: no try


def test_an_answer_counts_as_a_try_and_as_solved_but_is_not_rated(owner: Owner, puzzles: list[Puzzle]) -> None:
    run = make_run(owner, puzzles)
    solve(run)
    runs.judge(run=run, client_state=seen(run))
    right, wrong = Attempt.objects.order_by("pk")
    assert (right.state, right.first_try, right.tries, right.is_rated) == (Attempt.State.SOLVED, True, 1, False)
    assert (wrong.state, wrong.first_try, wrong.due_on is not None) == (Attempt.State.OPEN, False, True)
    counts = Puzzle.objects.order_by("pk").values_list("attempt_count", "solved_count", "rated_count")
    assert list(counts) == [(1, 1, 0), (1, 0, 0), (0, 0, 0)]
    assert not Solver.objects.exists()
    again = make_run(owner, puzzles)
    solve(again)  # solved before: counted no more
    assert Puzzle.objects.order_by("pk").values_list("attempt_count", "solved_count")[0] == (1, 1)


def test_nothing_is_counted_twice_and_nothing_after_the_end(owner: Owner, puzzles: list[Puzzle]) -> None:
    run = make_run(owner, puzzles)
    runs.play(run=run, client_state=seen(run), action=WIN)
    state, other = seen(run), TrainingRun.objects.get()
    runs.judge(run=run, client_state=state)
    with pytest.raises(StaleRevision):
        runs.judge(run=other, client_state=state)
    assert TrainingRun.objects.get().score == 1
    late = make_run(owner, puzzles, ends_at=timezone.now() - timedelta(seconds=2))
    with pytest.raises(StaleRevision):
        runs.judge(run=late, client_state=seen(late))


def test_a_puzzle_that_is_withdrawn_is_passed_over(owner: Owner, puzzles: list[Puzzle]) -> None:
    run = make_run(owner, puzzles)
    Puzzle.objects.filter(pk=puzzles[0].pk).update(published_at=None)
    attempt = runs.attempt_in(run)
    assert attempt is not None
    assert attempt.puzzle == puzzles[1]


def test_best_scores_of_the_day_the_week_and_ever(owner: Owner) -> None:
    day, week, _ever = runs.periods(timezone.now())
    assert day is not None
    assert week is not None
    guest = make_owner()
    for who, score, started in (
        (owner, 3, day), (owner, 9, week - timedelta(days=1)), (make_owner("other"), 5, day), (guest, 7, day),
    ):  # fmt: skip
        make_run(who, [], score=score, started=started)
    assert runs.own_bests(owner, runs.STORM, DECKS) == [3, 3, 9]
    assert runs.best_of_all(runs.STORM, DECKS, day) == [("other", 5), ("runner", 3)]
    assert runs.best_of_all(runs.STORM, DECKS, None) == [("runner", 9), ("other", 5)]


def test_a_storm_is_played_by_forms_alone(client: Client, owner: Owner, puzzles: list[Puzzle]) -> None:
    sign_in(client, owner)
    address = client.post(reverse("grimoire:start_run"), {"kind": "storm"}).headers["Location"]
    run = TrainingRun.objects.get()
    change = reverse("grimoire:change_run", args=[run.token])
    assert 'data-left="' in client.get(address).content.decode()
    client.post(change, {"action": WIN, "revision": "0", "line": ""})
    played = client.get(address).content.decode()
    assert f'value="{WIN}"' in played
    refused = client.post(change, {"action": "9 upper", "revision": "1", "line": WIN}, headers={"HX-Request": "true"})
    assert refused.status_code == 400
    client.post(change, {"do": "undo", "revision": "1", "line": WIN})
    client.post(change, {"action": WIN, "revision": "2", "line": ""})
    for _twice in range(2):
        assert client.post(change, {"do": "judge", "revision": "3", "line": WIN}).headers["Location"] == address
    assert "The last one was right." in client.get(address).content.decode()
    client.post(change, {"do": "stop", "revision": "4"})
    result = client.get(address).content.decode()
    assert "Your best score ever!" in result
    assert Client().get(address).status_code == 404  # of its owner alone
    training = client.get(reverse("grimoire:training")).content.decode()
    assert "Your best today: 1." in training


@pytest.mark.long
def test_a_thousand_storms_played_by_a_bot(owner: Owner) -> None:
    """By the services of the site: scores, answers and attempts agree, whatever is played."""
    made = [make_puzzle(position=name) for name in ("win", "win-hard", "damage", "destroy") for _ in range(10)]
    lines: dict[str, list[str]] = {}
    chance, begun, answered = random.Random(7), time.perf_counter(), 0
    for _storm in range(1000):
        run = runs.start_run(owner=owner, kind=runs.STORM)
        for _answer in range(chance.randint(2, 8)):
            attempt = runs.attempt_in(run)
            if attempt is None or run.is_over(timezone.now()):
                break
            known = lines.get(attempt.puzzle.position_key, [])
            state = state_of(attempt)
            for _play in range(4):
                legal = state_of(runs.attempt_in(run) or attempt).line_state.legal
                if known and chance.random() < 0.8:
                    action = known[len(run.line)] if len(run.line) < len(known) else ""
                else:
                    action = chance.choice([*legal, ""])
                if not action or action not in legal:
                    break
                runs.play(run=run, client_state=seen(run), action=action)
            played = list(run.line)
            if runs.judge(run=run, client_state=seen(run)):
                lines[state.attempt.puzzle.position_key] = played
            answered += 1
        assert run.score == sum(entry[1] for entry in run.answers)
    seconds = time.perf_counter() - begun
    print(f"1,000 storms, {answered} answers, {1000 * seconds / answered:.1f} ms an answer")
    total = sum(len(run.answers) for run in TrainingRun.objects.all())
    assert total == answered == sum(Attempt.objects.values_list("tries", flat=True))
    solved = {key for run in TrainingRun.objects.all() for key, is_right, _ in run.answers if is_right}
    assert solved == set(Attempt.objects.filter(state=Attempt.State.SOLVED).values_list("puzzle", flat=True))
    assert sum(puzzle.solved_count for puzzle in made for puzzle in Puzzle.objects.filter(pk=puzzle.pk)) == len(solved)
    assert not Solver.objects.exists()

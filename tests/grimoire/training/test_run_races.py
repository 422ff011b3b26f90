"""Two requests at the same moment: nobody counts a solve twice, on whatever database the tests run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RACE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Owner, User
from grimoire.models import Attempt, Puzzle, TrainingRun
from grimoire.solving.services import ClientState
from grimoire.training import runs
from tests.grimoire.factories import make_puzzle

owner = Owner.objects.create(user=User.objects.create_user("runner"))
puzzles = [make_puzzle(position="win") for _ in range(3)]
now = timezone.now()
run = TrainingRun.objects.create(owner=owner, kind="storm", started=now, ends_at=now + timedelta(minutes=9),
    puzzles=[puzzle.pk for puzzle in puzzles])
runs.play(run=run, client_state=ClientState(0, ()), action="3 at A upper 0")
state = ClientState(1, tuple(run.line))

def judge(_):
    return runs.judge(run=TrainingRun.objects.select_related("owner").get(pk=run.pk), client_state=state)

outcomes = at_once(judge, range(8), tell=True)
run = TrainingRun.objects.get()
attempt, page = Attempt.objects.get(), Puzzle.objects.get(pk=puzzles[0].pk)
print(json.dumps([sorted(map(str, outcomes)), run.score, len(run.answers), attempt.tries, page.attempt_count,
    page.solved_count]))
"""


def test_of_many_answers_at_once_one_counts(race: Callable[[str], Any]) -> None:
    outcomes, score, answers, tries, attempts, solved = race(RACE)
    assert outcomes == ["StaleRevision"] * 7 + ["True"]
    assert (score, answers, tries, attempts, solved) == (1, 1, 1, 1, 1)


TWO_RUNS = (
    RACE.partition("outcomes =")[0]
    + """
other = TrainingRun.objects.create(owner=owner, kind="streak", started=now, puzzles=run.puzzles)
runs.play(run=other, client_state=ClientState(0, ()), action="3 at A upper 0")

def judge_in(key):
    return runs.judge(run=TrainingRun.objects.select_related("owner").get(pk=key), client_state=state)

at_once(judge_in, [run.pk, other.pk])
page, attempt = Puzzle.objects.get(pk=puzzles[0].pk), Attempt.objects.get()
print(json.dumps([page.attempt_count, page.solved_count, attempt.tries, attempt.first_try]))
"""
)


def test_a_puzzle_solved_in_two_runs_at_once_counts_as_solved_once(race: Callable[[str], Any]) -> None:
    assert race(TWO_RUNS) == [1, 1, 2, True]


RACERS = """
from accounts.models import Owner, User
from grimoire.models import Puzzle, PuzzleRace
from grimoire.training import racing
from tests.grimoire.factories import make_puzzle

for _ in range(3):
    make_puzzle(position="win")
Puzzle.objects.update(level=2)
owners = [Owner.objects.create(user=User.objects.create_user(f"runner-{n}")) for n in range(12)]
waiting = racing.new_race(owners[0])
joined = at_once(lambda owner: str(racing.join(waiting, owner)), owners[1:], tell=True)
at_once(lambda _: racing.start(waiting, owners[0]), range(6), tell=True)
starts = {(run.started, tuple(run.puzzles)) for run in waiting.runs.all()}
after = at_once(lambda owner: str(racing.race_again(waiting, owner).pk), owners[:4], tell=True)
print(json.dumps([sorted(map(str, joined)), waiting.runs.count(), len(starts), sorted(map(str, set(after)))]))
"""


def test_who_joins_starts_and_goes_on_at_the_same_moment(race: Callable[[str], Any]) -> None:
    joined, racers, starts, after = race(RACERS)
    assert joined == ["None"] * 7 + ["RequestRefused"] * 4
    assert (racers, starts, len(after)) == (8, 1, 1)

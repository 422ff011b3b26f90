"""Two requests at the same moment: nobody counts a solve twice, on whatever database the tests run."""

from __future__ import annotations

from typing import Any

NAMES = """
from datetime import timedelta
from django.utils import timezone
from grimoire.championships import services
from grimoire.championships.pages import answer_at
from grimoire.models import ChampionshipAnswer, ChampionshipRun, Puzzle, Championship
from grimoire.solving.services import ClientState
from tests.grimoire.factories import make_owner, make_puzzle

organiser, solver, now = make_owner("organiser"), make_owner("solver"), timezone.now()
drafts = [make_puzzle(organiser, published=False, position="win") for _ in range(6)]
championship = services.create(owner=organiser, puzzles=drafts, fields={"title": "Cup", "starts_at": now})
line = ("3 at A upper 0",)
"""


def test_of_many_answers_at_once_one_counts(race: Any) -> None:
    outcomes, right, points = race(
        NAMES
        + """
run = services.begin(championship=championship, owner=solver)
services.play(answer=answer_at(run, 1), client_state=ClientState(0, ()), action=line[0])
def hand_in(_number):
    mine = ChampionshipRun.objects.select_related("owner", "championship").get()
    return services.hand_in(answer=answer_at(mine, 1), client_state=ClientState(1, line))
outcomes = at_once(hand_in, range(8), tell=True)
standing = services.standings(championship)[0]
print(json.dumps([sorted(map(str, outcomes)), ChampionshipAnswer.objects.filter(is_right=True).count(),
    standing.points - championship.puzzles.get(number=1).points]))
"""
    )
    assert outcomes == ["StaleRevision"] * 7 + ["True"]
    assert (right, points) == (1, 0)


def test_begun_and_first_played_at_once_there_is_one_hour_and_one_line(race: Any) -> None:
    runs, answers, outcomes, published = race(
        NAMES
        + """
at_once(lambda _number: services.begin(championship=championship, owner=solver).pk, range(4))
def play(_number):
    mine = ChampionshipRun.objects.select_related("owner", "championship").get()
    services.play(answer=answer_at(mine, 1), client_state=ClientState(0, ()), action=line[0])
    return True
outcomes = at_once(play, range(4), tell=True)
Championship.objects.update(starts_at=now - timedelta(hours=2))
at_once(lambda _number: services.finish(championship.pk), range(4))
print(json.dumps([ChampionshipRun.objects.count(), ChampionshipAnswer.objects.count(), sorted(map(str, outcomes)),
    Puzzle.objects.published().count()]))
"""
    )
    assert (runs, answers, published) == (1, 1, 6)
    assert outcomes == ["StaleRevision"] * 3 + ["True"]

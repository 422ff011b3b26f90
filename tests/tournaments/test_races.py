"""Several do the same at one moment, each in a connection of its own: it happens once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.django_db

TOURNAMENTS = """
from tests.tournaments.factories import *
from tournaments.services import rounds, results
from tournaments.models import *
from tables.models import *
from web.refusals import RequestRefused
settings.LIMITS = False
def attempt(work):
    try:
        return str(work())
    except RequestRefused as wrong:
        return wrong.code
def again():
    return Tournament.objects.get()
"""


def test_of_several_who_start_pair_confirm_or_join_one_does(race: Callable[[str], Any]) -> None:
    """A start by four, two results confirmed by both at once, a next round by four; a place for one, and six come."""
    started, confirmed, paired, joined = race(
        TOURNAMENTS
        + """
make_tournament(4, on_site=False, kind="evening", capacity=5)
at_once(lambda _: attempt(lambda: rounds.begin(again())), range(4))
started = list(Match.objects.values_list("round", flat=True))
def say(match, entrant):
    return attempt(lambda: results.report(again(), Match.objects.get(pk=match.pk), entrant, "first"))
matches = list(Match.objects.select_related("first", "second"))
at_once(lambda both: say(*both), [(match, side) for match in matches for side in (match.first, match.second)])
confirmed = [list(Match.objects.values_list("outcome", "source")), Tournament.objects.get().version]
at_once(lambda _: attempt(lambda: rounds.next_round(again(), 1)), range(4))
paired = [again().round, Match.objects.filter(round=2).count()]
owners = [Owner.objects.create() for _ in range(6)]
answers = at_once(lambda owner: attempt(lambda: entering.join(again(), owner, "Ann")), owners)
joined = [sorted(answers), again().entrants.count()]
print(json.dumps([started, confirmed, paired, joined]))
"""
    )
    assert started == [1, 1]
    assert confirmed[0] == [["first", "players"]] * 2
    assert paired == [2, 2]
    assert joined == [["Ann", *["full"] * 5], 5]


def test_the_last_games_of_a_round_that_end_at_once_pair_the_next_one_once(race: Callable[[str], Any]) -> None:
    """And each rating moves once, whoever is asked to enter a result again."""
    rounds, games, outcomes = race(
        TOURNAMENTS
        + """
from tournaments.services import following
tournament = make_tournament(6, rounds=2)
rounds.begin(tournament)
matches = open_matches(tournament)
at_once(lambda match: attempt(lambda: win(match)), matches)
at_once(lambda _: following.look(again()), range(3))
outcomes = list(Match.objects.filter(round=1).values_list("outcome", flat=True))
print(json.dumps([again().round, LiveGame.objects.count(), outcomes]))
"""
    )
    assert rounds == 2 and games == 6 and outcomes == ["first"] * 3

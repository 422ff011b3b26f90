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


def test_of_results_at_once_one_holds(race: Callable[[str], Any]) -> None:
    """Two report each other's results, an organiser decides in four tabs, a game ends while its result is entered."""
    crossed, decided, ended, corrections, paired = race(
        TOURNAMENTS
        + """
def find(match):
    return Match.objects.select_related("first", "second").get(pk=match.pk)
make_tournament(6, on_site=False, kind="evening")
rounds.begin(again())
*crossing, deciding = open_matches(again())
for outcomes in (("first", "second"), ("second", "first")):
    said = [(match, match.first, outcomes[0]) for match in crossing]
    said += [(match, match.second, outcomes[1]) for match in crossing]
    at_once(lambda each: attempt(lambda: results.report(again(), find(each[0]), *each[1:])), said)
crossed = [[match.outcome, match.source, match.reported] for match in map(find, crossing)]
decide = lambda match, outcome: attempt(lambda: results.decide(again(), find(match), outcome, ""))
answers = at_once(lambda outcome: decide(deciding, outcome), results.OUTCOMES)
decided = [sorted(answers), find(deciding).outcome != ""]
Tournament.objects.all().delete()
make_tournament(4, rounds=2)
rounds.begin(again())
playing = open_matches(again())
work = [lambda match=match: win(match) for match in playing]
work += [lambda match=match: decide(match, "draw") for match in playing]
answers = at_once(attempt, work)
ended = [[match.outcome, match.source, answer] for match, answer in zip(map(find, playing), answers[2:])]
print(json.dumps([crossed, decided, ended, Correction.objects.count(), [again().round, LiveGame.objects.count()]]))
"""
    )
    assert {(source, outcome == said) for outcome, source, said in crossed if outcome} <= {("players", True)}
    assert {said for _outcome, _source, said in crossed} <= {"first", "second"}
    assert decided == [["None", "stale", "stale", "stale"], True]
    assert all(each in (["first", "site", "stale"], ["draw", "organiser", "None"]) for each in ended)
    assert corrections == 0 and paired == [2, 4]


def test_a_rated_game_of_a_match_that_ends_at_once_in_several_ways_moves_ratings_once(
    race: Callable[[str], Any],
) -> None:
    """Both players resign in two tabs each, their time is up, the organiser decides, workers look at all of it."""
    rows, played, before, match, game = race(
        TOURNAMENTS
        + """
from datetime import timedelta
from tables.services import consent, timeouts
from tables.states import forget_states, state_of
from tables.viewers import find_viewer
from tournaments.services import following
asked = asked_for("clash-of-decks", clock={"kind": "fischer", "base": 30, "increment": 0})
make_tournament(2, rounds=1, accounts=True, rated=True, asked=asked)
rounds.begin(again())
(match,) = open_matches(again())
move_both(match.game)
before = RatedGame.objects.count()
for entry in LogEntry.objects.all():
    entry.at -= timedelta(seconds=300)
    entry.save()
forget_states()
checks = list(TimeoutCheck.objects.values_list("pk", flat=True))
assert checks
def resign(owner):
    return attempt(lambda: consent.resign(find_viewer(match.game_token, None, owner)))
owners = [match.first.owner, match.second.owner]
work = [lambda owner=owner: resign(owner) for owner in owners * 2]
work += [lambda: attempt(lambda: results.decide(again(), Match.objects.get(), "draw", ""))]
work += [lambda: following.look(again()), lambda: timeouts.work(checks[0])] * 2
at_once(lambda each: each(), work)
following.enter_result(LiveGame, LiveGame.objects.get(), state_of(LiveGame.objects.get()))
match = Match.objects.get()
played = list(PlayerRating.objects.values_list("played", flat=True))
over = [LiveGame.objects.get().status, again().phase]
print(json.dumps([RatedGame.objects.count(), played, before, match.outcome, over]))
"""
    )
    assert before == 0 and rows == 2 and played == [1, 1]
    assert match in ("first", "second", "draw") and game == ["over", "over"]

"""Tournaments by the site's own services: games open by themselves, results come from their logs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Owner, User
from accounts.services import guest_adopted
from contract.log import Kind as EntryKind
from tables.models import LiveGame, RatedGame
from tables.services.leaving import leave
from tests.tournaments.factories import end_with, make_tournament, move_both, open_matches, win
from tools.whole_tournaments import make, play_whole
from tournaments.models import Correction, Entrant, Match, Tournament
from tournaments.rules.matches import BYE, DRAW, FIRST, NEITHER, SECOND, byes, meetings
from tournaments.services import entering, following, games, results, rounds
from tournaments.services.games import asked_for
from tournaments.services.reading import read_whole
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db
Kind, Phase = Tournament.Kind, Tournament.Phase


def code_of(refused: pytest.ExceptionInfo[RequestRefused]) -> str:
    return refused.value.code


@pytest.mark.parametrize("kind", Kind.values)
def test_bots_play_a_whole_tournament(kind: str) -> None:
    tournament = make(Owner.objects.create(), kind, 5, rounds=3)
    if kind == Kind.EVENING:
        for number in (1, 2):
            for match in open_matches(tournament):
                win(match)
            tournament.refresh_from_db()
            rounds.next_round(tournament, after=number)
        rounds.end(tournament)
    else:
        play_whole(tournament, matches=6)
    whole = read_whole(tournament)
    table = whole.standings()
    assert tournament.phase == Phase.OVER and tournament.round >= 3
    assert max(byes(whole.results()).values(), default=0) <= 1
    if kind in (Kind.SWISS, Kind.ROUND_ROBIN):
        assert not whole.open_matches and max(meetings(whole.results()).values()) == 1
        assert sum(row.points for row in table) == 2 * len(whole.matches)
        assert all(match.game_token for match in whole.matches if match.outcome != BYE)


@pytest.mark.long
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ARENA])
def test_64_bots_play_a_whole_tournament(kind: str) -> None:
    """Each match is a game that was played to its end here; an arena of three matches for each."""
    tournament = play_whole(make(Owner.objects.create(), kind, 64), matches=96)
    whole = read_whole(tournament)
    table = whole.standings()
    assert tournament.phase == Phase.OVER and len(table) == 64 and not whole.open_matches
    assert sum(row.points for row in table) == 2 * sum(match.outcome != NEITHER for match in whole.matches)
    for match in whole.matches:
        assert match.game is not None and match.game.status == LiveGame.Status.OVER
        assert match.source == Match.Source.SITE and match.outcome == games.outcome_of(match.game)
    assert len({match.game_id for match in whole.matches}) == len(whole.matches)
    if kind == Kind.SWISS:
        assert (tournament.round, len(whole.matches)) == (7, 7 * 32)
        assert {row.played for row in table} == {7} and max(meetings(whole.results()).values()) == 1
    else:
        assert len(whole.matches) >= 96 and min(row.played for row in table) >= 1


def test_a_swiss_of_people_goes_on_by_itself_and_late_joiners_come_into_the_next_round() -> None:
    tournament = make_tournament(4, rounds=3)
    rounds.begin(tournament)
    first, second = open_matches(tournament)
    assert first.game is not None and first.game.setup["exhaustion"]
    names = {seat.seat_name: seat.name for seat in first.game.seats.all()}
    assert names == {"A": first.first.name, "B": first.second and first.second.name}
    assert set(first.game.seats.values_list("owner", flat=True)) == {first.first.owner_id, first.second.owner_id}
    late = entering.join(tournament, Owner.objects.create(), "player 4")
    assert late.name == "player 4 2"  # told apart from the one who is there
    win(first)
    assert tournament.matches.filter(outcome="").count() == 1
    win(second, "B")
    tournament.refresh_from_db()
    assert tournament.round == 2 and tournament.matches.filter(round=2).count() == 3  # two matches and a bye
    entering.withdraw(tournament, late)
    for match in open_matches(tournament):
        end_with(match.game, [], "draw")
    tournament.refresh_from_db()
    assert tournament.round == 3
    assert late.pk not in {
        key for each in tournament.matches.filter(round=3) for key in (each.first_id, each.second_id)
    }
    assert entering.join(tournament, late.owner, "again").pk == late.pk
    for match in open_matches(tournament):
        win(match)
    tournament.refresh_from_db()
    assert tournament.phase == Phase.OVER
    with pytest.raises(RequestRefused) as refused:
        entering.join(tournament, Owner.objects.create(), "Late")
    assert code_of(refused) == "closed"
    rounds.begin(tournament)
    assert tournament.round == 3


def test_an_arena_pairs_who_is_ready_and_ends_when_its_time_is_up() -> None:
    tournament = make_tournament(3, kind=Kind.ARENA)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    waiting = tournament.entrants.get(is_waiting=True)
    entering.wait(tournament, match.first)  # who plays does not wait
    assert not tournament.entrants.get(pk=match.first_id).is_waiting
    win(match)
    assert not open_matches(tournament)  # people say when they are ready
    entering.wait(tournament, match.first)
    (second,) = open_matches(tournament)
    assert {second.first_id, second.second_id} == {match.first_id, waiting.pk}
    Tournament.objects.filter(pk=tournament.pk).update(ends=timezone.now())
    win(second)
    tournament.refresh_from_db()
    assert tournament.phase == Phase.OVER and tournament.matches.exclude(outcome="").count() == 2


def test_in_an_arena_nobody_is_paired_who_still_plays_and_who_cannot_say_so_is_ready() -> None:
    """Somebody withdraws from a match and comes back; bots and players without a device, whom nobody can ask."""
    tournament = make_tournament(2, kind=Kind.ARENA)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    entering.withdraw(tournament, match.first)
    entering.join(tournament, match.first.owner, "")
    late = entering.join(tournament, Owner.objects.create(), "Late")
    assert [each.pk for each in open_matches(tournament)] == [match.pk]
    entering.add_bots(tournament, 1, "greedy")
    (_first, of_bot) = open_matches(tournament)
    assert late in (of_bot.first, of_bot.second)
    results.decide(tournament, of_bot, DRAW, seen="")
    assert [each.bot for each in tournament.entrants.filter(is_waiting=True)] == ["greedy"]
    table = make_tournament(1, kind=Kind.ARENA, on_site=False)
    entering.add_player(table, "Grandma")
    rounds.begin(table)
    (match,) = open_matches(table)
    results.decide(table, match, FIRST, seen="")
    results.decide(table, match, SECOND, seen=FIRST)
    assert table.entrants.get(is_waiting=True).name == "Grandma"
    entering.wait(table, table.entrants.get(number=1))
    assert len(open_matches(table)) == 1
    results.decide(table, match, FIRST, seen=SECOND)  # of a match that was settled: nobody waits for that
    assert not table.entrants.filter(is_waiting=True).exists()


def test_whoever_does_not_turn_up_has_lost() -> None:
    tournament = make_tournament(4, no_show=10, rounds=1)
    rounds.begin(tournament)
    played, missed = open_matches(tournament)
    before = timezone.now() - timedelta(minutes=11)
    following.look(tournament)
    assert len(open_matches(tournament)) == 2
    actor = played.game.acting[0]
    seats = list(played.game.seats.all())
    leave(played.game, seats, [seat for seat in seats if seat.seat_name == actor], EntryKind.RESIGNED, "resigned")
    absent = missed.game.acting
    tournament.matches.update(opened=before)
    following.resume()
    missed.refresh_from_db()
    tournament.refresh_from_db()
    sides = {("A",): SECOND, ("B",): FIRST}
    assert missed.outcome == sides.get(tuple(absent), NEITHER)
    assert missed.game.status == LiveGame.Status.OVER and tournament.phase == Phase.OVER


def test_results_of_real_tables_are_reported_by_one_and_confirmed_by_the_other() -> None:
    tournament = make_tournament(2, on_site=False, kind=Kind.EVENING)
    host = tournament.owner
    stranger = make_tournament(1).entrants.get()
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    assert match.game is None and match.second is not None
    results.report(tournament, match, match.first, FIRST)
    results.report(tournament, match, match.first, FIRST)  # pressed twice: nobody confirms what they said
    match.refresh_from_db()
    assert (match.outcome, match.reported) == ("", FIRST)
    results.report(tournament, match, match.second, DRAW)  # they disagree
    assert match.outcome == "" and match.reported_by == match.second
    with pytest.raises(RequestRefused) as refused:
        rounds.next_round(tournament, after=1)
    assert code_of(refused) == "still-open"
    for entrant, outcome, code in ((stranger, DRAW, "not-yours"), (match.first, BYE, "no-such-result")):
        with pytest.raises(RequestRefused) as refused:
            results.report(tournament, match, entrant, outcome)
        assert code_of(refused) == code
    results.report(tournament, match, match.first, DRAW)
    match.refresh_from_db()
    assert (match.outcome, match.source) == (DRAW, Match.Source.PLAYERS)
    with pytest.raises(RequestRefused) as refused:
        results.report(tournament, match, match.first, FIRST)
    assert code_of(refused) == "settled"
    rounds.next_round(tournament, after=1)
    rounds.next_round(tournament, after=1)  # pressed twice: one round
    tournament.refresh_from_db()
    assert tournament.round == 2 and tournament.owner == host
    entering.withdraw(tournament, match.second)
    assert tournament.entrants.get(pk=match.second.pk).is_out


def test_a_correction_shows_and_keeps_its_consequences() -> None:
    tournament = make_tournament(4, accounts=True, rounds=3, rated=True)
    rounds.begin(tournament)
    first, second = open_matches(tournament)
    for match in (first, second):
        assert match.game is not None
        move_both(match.game)
        win(match)
    tournament.refresh_from_db()
    first.refresh_from_db()
    paired = list(tournament.matches.filter(round=2).values_list("first", "second"))
    rated = list(RatedGame.objects.values_list("player", "after"))
    assert len(rated) == 4
    version, table = tournament.version, read_whole(tournament).standings()
    results.decide(tournament, first, FIRST, seen=FIRST)  # changes nothing
    tournament.refresh_from_db()
    assert (tournament.version, read_whole(tournament).standings()) == (version, table)
    assert not Correction.objects.exists()
    foreseen = results.consequences(tournament, first, SECOND)
    assert foreseen.paired_since == 1
    assert {each.entrant for each in foreseen.moved} >= {first.first.number, first.second.number}
    with pytest.raises(RequestRefused) as refused:
        results.decide(tournament, first, SECOND, seen=DRAW)
    assert code_of(refused) == "stale"
    results.decide(tournament, first, SECOND, seen=FIRST)
    now = {row.entrant: (row.rank, row.points) for row in read_whole(tournament).standings()}
    assert all(now[each.entrant] == (each.rank, each.points) for each in foreseen.moved)
    correction = Correction.objects.get()
    assert (correction.before, correction.after, correction.round) == (FIRST, SECOND, 2)
    assert list(tournament.matches.filter(round=2).values_list("first", "second")) == paired
    assert list(RatedGame.objects.values_list("player", "after")) == rated  # a correction moves no rating
    results.decide(tournament, first, FIRST, seen=SECOND)
    assert read_whole(tournament).standings() == table, "and back"
    with pytest.raises(RequestRefused) as refused:
        results.decide(tournament, first, "perhaps", seen=FIRST)
    assert code_of(refused) == "no-such-result"


def test_what_the_organiser_has_decided_the_end_of_the_game_does_not_change() -> None:
    tournament = make_tournament(2, kind=Kind.EVENING)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    results.decide(tournament, match, DRAW, seen="")
    win(match)
    match.refresh_from_db()
    assert (match.outcome, match.source) == (DRAW, Match.Source.ORGANISER) and not Correction.objects.exists()


def test_a_rated_tournament_is_for_accounts_and_moves_each_rating_once() -> None:
    tournament = make_tournament(2, accounts=True, rated=True, rounds=1)
    with pytest.raises(RequestRefused) as refused:
        entering.join(tournament, Owner.objects.create(), "Guest")
    assert code_of(refused) == "rated-account"
    with pytest.raises(RequestRefused) as refused:
        entering.add_bots(tournament, 1, "greedy")
    assert code_of(refused) == "no-bots"
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    assert match.game is not None and match.game.rated


@pytest.mark.parametrize("game", ["magic-schools", "clash-of-the-cards"])
def test_other_games_have_tournaments_too(game: str) -> None:
    tournament = make_tournament(2, asked=asked_for(game), kind=Kind.ROUND_ROBIN)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    assert match.game is not None and match.game.game == game
    win(match, match.game.seats.order_by("pk")[1].seat_name)
    match.refresh_from_db()
    assert match.outcome == SECOND


def test_places_go_with_their_owners() -> None:
    """A guest signs in; an account is deleted; an organiser goes, and the first who plays takes over."""
    tournament = make_tournament(3)
    first, second, third = tournament.entrants.select_related("owner")
    account = Owner.objects.create(user=User.objects.create_user("ada"))
    guest_adopted.send(sender=Owner, guest=first.owner, owner=account)
    rounds.begin(tournament)
    second.owner.delete()
    second.refresh_from_db()
    assert (second.name, second.is_out, second.owner_id) == ("#2", True, None)
    tournament.owner.delete()
    tournament.refresh_from_db()
    assert tournament.owner == account == Entrant.objects.get(pk=first.pk).owner
    alone = make_tournament(0)
    alone.owner.delete()
    assert not Tournament.objects.filter(pk=alone.pk).exists() and third.tournament_id == tournament.pk


def test_a_tournament_has_no_more_than_fit() -> None:
    tournament = make_tournament(2, capacity=3)
    entering.add_bots(tournament, 63, "greedy")
    assert tournament.entrants.count() == 3
    for work in (
        lambda: entering.join(tournament, Owner.objects.create(), "One more"),
        lambda: entering.add_bots(tournament, 1, "greedy"),
    ):
        with pytest.raises(RequestRefused) as refused:
            work()
        assert code_of(refused) == "full"
    with pytest.raises(RequestRefused) as refused:
        rounds.begin(make_tournament(1))
    assert code_of(refused) == "too-few"

"""What each person is told at each stage: what to do now, what comes next; and who can join no more."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Owner, User
from tests.cards.factories import make_card, make_deck
from tests.tournaments.factories import make_tournament, open_matches, win
from tests.tournaments.test_pages import client_of
from tournaments.models import Entrant, Tournament
from tournaments.rules.matches import FIRST
from tournaments.services import entering, results, rounds
from tournaments.services.games import asked_for
from tournaments.words import score
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


def told(tournament: Tournament, entrant: Entrant | None) -> str:
    """The page as an entrant, or with None a stranger, sees it, in one line."""
    owner = None if entrant is None else entrant.owner
    return " ".join(client_of(owner).get(tournament.get_absolute_url()).text.split())


def test_whoever_waits_reads_why_and_for_what() -> None:
    tournament = make_tournament(3, rounds=2)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    free = tournament.matches.get(second=None).first
    assert "You have a bye in this round. It counts as a win." in told(tournament, free)
    late = entering.join(tournament, Owner.objects.create(), "Late")
    assert "You play from the next round on." in told(tournament, late)
    assert "The next round starts when all matches are over." in told(tournament, late)
    win(match)
    tournament.refresh_from_db()
    assert tournament.round == 2
    first, second = open_matches(tournament)
    win(first)
    page = told(tournament, first.first)
    assert f"<b>{first.first.name}</b> \u2013 <b>{first.second}</b> {score(FIRST)}" in page
    assert "The tournament ends when all matches are over." in page
    win(second)
    assert "The tournament is over" in told(tournament, late)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(5, "for the first 5 minutes loses"), (1440, "for the first day loses"), (4320, "for the first 3 days loses")],
)
def test_how_long_a_player_may_keep_another_waiting(minutes: int, said: str) -> None:
    tournament = make_tournament(2, no_show=minutes)
    rounds.begin(tournament)
    assert f"A player who does nothing {said}." in told(tournament, tournament.entrants.earliest("number"))


def test_the_organiser_of_real_tables_starts_the_next_round() -> None:
    tournament = make_tournament(3, kind="round-robin", on_site=False)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    free = tournament.entrants.exclude(pk__in=(match.first_id, match.second_id)).get()
    page = told(tournament, free)
    assert "You have no match in this round." in page and "The organiser starts the next round." in page
    results.decide(tournament, match, FIRST, seen="")
    page = told(tournament, match.second)
    assert score(FIRST) in page and "The organiser starts the next round." in page


def test_a_result_against_a_player_without_a_phone_is_for_the_organiser_to_confirm() -> None:
    tournament = make_tournament(1, on_site=False)
    entering.add_player(tournament, "Grandma")
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    own = tournament.entrants.get(owner__isnull=False)
    results.report(tournament, match, own, FIRST)
    page = told(tournament, own)
    assert f"You reported {score(FIRST)}. The organiser has to confirm it." in page
    assert "Your opponent has to confirm it." not in page


def test_the_last_round_takes_no_late_joiners_nor_does_an_arena_whose_time_is_up() -> None:
    """Nobody would be paired with them."""
    tournament = make_tournament(4, rounds=1)
    rounds.begin(tournament)
    assert "Registration is closed." in told(tournament, None)
    arena = make_tournament(3, kind="arena")
    rounds.begin(arena)
    waiting = arena.entrants.get(is_waiting=True)
    assert "Join the tournament" in told(arena, None)
    Tournament.objects.filter(pk=arena.pk).update(ends=timezone.now() - timedelta(minutes=1))
    arena.refresh_from_db()
    assert "Registration is closed." in told(arena, None)
    page = told(arena, waiting)
    assert "The tournament ends when all matches are over." in page and "Looking for" not in page
    for each in (tournament, arena):
        with pytest.raises(RequestRefused) as refused:
            entering.join(each, Owner.objects.create(), "Late")
        assert refused.value.code == "closed"


def test_whoever_comes_back_plays_on_with_the_same_deck() -> None:
    """Or a player could choose another one between two rounds."""
    decks = [
        make_deck(name, cards=[make_card(f"{name} {number}", owner=None) for number in range(8)], owner=None)
        for name in ("Wolves", "Crabs")
    ]
    tournament = make_tournament(0, asked=asked_for("clash-of-decks", format="constructed"), kind="evening")
    for _ in range(3):
        own = entering.join(tournament, Owner.objects.create(), "Ann", decks[0].token)
    brought = own.deck
    assert brought
    rounds.begin(tournament)
    entering.withdraw(tournament, own)
    page = told(tournament, own)
    assert "Come back" in page and "Your deck" not in page
    entering.join(tournament, own.owner, "", decks[1].token)
    own.refresh_from_db()
    assert own.deck == brought and not own.is_out
    entering.withdraw(tournament, own)
    assert not entering.join(tournament, own.owner, "").is_out, "and needs to bring none"
    with pytest.raises(RequestRefused) as refused:
        entering.join(tournament, Owner.objects.create(), "Bo")
    assert refused.value.code == "no-deck"


def test_a_guest_of_a_rated_tournament_is_shown_where_to_sign_in() -> None:
    tournament = make_tournament(0, rated=True)
    page = told(tournament, None)
    assert f'/accounts/login/?next=/tournaments/{tournament.token}/"' in page and "Join the tournament" not in page
    client = Client()
    client.force_login(User.objects.create_user("ada"))
    assert "Join the tournament" in client.get(tournament.get_absolute_url()).text


def test_the_65th_is_told_before_they_press_and_refused_if_they_do() -> None:
    """By page, where the organiser is told too, and by the API; and has the place of whoever leaves."""
    tournament = make_tournament(1)
    entering.add_bots(tournament, 63, "greedy")
    path, late, host = tournament.get_absolute_url(), Client(), client_of(tournament.owner)
    page = late.get(path).text
    assert "This tournament is full" in page and "If a player withdraws, you can take their place." in page
    assert "Join the tournament" not in page and "Add bots" not in host.get(path).text
    answers = [
        late.post(f"{path}join/", {"player_name": "Last"}, follow=True),
        host.post(f"{path}do/", {"what": "bots", "count": "1", "level": "greedy"}, follow=True),
    ]
    assert all("This tournament is full." in answer.text for answer in answers)
    by_program = late.post(f"/api/v1{path}join", {"name": "Last"}, content_type="application/json")
    assert (by_program.status_code, by_program.json()["error"]["code"]) == (409, "full")
    assert tournament.entrants.count() == 64
    entering.withdraw(tournament, tournament.entrants.earliest("number"))
    assert "Join the tournament" in late.get(path).text
    assert "You play as Last" in late.post(f"{path}join/", {"player_name": "Last"}, follow=True).text


def test_bots_are_called_in_the_reader_s_language_whoever_added_them() -> None:
    tournament = make_tournament(0)
    with translation.override("fr"):
        entering.add_bots(tournament, 1, "random")
    entering.add_bots(tournament, 1, "random")
    entering.add_bots(tournament, 1, "cinder")
    rounds.begin(tournament)
    path = tournament.get_absolute_url()
    for start, names in (
        ("", ["Bot, easy", "Bot, easy 2", "Cinder"]),
        ("/fr", ["Bot facile", "Bot facile 2", "Cinder"]),
    ):
        for place in (path, f"{path}wall/"):
            page = Client().get(f"{start}{place}").text
            called = {name.strip() for name in re.findall(r"<b>([^<]+)</b>", page)}
            assert set(names) <= called, place


def test_a_list_and_a_page_say_how_many_places_are_taken_and_that_all_are() -> None:
    tournament = make_tournament(1, capacity=2)
    assert "Places taken: 1 of 2" in told(tournament, None) and "Open to join" in Client().get("/tournaments/").text
    entering.join(tournament, Owner.objects.create(), "Last")
    listed = Client().get("/tournaments/").text
    assert "Places taken: 2 of 2" in told(tournament, None) and "Open to join" not in listed and ">Full<" in listed

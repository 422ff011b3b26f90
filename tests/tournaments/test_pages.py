"""The pages: making, joining, playing, correcting, the wall, files; who may do what, and what nobody is told."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, Visibility
from accounts.owners import COOKIE
from cards.models import Deck
from cards.queries import reference_of
from mutation.models import MutationSession
from tests.cards.factories import guest_cookie, make_card, make_deck
from tests.mutation.sessions import in_games, make_session, play_games, put
from tests.tournaments.factories import make_tournament, open_matches, win
from tournaments.models import Entrant, Match, Tournament, TournamentSession
from tournaments.rules.matches import DRAW, FIRST, SECOND
from tournaments.services import entering, rounds
from tournaments.services.games import asked_for

pytestmark = pytest.mark.django_db
FORM = {
    **{"name": "Friday", "kind": "swiss", "game": "clash-of-decks", "format": "preconstructed", "exhaustion": "on"},
    **{"place": "site", "time": "fischer-300-5", "no_show": "10", "minutes": "60", "capacity": "8"},
    **{"visibility": "public"},
}


def client_of(owner: Owner | None) -> Client:
    client = Client()
    if owner is not None:
        client.cookies[COOKIE] = guest_cookie(owner)
    return client


def do(client: Client, tournament: Tournament, what: str, **more: Any) -> None:
    answer = client.post(f"/tournaments/{tournament.token}/do/", {"what": what, **more})
    assert answer.status_code == 302
    tournament.refresh_from_db()


def test_a_host_makes_one_guests_join_and_play_it_to_the_end() -> None:
    host, guests = Client(), [Client(), Client()]
    assert host.post("/tournaments/new/", {**FORM, "capacity": "65"}).status_code == 422
    assert host.post("/tournaments/new/", {**FORM, "place": "table", "rated": "on"}).status_code == 422
    answer = host.post("/tournaments/new/", FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == tournament.get_absolute_url()
    assert tournament.asked["exhaustion"] and tournament.asked["clock"] == {
        "kind": "fischer",
        "base": 300,
        "increment": 5,
    }
    assert b"Friday" in Client().get("/tournaments/").content
    path = tournament.get_absolute_url()
    for number, guest in enumerate(guests):
        assert guest.post(f"{path}join/", {"player_name": f"<b>Ann {number}"}).status_code == 302  # no name: refused
        assert guest.post(f"{path}join/", {"player_name": f"Ann {number}"}).status_code == 302
    assert list(tournament.entrants.values_list("name", flat=True)) == ["Ann 0", "Ann 1"]
    do(guests[0], tournament, "begin")
    do(guests[0], tournament, "end")
    assert tournament.phase == Tournament.Phase.OPEN  # only the host starts it
    do(host, tournament, "begin")
    (match,) = open_matches(tournament)
    page = guests[0].get(path)
    assert page["Cache-Control"] == "no-store" and f"/play/{match.game_token}/".encode() in page.content
    again = {"HTTP_HX_REQUEST": "true", "HTTP_IF_NONE_MATCH": page["ETag"]}
    assert guests[0].get(f"{path}?again=1", **again).status_code == 304
    table = guests[0].get(f"/play/{match.game_token}/")
    assert table.status_code == 200
    assert match.game is not None
    win(match)
    assert b"Back to the tournament" in guests[0].get(f"/play/{match.game_token}/").content
    after = guests[0].get(f"{path}?again=1", **again)
    assert after.status_code == 200 and b"The tournament is over" in after.content
    assert b"Ann" in Client().get(f"{path}wall/").content


def test_who_has_no_deck_builds_one_and_comes_back_with_it() -> None:
    cards = [make_card(f"Card {number}", owner=None) for number in range(8)]
    asked = asked_for("clash-of-decks", format="constructed")
    path, guest = make_tournament(0, asked=asked).get_absolute_url(), Client()
    assert f'href="{path}deck/"' in guest.get(path).text
    builder = guest.get(f"{path}deck/").text
    assert f'action="{path}deck/"' in builder and f'href="{path}">Friday</a>' in builder
    step = guest.get(f"{path}deck/", {"add": reference_of(cards[0])})
    assert step["Location"].startswith(f"{path}deck/?")  # also without scripts
    references = [reference_of(card) for card in cards]
    for name, chosen in (("Wolves", references), ("Few", references[:7])):
        sent = {"name": name, "visibility": "private", "cards": ",".join(chosen)}
        answer = guest.post(f"{path}deck/", sent)
        deck = Deck.objects.get(name=name)
        assert answer["Location"] == f"{path}?deck={deck.token}"
        page = guest.get(answer["Location"]).text
        assert (f'<option value="{deck.token}" selected>' in page) == (len(chosen) == 8)
        assert ("needs 8 Creatures and Incantations" in page) == (len(chosen) < 8)
        assert f"deck={deck.token}" in page  # the part that renews itself asks with it
    assert "needs 8" not in Client().get(f"{path}?deck={deck.token}").text  # nobody else's
    assert "needs 8" not in guest.get(f"{path}?deck=a/b").text
    wolves = Deck.objects.get(name="Wolves")
    guest.post(f"{path}join/", {"player_name": "Ann", "deck": wolves.token})
    assert Entrant.objects.get(name="Ann").deck
    assert guest.get(f"{make_tournament(0).get_absolute_url()}deck/").status_code == 404


def test_what_others_are_told_has_no_seed_and_no_deck() -> None:
    deck = make_deck(cards=[make_card(f"Card {number}", owner=None) for number in range(8)], owner=None)
    tournament = make_tournament(0, asked=asked_for("clash-of-decks", format="constructed"), name="=1+1")
    people = [Owner.objects.create(), Owner.objects.create()]
    page = client_of(people[0]).get(tournament.get_absolute_url()).content.decode()
    assert deck.token in page
    for owner in people:
        entering.join(tournament, owner, "=cmd", deck.token)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    assert match.game is not None and len(match.game.setup["decks"]) == 2
    path = tournament.get_absolute_url()
    told = ""
    for file in ("standings.csv", "matches.csv", "tournament.json"):
        answer = Client().get(f"{path}export/{file}")
        assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"]
        told += answer.content.decode()
    written = Client().get(f"{path}export/standings.csv").content.decode()
    assert [row["name"] for row in csv.DictReader(io.StringIO(written))] == ["'=cmd", "'=cmd 2"]
    assert json.loads(Client().get(f"{path}export/tournament.json").content)["matches"][0]["game"] == match.game_token
    told += "".join(client_of(owner).get(path).content.decode() for owner in (None, tournament.owner, *people))
    told += Client().get(f"{path}wall/").content.decode()
    card = next(card for card in match.game.setup["cards"])
    secrets = [match.game.setup["seed"], match.game.nonce, json.dumps(card)]
    secrets += [entrant.deck[0]["name"] for entrant in Entrant.objects.all() if entrant.deck]
    assert not [secret for secret in secrets if secret in told]


def test_the_organiser_corrects_a_result_and_no_one_else() -> None:
    tournament = make_tournament(4, on_site=False, visibility=Visibility.UNLISTED)
    rounds.begin(tournament)
    match = tournament.matches.first()
    assert match is not None and tournament.owner is not None
    host, player = client_of(tournament.owner), client_of(match.first.owner)
    path, place = tournament.get_absolute_url(), f"{tournament.get_absolute_url()}match/{match.pk}/"
    assert b"Friday" not in Client().get("/tournaments/").content
    do(player, tournament, "report", match=match.pk, outcome=FIRST)
    do(client_of(match.second.owner), tournament, "report", match=match.pk, outcome=FIRST)
    match.refresh_from_db()
    assert match.outcome == FIRST
    for client in (player, Client()):
        assert client.get(place).status_code == client.post(place, {"outcome": DRAW, "seen": FIRST}).status_code == 404
    assert b"becomes" in host.get(f"{place}?outcome={SECOND}").content
    assert host.get(f"{path}match/99999999999999999999/").status_code == 404
    host.post(place, {"outcome": DRAW, "seen": ""})  # has seen another result
    match.refresh_from_db()
    assert match.outcome == FIRST
    host.post(place, {"outcome": SECOND, "seen": FIRST})
    match.refresh_from_db()
    assert (match.outcome, match.source) == (SECOND, Match.Source.ORGANISER)
    assert "Corrected results" in Client().get(path).content.decode()
    do(player, tournament, "withdraw")
    assert tournament.entrants.get(pk=match.first_id).is_out
    tournament.visibility = Visibility.PRIVATE
    tournament.save()
    assert player.get(path).status_code == 404


def read_calendar(text: str) -> list[dict[str, str]]:
    """The events of a file as RFC 5545 reads it."""
    assert text.endswith("END:VCALENDAR\r\n") and "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and "VERSION:2.0" in lines
    found: list[dict[str, str]] = []
    for line in lines:
        name, _colon, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in ("BEGIN", "END"):
            unescaped = re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), value)
            found[-1][name] = unescaped
    return found


def test_a_calendar_of_what_starts() -> None:
    host, starts = Client(), (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    assert host.post("/tournaments/new/", {**FORM, "starts": "2020-01-01T20:00"}).status_code == 422
    host.post("/tournaments/new/", {**FORM, "starts": starts.strftime("%Y-%m-%dT%H:%M")})
    first = Tournament.objects.get()
    assert first.starts == starts
    own = {**FORM, "name": "Own", "starts": starts.strftime("%Y-%m-%dT%H:%M")}
    for wrong in ({"utc_offset": "841"}, {"starts": "9999-12-31T23:59", "utc_offset": "840"}):
        assert host.post("/tournaments/new/", {**own, **wrong}).status_code == 422
    host.post("/tournaments/new/", {**own, "utc_offset": "-120"})  # two hours ahead of UTC
    ahead = Tournament.objects.get(name="Own")
    assert ahead.starts == starts - timedelta(hours=2)
    ahead.delete()
    name = "Soirée; \\n, DTSTART:19700101T000000Z " + "é" * 22
    later = make_tournament(name=name, kind="arena", starts=starts + timedelta(hours=1))
    for values in ({"visibility": Visibility.UNLISTED}, {"phase": "over"}, {"starts": None}):
        make_tournament(**{"starts": starts, "name": "Hidden", **values})
    file = Client().get("/tournaments/calendar.ics")
    assert file["Content-Type"] == "text/calendar; charset=utf-8"
    one, two = read_calendar(file.content.decode())
    assert (one["SUMMARY"], one["DTSTART"]) == ("Friday", starts.strftime("%Y%m%dT%H%M%SZ"))
    assert one["URL"] == f"http://testserver{first.get_absolute_url()}" and "DURATION" not in one
    assert (two["SUMMARY"], two["DURATION"]) == (name, "PT60M")
    assert two["UID"] == f"{later.token}@testserver"
    assert f"/fr/tournaments/{first.token}/" in Client().get("/fr/tournaments/calendar.ics").content.decode()
    page = Client().get("/tournaments/").text
    assert page.index("Friday") < page.index("Soir") and "Hidden" in page, "the list below has what has no date"


def test_an_evening_goes_on_as_a_mutation_session_of_its_players() -> None:
    tournament = make_tournament(3, kind="evening", name="Club")
    assert tournament.owner is not None
    host, path = client_of(tournament.owner), tournament.get_absolute_url()
    entering.join(tournament, tournament.owner, "Host")
    entering.add_bots(tournament, 1, "greedy")
    gone, first, second = tournament.entrants.order_by("number")[:3]
    entering.withdraw(tournament, gone)  # before it starts: not there any more
    place = f"{path}session/"
    for client in (client_of(first.owner), Client()):
        assert client.get(place).status_code == client.post(place).status_code == 404
    page = host.get(place).text
    assert all(name in page for name in ("Player 2", "Player 3", "Host")) and "Player 1" not in page
    form = {"name": "", "set_one": "initiation", "set_two": "treachery", "way": "draft"}
    form |= {"seat_A": "player-2", "seat_B": "player-4", "seat_C": "player-2", "seat_D": "player-5"}
    assert "Each player takes one seat." in host.post(place, form).text
    assert host.post(place, {**form, "seat_C": "player-1"}).status_code == 422
    assert host.post(place, {**form, "seat_C": "player-3", "set_two": "initiation"}).status_code == 422
    begun = re.search(r'name="begun" value="([^"]+)"', page)
    assert begun is not None
    sent = {**form, "seat_C": "player-3", "begun": begun[1]}
    answers = [host.post(place, sent) for _press in range(2)]
    session = MutationSession.objects.get()
    assert {answer["Location"] for answer in answers} == {session.get_absolute_url()}
    assert session.players == {"A": "Player 2", "B": "Host", "C": "Player 3", "D": session.players["D"]}
    seats = {seat.letter: seat for seat in session.seats.all()}
    assert [seats[letter].owner for letter in "ABC"] == [first.owner, tournament.owner, second.owner]
    assert (seats["D"].kind, seats["D"].level) == ("bot", "greedy") and not session.sees_all
    tournament.refresh_from_db()
    assert (tournament.phase, tournament.round) == (Tournament.Phase.RUNNING, 0)
    for client in (host, client_of(first.owner)):
        assert session.get_absolute_url() in client.get(path).text
        assert f'href="{path}">Club<' in client.get(session.get_absolute_url()).text
    do(host, tournament, "next", after=0)
    assert tournament.round == 1, "rounds beside it, as before"
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    assert session.get_absolute_url() not in Client().get(path).text
    Tournament.objects.update(hidden_at=timezone.now())
    assert path not in client_of(first.owner).get(session.get_absolute_url()).text
    swiss = make_tournament(4, owner=tournament.owner)
    assert host.get(f"{swiss.get_absolute_url()}session/").status_code == 404


def test_standings_of_an_evenings_sessions_are_told_to_who_may_open_them() -> None:
    tournament, before = make_tournament(2, kind="evening", name="Club"), make_session(name="Sunday")
    session = in_games(players={"A": "=Ada", "B": "Bo", "C": "Cy", "D": "Di"})
    for each in (before, session):
        each.visibility = Visibility.PUBLIC
        each.save()
        TournamentSession.objects.create(tournament=tournament, session=each)
    path = tournament.get_absolute_url()
    page = Client().get(path).text
    assert "0 wins" in page and "Ada, Ben" in page and ">Over<" not in page
    play_games(session, "A")
    put(session, {"by": "organiser", "kind": "end", "reason": "late"})
    told = Client().get(path).text
    assert re.search(r'value="1">=Ada\s*<span class="soft">\s*1 win', told) and "Over" in told
    rows = list(csv.DictReader(io.StringIO(Client().get(f"{path}export/sessions.csv").content.decode())))
    assert next((row["name"], row["final"], row["place"]) for row in rows) == ("Friday", "True", "1")
    assert rows[0]["player"] == "'=Ada" and [row["wins"] for row in rows] == ["1", "0", "0", "0"]
    everything = json.loads(Client().get(f"{path}export/tournament.json").content)
    assert next(row["player"] for row in everything["sessions"]) == "=Ada"
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    assert json.loads(Client().get(f"{path}export/tournament.json").content)["sessions"] == []


def test_an_organiser_enters_and_withdraws_others_and_cancels() -> None:
    tournament = make_tournament(2, kind="evening", on_site=False, capacity=3)
    assert tournament.owner is not None
    host, player = client_of(tournament.owner), client_of(tournament.entrants.earliest("number").owner)
    for name in ("", "<b>", "x@example.org", "a" * 25):
        do(host, tournament, "add", name=name)
    do(player, tournament, "add", name="Mallory")
    assert tournament.entrants.count() == 2
    do(host, tournament, "add", name="Grandma")
    do(host, tournament, "add", name="Grandpa")  # one too many
    assert list(tournament.entrants.values_list("name", flat=True)) == ["Player 1", "Player 2", "Grandma"]
    do(host, tournament, "begin")
    bye = tournament.matches.get(second=None)
    assert bye.first.name == "Grandma"
    (match,) = open_matches(tournament)
    do(player, tournament, "remove", number=2)
    do(host, tournament, "remove", number=99)
    assert not tournament.entrants.filter(is_out=True).exists()
    do(host, tournament, "remove", number=2)
    assert tournament.entrants.get(number=2).is_out
    assert "Bring back a player" in host.get(tournament.get_absolute_url()).text
    assert "Report the same to confirm" not in client_of(match.second.owner).get(tournament.get_absolute_url()).text
    do(player, tournament, "report", match=match.pk, outcome=SECOND)
    page = client_of(match.second.owner).get(tournament.get_absolute_url()).text
    assert "Report the same to confirm it. If you disagree, the organiser decides." in page
    do(player, tournament, "back", number=2)
    do(host, tournament, "back", number=1)  # is there
    assert tournament.entrants.filter(is_out=True).count() == 1
    do(host, tournament, "add", name="Grandpa")  # in the place of who went
    assert tournament.entrants.filter(is_out=False).count() == 3
    do(host, tournament, "back", number=2)
    assert tournament.entrants.get(number=2).is_out, "there is no place left"
    assert "The tournament is full now." in client_of(match.second.owner).get(tournament.get_absolute_url()).text
    assert "This tournament is full" in Client().get(tournament.get_absolute_url()).text
    do(host, tournament, "remove", number=4)
    do(host, tournament, "back", number=2)
    assert not tournament.entrants.get(number=2).is_out
    do(client_of(match.second.owner), tournament, "report", match=match.pk, outcome=FIRST)
    do(host, tournament, "end")
    do(player, tournament, "report", match=match.pk, outcome=FIRST)  # too late
    match.refresh_from_db()
    assert match.outcome == "" and "The tournament is over" in player.get(tournament.get_absolute_url()).text
    assert f"{bye.first.name} won the tournament." in player.get(tournament.get_absolute_url()).text
    assert "Your place: 2 of 4. Your points: 0." in player.get(tournament.get_absolute_url()).text
    soon = make_tournament(2, owner=tournament.owner, starts=timezone.now() + timedelta(days=1))
    assert "Cancel the tournament" in host.get(soon.get_absolute_url()).text
    do(host, soon, "end")
    do(host, soon, "begin")
    gone = host.get(soon.get_absolute_url()).text
    assert "Standings" not in gone and ">Players<" in re.sub(r"\s+", "", gone)
    assert "The tournament was cancelled" in gone and "won" not in gone and "You organise" not in gone
    assert soon.phase == Tournament.Phase.OVER and soon.name not in Client().get("/tournaments/calendar.ics").text


def test_a_game_that_ends_after_the_organiser_ended_the_tournament_counts_for_nothing() -> None:
    tournament = make_tournament(2)
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    rounds.end(tournament)
    win(match)
    match.refresh_from_db()
    assert match.outcome == ""


def test_an_organiser_changes_name_start_and_places() -> None:
    starts = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    tournament = make_tournament(2, starts=starts, on_site=False)
    assert tournament.owner is not None
    host, place = client_of(tournament.owner), f"{tournament.get_absolute_url()}change/"
    for client in (client_of(tournament.entrants.earliest("number").owner), Client()):
        assert client.get(place).status_code == client.post(place, {}).status_code == 404
    page = host.get(place).text
    assert f'value="{starts:%Y-%m-%dT%H:%M}"' in page and f'data-utc="{starts:%Y-%m-%dT%H:%M}Z"' in page
    later = starts + timedelta(days=1)
    sent = {"name": "Saturday", "capacity": "3", "visibility": "public", "starts": later.strftime("%Y-%m-%dT%H:%M")}
    for wrong in (
        {"capacity": "1"},
        {"capacity": "65"},
        {"name": ""},
        {"starts": "2020-01-01T20:00"},
        {"visibility": "x"},
    ):
        assert host.post(place, {**sent, **wrong}).status_code == 422
    version = tournament.version
    assert host.post(place, {**sent, "utc_offset": "60"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.starts) == ("Saturday", later + timedelta(hours=1))
    assert (tournament.capacity, tournament.version) == (3, version + 1), "calendars look for a newer one"
    entering.join(tournament, Owner.objects.create(), "Ann")
    answer = host.post(place, {**sent, "capacity": "2"})
    assert answer.status_code == 422 and "3 players are in already." in answer.text
    Tournament.objects.update(starts=timezone.now().replace(second=0, microsecond=0) - timedelta(hours=1))
    tournament.refresh_from_db()
    same = {**sent, "name": "Late", "starts": f"{tournament.starts:%Y-%m-%dT%H:%M}"}
    assert host.post(place, same).status_code == 302, "a start that is past may stay"
    do(host, tournament, "begin")
    assert "starts" not in host.get(place).context["form"].fields
    assert host.post(place, {**sent, "visibility": "unlisted"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.visibility) == ("Saturday", Visibility.UNLISTED)
    do(host, tournament, "end")
    assert host.get(place).status_code == 404


def test_a_wall_leads_to_joining_only_where_people_can_join() -> None:
    tournament = make_tournament(2, kind="round-robin", capacity=3)
    wall = f"{tournament.get_absolute_url()}wall/"
    assert "<p>Join</p>" in Client().get(wall).text
    entering.join(tournament, Owner.objects.create(), "Last")
    assert "<p>Results</p>" in Client().get(wall).text
    rounds.begin(tournament)
    entering.withdraw(tournament, tournament.entrants.earliest("number"))
    assert "<p>Results</p>" in Client().get(wall).text

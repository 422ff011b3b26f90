"""Rated games: which count, what they change, once, and who may sit down to one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.exchange import write_owner
from accounts.models import Owner, User
from contract.glicko import RatedGame as OneGame
from contract.glicko import Rating, rate
from games.decks.setups import read_arrangement
from tables.models import GameSeat, LiveGame, PlayerProfile, PlayerRating, RatedGame, SeatMove
from tables.ratings.services import rate_game
from tables.services import consent, tables
from tables.services.idempotency import UNKEYED
from tables.services.tables import new_game
from tables.states import state_of
from tables.tokens import invitation
from tables.viewers import find_viewer
from tests.cards.factories import browser_of
from tests.tables.factories import finish
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db
DUEL = {"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}


def account(name: str) -> Owner:
    return Owner.objects.create(user=User.objects.create_user(name))


def rated_game(first: Owner, second: Owner) -> LiveGame:
    game = new_game(read_arrangement(DUEL, first), first, rated=True)
    tables.join(game, invitation(game, "B"), second, UNKEYED)
    game.refresh_from_db()
    return game


def ratings() -> dict[str, PlayerRating]:
    return {row.bot or row.owner.name: row for row in PlayerRating.objects.select_related("owner__user")}


def test_a_game_moves_both_as_the_published_system_says() -> None:
    game = finish(rated_game(account("ada"), account("bo")))
    winner = game.result["winners"]
    drawn = len(winner) != 1  # decks and chance are other ones each time
    scores = dict.fromkeys(("ada", "bo"), 0.5) if drawn else {"ada": float("A" in winner), "bo": float("B" in winner)}
    for name, row in ratings().items():
        expected = rate(Rating(), [OneGame(Rating(), scores[name])], 0.0)
        assert row.rating == pytest.approx(expected.value) and row.deviation == pytest.approx(expected.deviation)
        assert (row.played, row.won, row.lost, row.drawn) == (1, scores[name] == 1, scores[name] == 0, drawn)
        done = RatedGame.objects.get(player=row)
        assert (done.token, done.before, done.after) == (game.token, 1500, row.rating)
    assert sum(row.rating for row in ratings().values()) == pytest.approx(3000)


def test_no_rating_moves_twice_for_one_game() -> None:
    game = finish(rated_game(account("ada"), account("bo")))
    before = {name: row.rating for name, row in ratings().items()}
    rate_game(game, state_of(game))
    assert {name: row.rating for name, row in ratings().items()} == before
    assert RatedGame.objects.count() == 2


def test_ratings_go_along_when_somebody_takes_everything() -> None:
    ada = account("ada")
    game = finish(rated_game(ada, account("bo")))
    PlayerProfile.objects.create(owner=ada, shows_games=True)
    things = write_owner(ada)["things"]
    (rating,) = things["play.playerrating"]
    assert rating["fields"]["rating"] == ratings()["ada"].rating
    (one,) = things["play.ratedgame"]
    assert one["fields"]["token"] == game.token and "opponent" not in one["fields"], "whose rating may be hidden"
    assert things["play.playerprofile"][0]["fields"]["shows_games"]


def test_a_draw_is_half_a_win_for_both() -> None:
    game = rated_game(account("ada"), account("bo"))
    finish(game)
    RatedGame.objects.all().delete()
    PlayerRating.objects.all().delete()
    game.refresh_from_db()
    state = state_of(game)
    object.__setattr__(state, "result", {"winners": [], "reason": "agreed"})
    rate_game(game, state)
    assert {row.drawn for row in ratings().values()} == {1}
    assert [row.rating for row in ratings().values()] == [pytest.approx(1500)] * 2


@pytest.mark.parametrize("why", ["unrated", "guest", "same", "moved", "not played"])
def test_what_does_not_count_moves_nothing(why: str) -> None:
    first, second = account("ada"), account("bo")
    game = rated_game(first, second)
    seat = GameSeat.objects.get(game=game, seat_name="B")
    if why == "unrated":
        LiveGame.objects.update(rated=False)
    elif why == "guest":
        GameSeat.objects.filter(pk=seat.pk).update(owner=Owner.objects.create())
    elif why == "same":
        GameSeat.objects.filter(pk=seat.pk).update(owner=first)
    elif why == "moved":
        SeatMove.objects.create(seat=seat, former=second, owner=second)
    game.refresh_from_db()
    if why == "not played":
        consent.resign(find_viewer(game.token, None, second))
    else:
        finish(game)
    game.refresh_from_db()
    assert game.result is not None
    assert not RatedGame.objects.exists()


def test_a_bot_is_rated_and_who_plays_it_is_not() -> None:
    ada = account("ada")
    seats = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}
    game = new_game(read_arrangement({"mode": "duel", "seats": seats}, ada), ada)
    finish(game)
    rows = ratings()
    # By chance both may have won or nobody; a draw with an equal leaves the rating, not how sure it is.
    assert rows["greedy"].played == 1 and rows["greedy"].deviation < Rating().deviation
    assert rows["ada"].played == 0 and rows["ada"].rating == 1500
    assert list(RatedGame.objects.values_list("player__bot", flat=True)) == ["greedy"]


@pytest.mark.parametrize(("other", "rated"), [("random", {"greedy", "random"}), ("greedy", set())])
def test_bots_are_rated_by_games_against_each_other(other: str, rated: set[str]) -> None:
    """Whoever has them play; one that plays against itself shows nothing."""
    guest = Owner.objects.create()
    seats = {"A": {"kind": "bot", "level": "greedy"}, "B": {"kind": "bot", "level": other}}
    finish(new_game(read_arrangement({"mode": "duel", "seats": seats}, guest), guest))
    assert set(RatedGame.objects.values_list("player__bot", flat=True)) == rated
    assert {bot for bot, row in ratings().items() if row.played} == rated
    assert sum(RatedGame.objects.values_list("score", flat=True)) == len(rated) / 2


def test_a_guest_s_games_say_nothing_of_a_bot() -> None:
    guest = Owner.objects.create()
    seats = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}
    finish(new_game(read_arrangement({"mode": "duel", "seats": seats}, guest), guest))
    assert not PlayerRating.objects.filter(played__gt=0).exists()


def test_nothing_is_taken_back_in_a_rated_game() -> None:
    ada, bo = account("ada"), account("bo")
    game = rated_game(ada, bo)
    with pytest.raises(RequestRefused) as refused:
        consent.take_back(find_viewer(game.token, None, ada), game.version)
    assert refused.value.code == "rated-game"
    assert not consent.may_take_back(find_viewer(game.token, None, ada))


@pytest.mark.parametrize("listed", [False, True])
def test_guests_and_one_s_own_account_cannot_join(listed: bool) -> None:
    ada = account("ada")
    game = new_game(read_arrangement(DUEL, ada), ada, rated=True, listed="B" if listed else "")
    for owner, code in ((None, "rated-account"), (Owner.objects.create(), "rated-account"), (ada, "rated-players")):
        with pytest.raises(RequestRefused) as refused:
            if listed:
                tables.take_listed_seat(game, owner, UNKEYED)
            else:
                tables.join(game, invitation(game, "B"), owner, UNKEYED)
        assert refused.value.code == code
    game.refresh_from_db()
    assert game.version == 0


def test_a_rematch_of_a_rated_game_is_one() -> None:
    ada, bo = account("ada"), account("bo")
    game = finish(rated_game(ada, bo))
    consent.rematch(find_viewer(game.token, None, ada))
    consent.answer(find_viewer(game.token, None, bo), consent.REMATCH, accept=True)
    game.refresh_from_db()
    assert game.rematch.rated


BOTS = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}
CO_OP = {"mode": "co-op", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, ""),
        ({"seats": BOTS}, "rated-players"),
        ({"seats": {"A": {"kind": "me"}, "B": {"kind": "me"}}, "seed": "7"}, "rated-terms"),
        ({"first": "B"}, "rated-terms"),
        ({"champions": True}, "rated-terms"),
        ({"mode": "coop", "seats": {"A": {"kind": "me"}, "C": {"kind": "open"}}}, "rated-players"),  # two against AIs
    ],
)
def test_asked_for_by_the_api(more: dict[str, Any], code: str) -> None:
    client = Client()
    client.force_login(account("ada").user)
    body = {**DUEL, "rated": True, **more}
    answer = client.post("/api/v1/games", json.dumps(body), "application/json")
    if code:
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
        assert not LiveGame.objects.exists()
    else:
        assert answer.status_code == 201 and LiveGame.objects.get().rated
        look = client.get(f"/api/v1/games/{answer.json()['id']}").json()
        assert look["rated"] is True


def test_a_guest_asks_for_a_rated_game() -> None:
    answer = Client().post("/api/v1/games", json.dumps({**DUEL, "rated": True}), "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "rated-account")
    plain = Client().post("/api/v1/games", json.dumps(DUEL), "application/json").json()
    assert "rated" not in Client().get(f"/api/v1/games/{plain['id']}").json()


def test_pages_offer_it_to_accounts() -> None:
    client = Client()
    assert b'name="rated"' not in client.get("/play/").content
    client.force_login(account("ada").user)
    assert b'name="rated"' in client.get("/play/").content
    for mode in ("ffa", "coop", "solo"):
        assert b'name="rated"' not in client.get(f"/play/?mode={mode}").content
    sent = {"mode": "duel", "format": "preconstructed", "kept": "1", "spectators": "on", "seat_A": "me", "rated": "on"}
    answer = client.post("/play/", {**sent, "seat_B": "open"})
    assert answer.status_code == 302 and LiveGame.objects.get().rated
    refused = client.post("/play/", {**sent, "seat_B": "me"})
    assert refused.status_code == 302 or b"two people" in refused.content
    assert client.post("/play/", {**sent, "seat_B": "greedy"}).status_code == 422


def test_the_ladder_and_the_page_of_a_player() -> None:
    ada, bo = account("ada"), account("bo")
    for _number in range(2):
        finish(rated_game(ada, bo))
    client = Client()
    assert b"Provisional ratings" in client.get("/play/ladder/").content
    PlayerRating.objects.update(deviation=60)
    page = client.get("/play/ladder/").content.decode()
    assert "Provisional" not in page and page.index("/players/") and "ada" in page and "bo" in page
    assert client.get("/play/ladder/?of=nothing/duel").status_code == 404
    seen = client.get("/players/ada/")
    assert seen.status_code == 200 and b"/players/bo/" in seen.content
    assert b"shows_ratings" not in seen.content
    # bo hides
    bos = browser_of(bo)
    assert b"shows_ratings" in bos.get("/players/bo/").content
    assert bos.post("/players/bo/", {"shows_games": "on"}).status_code == 302
    assert PlayerProfile.objects.get(owner=bo).shows_ratings is False
    assert "/players/bo/" not in client.get("/play/ladder/").content.decode()
    seen = client.get("/players/ada/").content.decode()
    assert "/players/bo/" not in seen and "A player" in seen
    theirs = client.get("/players/bo/").content.decode()
    assert "2 games" in theirs and "Latest rated games" not in theirs and "Favourite deck" not in theirs
    assert client.post("/players/bo/", {}).status_code == 403
    assert bos.post("/players/bo/", {}).status_code == 302
    assert client.get("/players/bo/").status_code == 404
    assert client.get("/players/nobody/").status_code == 404


def test_two_games_of_the_same_players_end_at_once(race: Callable[[str], Any]) -> None:
    rows, played = race(
        """
from tests.tables.ratings.test_rated_games import *
ada, bo = account("ada"), account("bo")
games = [rated_game(ada, bo) if number % 2 else rated_game(bo, ada) for number in range(6)]
def work(number):
    try:
        finish(LiveGame.objects.get(pk=games[number].pk))
    except Exception as wrong:
        return repr(wrong)
    return ""
wrong = [text for text in at_once(work, range(6)) if text]
assert not wrong, wrong
print(json.dumps([RatedGame.objects.count(), sorted(PlayerRating.objects.values_list("played", flat=True))]))
"""
    )
    assert rows == 12 and played == [6, 6]


def test_a_game_that_ends_at_once_in_several_ways_moves_each_rating_once(race: Callable[[str], Any]) -> None:
    """Time is up for one who moves in two tabs; both resign, two workers and two onlookers see the clock."""
    rows, played, kinds = race(
        """
from datetime import timedelta
from tables.models import LogEntry, TimeoutCheck
from tables.services import timeouts
from tables.states import forget_states
from tests.tables.ratings.test_rated_games import *
from tests.tournaments.factories import move_both
ada, bo = account("ada"), account("bo")
asked = {**DUEL, "clock": {"kind": "fischer", "base": 30, "increment": 0}}
game = new_game(read_arrangement(asked, ada), ada, rated=True)
tables.join(game, invitation(game, "B"), bo, UNKEYED)
game.refresh_from_db()
move_both(game)
before = game.version
assert not RatedGame.objects.exists()
for entry in LogEntry.objects.all():
    entry.at -= timedelta(seconds=300)
    entry.save()
forget_states()
checks = list(TimeoutCheck.objects.values_list("pk", flat=True))
assert checks
def seen(owner):
    return find_viewer(game.token, None, owner)
work = [lambda owner=owner: consent.resign(seen(owner)) for owner in (ada, bo) * 2]
work += [lambda: timeouts.work(checks[0])] * 2
work += [lambda owner=owner: timeouts.look_at_clocks(seen(owner)) for owner in (ada, bo)]
def attempt(each):
    try:
        each()
    except RequestRefused as wrong:
        return wrong.code
at_once(attempt, work)
kinds = list(LogEntry.objects.filter(version__gt=before).order_by("version").values_list("kind", flat=True))
print(json.dumps([RatedGame.objects.count(), list(PlayerRating.objects.values_list("played", flat=True)), kinds]))
"""
    )
    assert rows == 2 and played == [1, 1]
    assert kinds in (["resigned", "over"], ["deadline", "over"])

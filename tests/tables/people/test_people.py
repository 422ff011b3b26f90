"""Players who follow, block and challenge one another."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner, User
from games.decks.setups import read_arrangement
from tables.lobby.listing import open_games, open_waits
from tables.models import Challenge, GameSeat, Gathering, GatheringSeat, LiveGame, Relation, StrangerWait
from tables.own_games.queries import count_turns
from tables.people import services
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.services.tables import new_game
from tests.answers import text_of
from tests.cards.factories import browser_of
from tests.tables.factories import finish
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db
OPEN_DUEL = {"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
FORM = {"mode": "duel", "format": "preconstructed", "seat_A": "me", "seat_B": "open", "kept": "1"}
OWN_DECKS = {"mode": "duel", "format": "constructed", "edition": "season-2", "exhaustion": True, "champions": False}
OWN_DECKS |= {"spectators": True, "deadline": None, "first": None}
SCHOOLS_FORM = {"seat_dragombre": "me", "seat_blancgriffon": "open"}


def account(name: str) -> tuple[Owner, Client]:
    owner = Owner.objects.create(user=User.objects.create_user(name))
    client = browser_of(owner)
    return owner, client


def challenged(challenger: Owner, other: Owner) -> Challenge:
    game = new_game(read_arrangement(OPEN_DUEL, challenger), challenger)
    services.challenge(game, challenger, other)
    return Challenge.objects.get(seat__game=game)


@pytest.mark.parametrize("address", ["/play/", "/play/new/magic-schools/"])
def test_a_challenge_from_the_form_to_the_game(address: str) -> None:
    ada, adas = account("ada")
    bo, bos = account("bo")
    assert 'value="bo"' in adas.get(f"{address}?challenge=bo").content.decode()
    made = adas.post(address, {**FORM, **SCHOOLS_FORM, "challenge": "BO", "rated": "on", "listed": "on"})
    game = LiveGame.objects.get()
    assert made.headers["Location"] == game.get_absolute_url()
    assert game.rated and not game.listed  # the lobby does not offer what is for somebody
    one = Challenge.objects.get()
    assert (one.challenger, one.challenged, one.seat.game) == (ada, bo, game)
    assert count_turns(bo) == 1 and count_turns(ada) == 0
    for page in ("/play/mine/", "/play/people/", "/fr/play/people/"):
        shown = bos.get(page).content.decode()
        assert f"/play/challenges/{one.pk}/" in shown and "ada" in shown
    told = bos.get("/play/turns/").json()
    assert told["count"] == 1 and told["games"][0]["title"] == "ada challenges you."
    assert "bo" in adas.get("/play/people/").content.decode()
    taken = bos.post(f"/play/challenges/{one.pk}/", {"what": "accept"})
    assert taken.headers["Location"] == game.get_absolute_url()
    assert GameSeat.objects.get(pk=one.seat_id).owner == bo
    assert not services.challenges_to(bo) and not services.challenges_by(ada)


def test_declined_and_taken_back() -> None:
    ada, adas = account("ada")
    bo, bos = account("bo")
    _eve, eves = account("eve")
    one = challenged(ada, bo)
    for what in ("accept", "decline", "withdraw"):  # by somebody else
        eves.post(f"/play/challenges/{one.pk}/", {"what": what})
    one.refresh_from_db()
    assert not one.is_declined and not one.seat.is_taken
    assert "answered yet." in text_of(adas.get(one.seat.game.get_absolute_url()))
    bos.post(f"/play/challenges/{one.pk}/", {"what": "decline"})
    assert count_turns(bo) == 0 and "Declined" in adas.get("/play/people/").content.decode()
    assert "bo declined your challenge." in text_of(adas.get(one.seat.game.get_absolute_url()))
    late = bos.post(f"/play/challenges/{one.pk}/", {"what": "accept"}, follow=True)
    assert "withdrawn" in late.content.decode() and not GameSeat.objects.get(pk=one.seat_id).is_taken
    adas.post(f"/play/challenges/{one.pk}/", {"what": "withdraw"})
    assert not Challenge.objects.exists() and LiveGame.objects.count() == 1
    assert Client().get("/play/people/").status_code == 200
    assert bos.post(f"/play/challenges/{one.pk}/", {"what": "dance"}).status_code == 404


@pytest.mark.parametrize(
    ("name", "code"),
    [("ada", "unknown"), ("nobody-at-all", "unknown"), ("eve", "refused"), ("dan", "blocked"), ("\0", "unknown")],
)
def test_who_cannot_be_challenged(name: str, code: str) -> None:
    ada, adas = account("ada")
    eve, _eves = account("eve")
    dan, _dans = account("dan")
    services.relate(eve, ada, Relation.Kind.BLOCK)
    services.relate(ada, dan, Relation.Kind.BLOCK)
    with pytest.raises(RequestRefused) as refused:
        services.challenged_account(name, ada, read_arrangement(OPEN_DUEL, ada))
    assert refused.value.code == f"challenge-{code}"
    assert adas.post("/play/", {**FORM, "challenge": name}).status_code == 422
    assert not LiveGame.objects.exists()


def test_a_challenge_needs_an_account_a_seat_and_some_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, adas = account("ada")
    bo, _bos = account("bo")
    guest = Client().post("/play/", {**FORM, "challenge": "bo"})
    assert guest.status_code == 422 and "sign in" in guest.content.decode()
    full = adas.post("/play/", {**FORM, "seat_B": "greedy", "challenge": "bo"})
    assert full.status_code == 422 and "Leave a seat open" in full.content.decode()
    monkeypatch.setattr(services, "MAX_WAITING", 1)
    challenged(ada, bo)
    assert adas.post("/play/", {**FORM, "challenge": "bo"}).status_code == 422


def test_following_and_blocking() -> None:
    ada, adas = account("ada")
    bo, bos = account("bo")
    adas.post("/play/people/relate/", {"name": "bo", "kind": "follow"})
    assert services.relation_to(ada, bo) == "follow" and "Unfollow bo" in adas.get("/play/people/").content.decode()
    first, second = challenged(ada, bo), challenged(bo, ada)
    bos.post("/play/people/relate/", {"name": "ADA", "kind": "block"})
    assert services.relation_to(bo, ada) == "block" and not services.relation_to(ada, bo)
    assert not Challenge.objects.filter(pk__in=(first.pk, second.pk)).exists()
    assert "Unblock ada" in bos.get("/play/people/").content.decode()
    bos.post("/play/people/relate/", {"name": "ada", "kind": "neither"})
    assert not Relation.objects.exists()
    for who, kind in (("bo", "follow"), ("nobody-at-all", "follow"), ("ada", "love")):
        bos.post("/play/people/relate/", {"name": who, "kind": kind})
    assert not Relation.objects.exists()
    guest = Client()
    for kind in ("block", "follow"):
        guest.post("/play/people/relate/", {"name": "bo", "kind": kind})
    assert [row.kind for row in Relation.objects.all()] == ["follow"], "guests follow, and block nobody"
    page = guest.get("/play/people/").content.decode()
    assert "Unfollow bo" in page and "Challenge bo" not in page and guest.get("/players/bo/").status_code == 200


def test_no_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _adas = account("ada")
    monkeypatch.setattr(services, "MAX_RELATIONS", 1)
    services.relate(ada, account("bo")[0], Relation.Kind.FOLLOW)
    with pytest.raises(RequestRefused, match="at most"):
        services.relate(ada, account("eve")[0], Relation.Kind.FOLLOW)
    for other, kind in ((ada, Relation.Kind.BLOCK), (Owner.objects.create(), Relation.Kind.FOLLOW)):
        with pytest.raises(RequestRefused):
            services.relate(Owner.objects.create(), other, kind)


def test_the_blocked_are_not_paired_nor_shown_open_games() -> None:
    ada, adas = account("ada")
    bo, bos = account("bo")
    services.relate(bo, ada, Relation.Kind.BLOCK)
    new_game(read_arrangement(OPEN_DUEL, ada), ada, listed="B")
    asked = {"mode": "duel", "format": "preconstructed", "kept": "1", "spectators": "on"}
    adas.post("/play/stranger/", asked)
    assert not open_games(bo) and not open_waits(bo) and open_games(None) and open_waits(None)
    bos.post("/play/stranger/", asked)
    assert StrangerWait.objects.filter(game=None).count() == 2
    account("eve")[1].post("/play/stranger/", asked)
    assert StrangerWait.objects.filter(game=None).count() == 1


def test_the_blocked_take_no_seat_from_the_lobby_and_follow_nobody_again() -> None:
    """Though they have its address: the lobby shows it to who is signed out."""
    ada, adas = account("ada")
    bo, bos = account("bo")
    services.relate(bo, ada, Relation.Kind.BLOCK)
    for host, guest in ((bo, adas), (ada, bos)):
        game = new_game(read_arrangement(OPEN_DUEL, host), host, listed="B")
        refused = guest.post(f"/play/lobby/{game.token}/", follow=True)
        assert "Too late" in text_of(refused)
        with pytest.raises(RequestRefused, match="no seat of this game to you"):  # as over the API
            tables.take_listed_seat(game, ada if host == bo else bo, UNKEYED)
        bring = Gathering.objects.create(owner=host, asked=OWN_DECKS, listed="B")
        GatheringSeat.objects.create(gathering=bring, seat_name="B", kind="open")
        assert guest.get(bring.get_absolute_url()).status_code == 404
    assert GameSeat.objects.filter(seat_name="B", is_taken=True).count() == 0
    page = text_of(adas.post("/play/people/relate/", {"name": "bo", "kind": "follow"}, follow=True))
    assert "t follow this player." in page and not services.relation_to(ada, bo)
    adas.post("/play/people/relate/", {"name": "bo", "kind": "block"})  # both may
    assert services.relation_to(ada, bo) == "block"


def test_last_opponents() -> None:
    ada, adas = account("ada")
    bo, _bos = account("bo")
    one = challenged(ada, bo)
    game = services.answer(one.pk, bo, accept=True)
    assert game is not None
    finish(game)
    assert services.latest_opponents(ada) == [bo] and services.latest_opponents(bo) == [ada]
    page = adas.get("/play/people/").content.decode()
    (link,) = re.findall(r'href="([^"]*challenge=bo)"', page)
    form = adas.get(link.replace("&amp;", "&")).content.decode()
    assert 'value="bo"' in form and re.search(r'<option value="open" selected>', form)
    assert '<option value="bo">' in adas.get("/play/").content.decode()


def test_nobody_follows_who_blocks_them_at_the_same_moment(race: Callable[[str], Any]) -> None:
    both = race(
        """
from tests.tables.people.test_people import *
both = 0
for number in range(8):
    (ada, _adas), (bo, _bos) = account(f"ada{number}"), account(f"bo{number}")
    def work(press):
        try:
            services.relate(*((bo, ada, "block") if press else (ada, bo, "follow")))
        except RequestRefused:
            pass
        return True
    at_once(work, range(2))
    both += Relation.objects.filter(owner=ada).exists() or not Relation.objects.filter(owner=bo, kind="block").exists()
print(json.dumps(both))
"""
    )
    assert both == 0


def test_nobody_is_challenged_by_whom_they_block_at_the_same_moment(race: Callable[[str], Any]) -> None:
    left = race(
        """
from tests.tables.people.test_people import *
for number in range(8):
    (ada, _adas), (bo, _bos) = account(f"ada{number}"), account(f"bo{number}")
    game = new_game(read_arrangement(OPEN_DUEL, ada), ada)
    def work(press):
        if press:
            services.relate(bo, ada, "block")
        else:
            services.challenge(game, ada, bo)
        return True
    at_once(work, range(2))
print(json.dumps(Challenge.objects.count()))
"""
    )
    assert left == 0


def test_of_two_answers_at_once_one_counts(race: Callable[[str], Any]) -> None:
    taken, declined = race(
        """
from tests.tables.people.test_people import *
ada, bo = account("ada")[0], account("bo")[0]
one = challenged(ada, bo)
def work(number):
    try:
        services.answer(one.pk, bo, accept=number % 2 == 0)
    except RequestRefused as refused:
        return refused.code
    return ""
codes = at_once(work, range(4))
assert set(codes) <= {"", "not-found", "seat-taken"}, codes
seat = GameSeat.objects.get(pk=one.seat_id)
print(json.dumps([seat.is_taken, seat.owner_id == bo.pk if seat.is_taken else True]))
"""
    )
    assert declined is True and isinstance(taken, bool)

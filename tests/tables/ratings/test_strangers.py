"""Who looks for an opponent finds the one nearest by rating; in rated games at first only one who is near."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User
from games.decks.strangers import services as strangers
from tables.models import LiveGame, PlayerRating, Relation, StrangerWait
from tests.cards.factories import browser_of
from tests.crowded import STRANGER
from tests.tables.factories import finish
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db
FORM = {"mode": "duel", "format": "preconstructed", "kept": "1", "spectators": "on", "rated": "on"}


def account(name: str, rating: float | None = None) -> Owner:
    owner = Owner.objects.create(user=User.objects.create_user(name))
    if rating is not None:
        PlayerRating.objects.create(owner=owner, game="clash-of-decks", mode="duel", rating=rating, played=9)
    return owner


def browser(owner: Owner) -> Client:
    client = browser_of(owner)
    return client


def pairs() -> set[frozenset[str]]:
    return {frozenset(seat.owner.name for seat in game.seats.all() if seat.owner) for game in LiveGame.objects.all()}


def wait(owner: Owner, *, rated: bool = True) -> StrangerWait:
    return strangers.wait_for_stranger(owner, STRANGER, None, rated=rated)


def since(owner: Owner, seconds: float) -> None:
    StrangerWait.objects.filter(owner=owner).update(since=timezone.now() - timedelta(seconds=seconds))


def test_a_rated_game_of_two_who_press_the_button() -> None:
    ada, bo = browser(account("ada", 1600)), browser(account("bo", 1500))
    assert ada.post("/play/stranger/", FORM).headers["Location"] == "/play/stranger/"
    assert "rated" in ada.get("/play/stranger/").content.decode()
    assert "classée" in ada.get("/fr/play/stranger/").content.decode()
    unrated = {name: sent for name, sent in FORM.items() if name != "rated"}
    assert Client().post("/play/stranger/", unrated).headers["Location"] == "/play/stranger/"
    game_address = bo.post("/play/stranger/", FORM).headers["Location"]
    game = LiveGame.objects.get()
    assert game_address == game.get_absolute_url() and game.rated and pairs() == {frozenset({"ada", "bo"})}
    finish(game)
    assert not PlayerRating.objects.filter(played=9).exists()


def test_guests_and_terms_of_one_s_own_are_refused() -> None:
    assert "need an account" in Client().post("/play/stranger/", FORM, follow=True).content.decode()
    wait(account("ada"))
    page = Client().get("/play/lobby/").content.decode()
    wish = re.search(r'name="like" value="(\w+)"', page)
    assert wish is not None and "rated" in page
    refused = Client().post("/play/stranger/", {"like": wish[1]}, follow=True)
    assert "need an account" in refused.content.decode() and not LiveGame.objects.exists()
    for more, code in (({"champions": True}, "rated-terms"), ({"mode": "coop"}, "rated-players")):
        with pytest.raises(RequestRefused) as wrong:
            strangers.wait_for_stranger(account(code), {**STRANGER, **more}, None, rated=True)
        assert wrong.value.code == code


def test_who_is_far_waits_for_who_is_near_and_then_takes_anybody() -> None:
    master, beginner, other = account("master", 2100), account("beginner", 1200), account("other", 1900)
    wait(master)
    assert wait(beginner).game is None
    assert strangers.still_waiting(beginner).game is None
    since(beginner, strangers.NEAR_FOR.total_seconds() - 2)
    assert strangers.still_waiting(beginner).game is None
    assert wait(other).game is not None and pairs() == {frozenset({"master", "other"})}
    late = account("late", 2500)
    assert wait(late).game is None
    since(beginner, strangers.NEAR_FOR.total_seconds() + 1)
    found = browser(late).get("/play/stranger/", headers={"hx-request": "true"})
    assert found.headers["HX-Redirect"] == LiveGame.objects.latest("pk").get_absolute_url()
    assert frozenset({"beginner", "late"}) in pairs()
    assert strangers.still_waiting(beginner).game == LiveGame.objects.latest("pk")


def test_of_several_who_wait_the_nearest_is_taken() -> None:
    """They wait on since they block each other; so it is in games that are not rated."""
    low, high, new = account("low", 1300), account("high", 1700), account("new")
    Relation.objects.create(owner=low, other=high, kind=Relation.Kind.BLOCK)
    for rated in (True, False):
        LiveGame.objects.all().delete()
        wait(low, rated=rated)
        assert wait(high, rated=rated).game is None
        PlayerRating.objects.filter(owner=new).delete()
        PlayerRating.objects.create(owner=new, game="clash-of-decks", mode="duel", rating=1650, played=9)
        assert wait(new, rated=rated).game is not None and pairs() == {frozenset({"high", "new"})}


def test_who_is_chosen_in_the_lobby_may_be_far() -> None:
    master, beginner = account("master", 2100), account("beginner", 1200)
    waiting = wait(master)
    met = browser(beginner).post("/play/stranger/", {"like": waiting.wish})
    assert met.headers["Location"] == LiveGame.objects.get().get_absolute_url()
    assert LiveGame.objects.get().rated


def test_all_who_ask_again_at_once_are_paired_once(race: Callable[[str], Any]) -> None:
    games, seats = race(
        """
from tests.tables.ratings.test_strangers import *
owners = [account(f"p{number}", 1000 + 500 * number) for number in range(4)]
for owner in owners:
    assert wait(owner).game is None
for owner in owners:
    since(owner, 100)
at_once(lambda owner: strangers.still_waiting(owner).pk, owners * 2)
print(json.dumps([LiveGame.objects.count(), len({seat.owner_id for game in LiveGame.objects.all()
                  for seat in game.seats.all()})]))
"""
    )
    assert (games, seats) == (2, 4)

"""What players are called: said at each way into a game, kept in the browser and at the seat, seen by all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.exchange import write_owner
from accounts.models import Owner, User
from accounts.services import forget
from cards.models import Deck
from tables.models import Gathering, LiveGame
from tests.tables.clients import API, Refused, Seat, body_of, create

pytestmark = pytest.mark.django_db
TWO = {"A": {"kind": "me"}, "B": {"kind": "open"}}


def begun(client: Client, address: str = "/play/", **sent: str) -> LiveGame:
    answer = client.post(address, {"seat_B": "open", **sent})
    assert answer.status_code == 302, answer.content.decode()[:3000]
    return LiveGame.objects.get(token=answer.headers["Location"].split("/")[-2])


def names(game: LiveGame) -> dict[str, str | None]:
    return {seat.seat_name: seat.name for seat in game.seats.select_related("owner__user")}


def invitation_of(client: Client, game: LiveGame) -> str:
    ((_seat, address),) = client.get(game.get_absolute_url()).context["invitations"]
    return str(address)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def test_a_name_is_said_kept_and_seen_by_all() -> None:
    ada, bob = Client(), Client()
    game = begun(ada, player_name=" Ada  L. ")
    address = invitation_of(ada, game)
    assert "Ada L." in Client().get(address).content.decode()
    assert bob.post(address, {"player_name": "Bob"}).status_code == 302
    assert names(game) == {"A": "Ada L.", "B": "Bob"}
    for client in (ada, bob, Client()):
        page = client.get(game.get_absolute_url()).content.decode()
        assert "A (Ada L.)" in page and "B (Bob)" in page and "Guest" not in page
        assert "Bob has joined" in page
    look = json.loads(Client().get(f"{API}/{game.token}").content)
    assert [look["seats"][seat]["name"] for seat in "AB"] == ["Ada L.", "Bob"]
    assert 'value="Ada L."' in ada.get("/play/").content.decode()
    assert 'value="Bob"' in bob.get("/play/lobby/").content.decode()
    assert names(begun(ada)) == {"A": "Ada L.", "B": None}  # a form without the field changes nothing
    assert names(begun(ada, player_name="Countess")) == {"A": "Countess", "B": None}
    assert names(game)["A"] == "Ada L."  # what was played stays as it was


@pytest.mark.parametrize("name", ["magic-schools", "clash-of-the-cards"])
def test_games_of_all_kinds_ask(name: str) -> None:
    client = Client()
    assert 'name="player_name"' in client.get(f"/play/new/{name}/").content.decode()
    answer = client.post(f"/play/new/{name}/", {"player_name": "Ada"})
    game = LiveGame.objects.get(token=answer.headers["Location"].split("/")[-2])
    assert game.seats.get(kind="person").name == "Ada"


def test_a_refused_name_takes_no_seat_and_begins_nothing() -> None:
    ada, bob = Client(), Client()
    game = begun(ada)
    address = invitation_of(ada, game)
    answer = bob.post(address, {"player_name": "<b>Bot</b>"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "Use letters, digits and spaces" in page and "<b>Bot" not in page
    assert not game.seats.get(seat_name="B").is_taken
    assert bob.post("/play/", {"player_name": "Moderator"}).status_code == 422
    assert bob.post("/play/new/magic-schools/", {"player_name": "Moderator"}).status_code == 422
    assert LiveGame.objects.count() == 1 and Owner.objects.count() == 1
    opened = begun(ada, seat_B="anybody")
    late = bob.post(f"/play/lobby/{opened.token}/", {"player_name": "a@b.example"}, follow=True)
    assert "no email address" in late.content.decode()
    assert not opened.seats.get(seat_name="B").is_taken


def test_the_lobby_and_strangers_bring_the_name_along() -> None:
    ada, bob, cyd = Client(), Client(), Client()
    opened = begun(ada, seat_B="anybody", player_name="Ada")
    assert "Ada · " in " ".join(bob.get("/play/lobby/").content.decode().split())
    bob.post(f"/play/lobby/{opened.token}/", {"player_name": "Bob"})
    assert names(opened) == {"A": "Ada", "B": "Bob"}
    duel = {"mode": "duel", "format": "preconstructed"}
    bob.post("/play/stranger/", duel)
    cyd.post("/play/stranger/", {**duel, "player_name": "Cyd"})
    pair = LiveGame.objects.latest("pk")
    assert names(pair) == {"A": "Bob", "B": "Cyd"}


def test_a_gathering_brings_the_names_along() -> None:
    ada, bob = Client(), Client()
    call_command("load_sets", verbosity=0)
    deck = str(Deck.objects.filter(owner=None).latest("pk").token)
    sent = {"mode": "duel", "format": "constructed", "seat_B": "open", "deck_B": "brought", "deck_A": deck}
    address = ada.post("/play/", {**sent, "player_name": "Ada"}).headers["Location"]
    ((_seat, invitation),) = ada.get(address).context["invitations"]
    assert "Ada" in bob.get(invitation).content.decode()
    assert bob.post(invitation, {"deck": deck, "player_name": "You"}).status_code == 422
    assert bob.post(invitation, {"deck": deck, "player_name": "Bob"}).status_code == 302
    game = Gathering.objects.get().game
    assert game is not None and names(game) == {"A": "Ada", "B": "Bob"}


def test_accounts_keep_theirs_or_choose_another() -> None:
    ada, guest = signed_in("ada_l"), Client()
    assert 'value="ada_l"' in ada.get("/play/").content.decode()
    game = begun(ada, player_name="ADA_L")
    assert names(game)["A"] == "ada_l" and game.seats.get(seat_name="A").player_name == ""
    refused = guest.post("/play/", {"player_name": "Ada_L"})
    assert refused.status_code == 422 and "an account" in refused.content.decode()
    for likely in ("Ada_L.", "-ada_L-", "\u0430\u0501\u0430_\u04cf"):  # the last in Cyrillic
        assert guest.post("/play/", {"player_name": likely}).status_code == 422, likely
    assert names(begun(ada, player_name="Ada_L."))["A"] == "Ada_L."
    assert names(begun(ada, player_name="The Countess"))["A"] == "The Countess"
    assert Owner.objects.get(user__username="ada_l").name == "ada_l"  # what is credited


def test_a_name_goes_with_whoever_goes() -> None:
    client = signed_in("ada_l")
    game = begun(client, player_name="The Countess")
    owner = Owner.objects.get(user__username="ada_l")
    assert write_owner(owner)["player_name"] == "The Countess"
    forget(owner=owner, user=owner.user)
    assert names(game)["A"] == "Guest"


def test_a_rematch_keeps_names_without_any_owner() -> None:
    made = create({**body_of("duel", "preconstructed"), "seats": TWO, "name": "Ada"})
    invitation = made["seats"]["B"]["url"].split("/")[-2]
    other = Seat(made["id"])
    joined = other.post("/join", {"invitation": invitation, "name": "Bob"})
    ada, bob = Seat(made["id"], made["seats"]["A"]["token"], "A"), Seat(made["id"], joined["token"], "B")
    assert {seat: part["name"] for seat, part in bob.look()["seats"].items()} == {"A": "Ada", "B": "Bob"}
    ada.post("/resign", {})
    ada.post("/rematch", {})
    bob.post("/answers", {"offer": "rematch", "accept": True})
    again = LiveGame.objects.exclude(token=made["id"]).get()
    assert names(again) == {"A": "Bob", "B": "Ada"}


def test_the_api_refuses_what_pages_refuse() -> None:
    body = {**body_of("duel", "preconstructed"), "seats": TWO}
    for name, status, code in (
        ("Bot 7", 422, "name-refused"),
        (7, 400, "bad-request"),
        ("a" * 101, 400, "bad-request"),
    ):
        with pytest.raises(Refused) as refused:
            create({**body, "name": name})
        assert (refused.value.status, refused.value.code) == (status, code)
    assert not LiveGame.objects.exists()
    made = create({**body, "listed": True})
    with pytest.raises(Refused) as refused:
        Seat(made["id"]).post("/seats", {"name": "admin"})
    assert refused.value.code == "name-refused"
    Seat(made["id"]).post("/seats", {"name": "Zoé"})
    assert Seat(made["id"]).look()["seats"]["B"]["name"] == "Zoé"


def test_of_two_who_take_one_seat_the_one_who_has_it_gave_the_name(race: Callable[[str], Any]) -> None:
    answers, name = race(
        """
from django.test.utils import setup_test_environment
from tests.tables.clients import *
from tables.models import *
setup_test_environment()
settings.LIMITS = False
made = create({**body_of("duel", "preconstructed"), "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})
invitation = made["seats"]["B"]["url"].split("/")[-2]
def work(number):
    try:
        Seat(made["id"]).post("/join", {"invitation": invitation, "name": f"Ada {number}"})
        return f"Ada {number}"
    except Refused as wrong:
        return wrong.code
answers = at_once(work, range(5))
print(json.dumps([answers, GameSeat.objects.get(seat_name="B").name]))
"""
    )
    assert sorted(answers) == sorted([name, *["seat-taken"] * 4])


def test_two_of_one_name_are_told_apart() -> None:
    ada, bob = Client(), Client()
    game = begun(ada, player_name="Ada")
    bob.post(invitation_of(ada, game), {"player_name": "ada"})
    page = bob.get(game.get_absolute_url()).content.decode()
    assert "A (Ada)" in page and "B (ada)" in page and "B has joined" in page


def test_in_french() -> None:
    page = Client().get("/fr/play/lobby/").content.decode()
    assert "Votre nom" in page and 'placeholder="Invité"' in page

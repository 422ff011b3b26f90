"""Seats: taken over by their own link, by a form alone; held by one at a time; taken back with a new secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner, User
from accounts.services import adopt
from tables import tokens
from tables.models import GameSeat, LiveGame, SeatMove
from tables.streams.session import SeatLost, StreamSession
from tables.viewers import find_viewer
from tests.answers import text_of
from tests.tables.clients import API, body_of, create
from tests.tables.other_games import schools_body

pytestmark = pytest.mark.django_db


def made(**more: Any) -> Any:
    body = body_of("duel", "preconstructed", **more)
    return create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})


def letter_at(client: Client, game: Any) -> str:
    return str(client.get(game["url"]).context["viewer"].seat_name)


def seat_of(game: Any, token: str) -> Any:
    """The seat that a token speaks for; None for a spectator's."""
    answer = Client().get(f"{API}/{game['id']}", headers={"Authorization": f"Bearer {token}"})
    return answer.json()["view"]["seat"] if answer.status_code == 200 else None


def everything() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (GameSeat, SeatMove, Owner)]


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("spectators", [True, False])
def test_opening_a_seat_s_link_changes_nothing(method: str, spectators: bool) -> None:
    game = made(spectators=spectators)
    link = game["seats"]["A"]["url"]
    own = Client()
    assert own.post(link).status_code == 302 and letter_at(own, game) == "A"
    before = everything()
    robot = Client()
    answer = getattr(robot, method)(link)
    assert answer.status_code == 200 and not {"guest", "sessionid"} & set(robot.cookies)
    if method == "get":
        assert "Take over seat" in text_of(answer) and 'name="referrer" content="same-origin"' in text_of(answer)
        assert "no-store" in answer.headers["Cache-Control"]
    assert everything() == before and letter_at(own, game) == "A"
    assert getattr(own, method)(link).status_code == 302  # it is there already
    assert getattr(robot, method)(link.replace("/t/", "/t/x")).status_code == 404
    assert robot.post(link.replace("/t/", "/t/x")).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("spectators", [True, False])
def test_who_had_the_seat_is_told_and_takes_it_back(spectators: bool) -> None:
    game = made(spectators=spectators)
    token, link = game["seats"]["A"]["token"], game["seats"]["A"]["url"]
    own, thief, stranger = Client(), Client(), Client()
    own.post(link)
    thief.post(link)
    assert letter_at(thief, game) == "A"
    page = own.get(game["url"])
    assert page.status_code == 403 and "Your seat is held in another browser now" in text_of(page)
    assert ("Watch the game" in text_of(page)) == spectators
    if spectators:
        assert own.get(f"{game['url']}?watch").context["viewer"].seat_name == ""
    stolen = find_viewer(game["id"], None, Owner.objects.get(pk=GameSeat.objects.get(seat_name="A").owner_id))
    by_token = find_viewer(game["id"], token, None)
    streams = [StreamSession(viewer, None) for viewer in (stolen, by_token)]
    for stream in streams:
        stream.open()
    for other in (stranger, Client()):
        assert other.post(f"{game['url']}seat/", {"seat": "A"}).status_code == 404
    assert own.get(f"{game['url']}seat/").status_code == 405
    answer = own.post(f"{game['url']}seat/", {"seat": "A"}, follow=True)
    assert "You have your seat back" in text_of(answer) and letter_at(own, game) == "A"
    for stream in streams:
        with pytest.raises(SeatLost):
            stream.collect()
    assert seat_of(game, token) is None
    assert Client().post(link).status_code == 404 and Client().get(link).status_code == 404
    assert thief.get(game["url"]).status_code == 403
    assert thief.post(f"{game['url']}seat/", {"seat": "A"}).status_code == 404  # it was never theirs
    assert "Seat A returned to its first owner" in text_of(own.get(game["url"]))


def test_who_holds_a_seat_shuts_others_out() -> None:
    """Somebody knows the token alone: the browser stays where it is, the token is void."""
    game = made()
    own = Client()
    own.post(game["seats"]["A"]["url"])
    token = game["seats"]["A"]["token"]
    assert seat_of(game, token) == "A" and "Take my seat back" in text_of(own.get(game["url"]))
    theirs, mine = find_viewer(game["id"], token, None), find_viewer(game["id"], None, GameSeat.objects.first().owner)
    streams = [StreamSession(viewer, None) for viewer in (theirs, mine)]
    for stream in streams:
        stream.open()
    own.post(f"{game['url']}seat/", {"seat": "A"})
    assert seat_of(game, token) is None and letter_at(own, game) == "A"
    with pytest.raises(SeatLost):
        streams[0].collect()
    streams[1].collect()  # the own browser's stream goes on
    denied = Client().post(
        f"{API}/{game['id']}/resign", "{}", "application/json", headers={"Authorization": f"Bearer {token}"}
    )
    assert denied.json()["error"]["code"] == "no-seat"


def test_an_answer_that_is_given_again_has_the_token_that_is_void() -> None:
    body = {**body_of("duel", "preconstructed"), "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    key = {"Idempotency-Key": "a key of sixteen and more"}
    game = create(body, **key)
    own = Client()
    own.post(game["seats"]["A"]["url"])
    own.post(f"{game['url']}seat/", {"seat": "A"})
    again = create(body, **key)
    assert again == game and seat_of(game, again["seats"]["A"]["token"]) is None


def test_a_guest_who_signs_in_still_takes_a_seat_back() -> None:
    game = made()
    own, thief = Client(), Client()
    own.post(game["seats"]["A"]["url"])
    guest = GameSeat.objects.get(seat_name="A").owner
    assert guest is not None
    thief.post(game["seats"]["A"]["url"])
    user = User.objects.create_user("ada")
    adopt(guest=guest, user=user)
    own.force_login(user)
    assert own.get(game["url"]).status_code == 403
    own.post(f"{game['url']}seat/", {"seat": "A"})
    assert letter_at(own, game) == "A" and thief.get(game["url"]).status_code == 403


def test_nobody_inherits_a_seat_whose_first_holder_is_gone() -> None:
    """Who once had its link takes it from nobody, whether or not an account or a guest is still there."""
    game = made()
    own, thief, friend = Client(), Client(), Client()
    own.post(game["seats"]["B"]["url"])
    first = GameSeat.objects.get(seat_name="B").owner
    assert first is not None
    thief.post(link_of("B"))
    own.post(f"{game['url']}seat/", {"seat": "B"})
    friend.post(link_of("B"))
    first.delete()
    assert thief.post(f"{game['url']}seat/", {"seat": "B"}).status_code == 404
    assert letter_at(friend, game) == "B"


def link_of(letter: str) -> str:
    seat = GameSeat.objects.get(seat_name=letter)
    return f"/play/{seat.game.token}/t/{tokens.seat_token(seat.game, letter, seat.claims)}/"


def test_the_tables_of_other_games_have_it_too() -> None:
    game = create(schools_body())
    own = Client()
    for seat in game["seats"].values():
        own.post(seat["url"])
    page = text_of(own.get(game["url"]))
    assert "Take my seat back" in page
    own.post(f"{game['url']}seat/", {"seat": "dragombre"})
    assert seat_of(game, game["seats"]["dragombre"]["token"]) is None
    assert seat_of(game, game["seats"]["blancgriffon"]["token"]) == "blancgriffon"
    assert LiveGame.objects.count() == 1 and json.dumps(game)

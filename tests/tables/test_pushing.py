"""Messages to browsers when it is somebody's turn: who is told what, when, once; and who is not."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner
from tables.models import GameSeat, LiveGame, PushSubscription, StreamPresence, TurnMessage
from tables.notices import REMATCH
from tables.pushing import sending, transport
from tables.services import consent, turn_messages
from tables.states import state_of
from tables.viewers import Viewer
from tests.tables.factories import finish, make_game
from tests.tables.push_services import Browser, PushService
from tests.tables.turns import account, act, against, hand_over, owner_of, waiting_message, work_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_service")]


def told(name: str) -> Owner:
    """Somebody whose browser is told of their turns."""
    owner = account(name)
    Browser().told_of(owner)
    return owner


def test_a_browser_is_told_once_that_it_is_its_owners_turn(push_service: PushService, settings: Any) -> None:
    ada, bob = account("ada"), account("bob")
    browsers = {ada.pk: Browser(), bob.pk: Browser()}
    for owner in (ada, bob):
        browsers[owner.pk].told_of(owner, "fr" if owner == bob else "en")
    game = against(ada, bob)
    tasks_before = DBTaskResult.objects.count()
    owner = owner_of(game, hand_over(game))
    task = DBTaskResult.objects.get()
    assert tasks_before == 0 and task.task_path == TurnMessage.task
    assert timedelta() < task.run_after - timezone.now() <= turn_messages.GRACE
    work_all()
    work_all()
    (request,) = push_service.take()
    browser = browsers[owner.pk]
    assert (request.method, request.url) == ("POST", browser.endpoint)
    assert isinstance(request.body, bytes)
    prefix = "/fr" if owner == bob else ""
    message = browser.read(request.body)
    assert message.pop("title").endswith("à vous de jouer." if owner == bob else "It's your turn.")
    assert message == {
        "game": game.token,
        "url": f"{prefix}/play/{game.token}/",
        "body": "Duel, Decks préconstruits" if owner == bob else "Duel, Ready-made decks",
    }
    assert request.headers["Topic"] == game.token and len(game.token) <= 32
    assert request.headers["TTL"] == str(sending.KEPT_FOR)
    assert request.headers["Content-Encoding"] == "aes128gcm"
    assert PushService.is_signed(request, settings.VAPID_PUBLIC_KEY)
    assert push_service.options[0]["timeout"] == transport.TIMEOUT
    assert PushSubscription.objects.get(owner=owner).told is not None
    assert PushSubscription.objects.exclude(owner=owner).get().told is None


def test_nobody_else_can_read_it(push_service: PushService) -> None:
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob)
    browser = Browser()
    browser.told_of(owner_of(game, "A" if game.to_act == "B" else "B"))
    hand_over(game)
    work_all()
    (request,) = push_service.take()
    assert isinstance(request.body, bytes)
    assert game.token.encode() not in request.body
    with pytest.raises(http_ece.ECEException):
        Browser().read(request.body)


def test_what_is_told_holds_nothing_hidden() -> None:
    """Whatever lies in the hands and piles, the message is the same."""
    ada, bob = account("ada"), account("bob")
    bodies = []
    for seed in ("1", "2", "3"):
        game = against(ada, bob, seed=seed)
        LiveGame.objects.filter(pk=game.pk).update(token="same-as-ever", acting=["A"])
        game.refresh_from_db()
        bodies.append(sending.write(game, "A", "en", begins=False))
        game.delete()
    assert len(set(bodies)) == 1
    assert set(json.loads(bodies[0])) == {"game", "url", "title", "body"}


def test_several_turns_of_a_game_are_one_message(push_service: PushService) -> None:
    ada, bob = told("ada"), told("bob")
    game = against(ada, bob)
    for _turn in range(4):
        hand_over(game)
    assert TurnMessage.objects.count() == 2 == DBTaskResult.objects.count()
    work_all()
    (request,) = push_service.take()  # only whose turn it is now
    assert request.url == PushSubscription.objects.get(owner=owner_of(game, game.to_act)).endpoint


def test_who_has_the_game_open_is_not_told(push_service: PushService) -> None:
    ada, bob = told("ada"), told("bob")
    game = against(ada, bob)
    letter = hand_over(game)
    presence = StreamPresence.objects.create(game=game, seat=letter, client="", process="", heartbeat_at=timezone.now())
    work_all()
    assert push_service.take() == []
    presence.delete()
    work_all()
    assert push_service.take() == []  # the turn has been seen
    letter = hand_over(game)
    StreamPresence.objects.create(
        game=game, seat=letter, client="", process="", heartbeat_at=timezone.now() - timedelta(minutes=5)
    )
    StreamPresence.objects.create(game=game, seat="", client="", process="", heartbeat_at=timezone.now())
    work_all()
    assert len(push_service.take()) == 1  # a stream that is dead, and one of somebody who watches


def test_who_acts_again_is_not_told() -> None:
    """In a draft a seat picks twice in a row: it is there."""
    ada, bob = told("ada"), told("bob")
    game = against(ada, bob, format="draft")
    changes = 0
    while act(game) != game.to_act:
        assert TurnMessage.objects.get().letters == game.to_act
        TurnMessage.objects.all().delete()
        changes += 1
    assert changes and game.status == "draft"
    assert not TurnMessage.objects.exists()


def test_a_game_that_begins_with_all_its_players_is_told(push_service: PushService) -> None:
    ada = account("ada")
    Browser().told_of(ada)
    make_game(ada)
    work_all()
    assert len(push_service.take()) == 1


def test_a_game_that_is_over_and_a_seat_that_was_left_are_not_told(push_service: PushService) -> None:
    ada, bob = told("ada"), told("bob")
    game = against(ada, bob)
    hand_over(game)
    finish(game)
    work_all()
    assert push_service.take() == []
    game = against(ada, bob)
    letter = hand_over(game)
    GameSeat.objects.filter(game=game, seat_name=letter).update(has_left=True)
    work_all()
    assert push_service.take() == []


def test_who_waits_in_the_lobby_is_told_that_the_game_has_begun(push_service: PushService, client: Client) -> None:
    ada, bob = account("ada"), account("bob")
    browser = Browser()
    browser.told_of(ada)
    other = Browser()
    other.told_of(bob)
    client.force_login(ada.user)
    sent = {"mode": "duel", "format": "preconstructed", "seat_A": "me", "seat_B": "open", "listed": "on"}
    client.post("/play/", sent)
    game = LiveGame.objects.get()
    LiveGame.objects.update(listed="B")
    assert game.status == "waiting" and not TurnMessage.objects.exists()
    client.force_login(bob.user)
    client.post(f"/play/lobby/{game.token}/")
    game.refresh_from_db()
    assert game.status != "waiting"
    work_all()
    (request,) = push_service.take()  # who has just sat down sees it
    assert request.url == browser.endpoint
    assert isinstance(request.body, bytes)
    its_turn = "A" in game.to_act
    begun = "Your game has started: it's your turn." if its_turn else "Your game has started."
    assert browser.read(request.body)["title"] == begun


def test_a_rematch_is_told_to_who_is_not_there(push_service: PushService) -> None:
    ada, bob = told("ada"), told("bob")
    game = finish(against(ada, bob))
    TurnMessage.objects.all().delete()
    seats = tuple(game.seats.order_by("seat_name"))
    consent.rematch(Viewer(game, seats, seats[0]))
    consent.answer(Viewer(game, seats, seats[1]), REMATCH, accept=True)
    assert game.rematch is not None
    work_all()
    assert {request.headers["Topic"] for request in push_service.take()} == {game.rematch.token}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(push_service: PushService, status: int) -> None:
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob)
    Browser().told_of(owner_of(game, "A" if game.to_act == "B" else "B"))
    hand_over(game)
    push_service.answers = [(status, {})]
    work_all()
    assert len(push_service.take()) == 1
    assert not PushSubscription.objects.exists() and not TurnMessage.objects.exists()


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        ((503, {}), 30),
        ((0, {}), 30),
        ((429, {"Retry-After": "10"}), 30),
        ((429, {"Retry-After": "900"}), 900),
        ((429, {"Retry-After": "nonsense"}), 30),
    ],
)
def test_what_fails_is_tried_again_later(
    push_service: PushService, answer: tuple[int, dict[str, str]], wait: int
) -> None:
    message = waiting_message()
    push_service.answers = [answer]
    DBTaskResult.objects.all().delete()
    sending.work(message.pk)
    message.refresh_from_db()
    assert (message.state, message.tries) == ("waiting", 1)
    left = DBTaskResult.objects.get().run_after - timezone.now()
    assert timedelta(seconds=wait - 5) < left <= timedelta(seconds=wait)
    sending.work(message.pk)
    message.refresh_from_db()
    assert message.state == "done" and len(push_service.take()) == 2


@pytest.mark.parametrize(
    ("answers", "request_count"),
    [
        ([(503, {})] * 9, sending.MAX_TRIES),
        ([(429, {"Retry-After": "86400"})], 1),
        ([(403, {})], 1),
        ([(301, {"Location": "https://127.0.0.1/"})], 1),  # nobody goes where a service points to
    ],
)
def test_tries_are_bounded(
    push_service: PushService, answers: list[tuple[int, dict[str, str]]], request_count: int
) -> None:
    message = waiting_message()
    push_service.answers = answers
    for _try in range(8):
        sending.work(message.pk)
    message.refresh_from_db()
    assert message.state == "failed" and len(push_service.take()) == request_count
    assert PushSubscription.objects.count() == 1


def test_dates_of_retry_after_are_read() -> None:
    later = timezone.now() + timedelta(seconds=120)
    assert 110 < transport.seconds_of(later.strftime("%a, %d %b %Y %H:%M:%S GMT")) <= 120
    assert transport.seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == transport.seconds_of("") == 0


def test_without_a_key_nothing_is_queued_or_asked(settings: Any, django_assert_num_queries: Any) -> None:
    ada, bob = told("ada"), told("bob")
    game = against(ada, bob)
    settings.VAPID_PRIVATE_KEY = ""
    hand_over(game)
    assert not TurnMessage.objects.exists()
    state = state_of(game)
    with django_assert_num_queries(0):
        turn_messages.tell_begun(game, state)
        turn_messages.tell_after(game, state, state, [])

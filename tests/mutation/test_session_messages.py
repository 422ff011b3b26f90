"""A session that waits for somebody tells their browser, "you" and the pages that ask; nobody else, and only once."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Owner, User
from mutation.models import MutationSession, SessionMessage, SessionSeat
from mutation.services import session_messages
from mutation.upkeep import sweep_messages
from tables.pushing.sending import KEPT_FOR
from tests.mutation.sessions import Player, in_games, make_session, pick, put
from tests.tables.push_services import Browser, PushService

pytestmark = pytest.mark.django_db


def work_all() -> None:
    """What a worker does when the time has come."""
    for message in SessionMessage.objects.filter(state="waiting"):
        session_messages.work(message.pk)


def seated(session: MutationSession, letter: str, name: str) -> Player:
    """Somebody with an account at a seat, whose page is not open any more."""
    player = Player(session)
    user = User.objects.create_user(name)
    player.http.force_login(user)
    player.join(letter)
    SessionSeat.objects.update(looked_at=None)
    return player


def owner_at(session: MutationSession, letter: str) -> Owner:
    owner = session.seats.get(letter=letter).owner
    assert owner is not None
    return owner


def test_who_is_waited_for_in_the_draft_is_told_once(push_service: PushService) -> None:
    session = make_session()
    ben, _cleo = seated(session, "B", "ben"), seated(session, "C", "cleo")
    browsers = {letter: Browser() for letter in "BC"}
    browsers["B"].told_of(owner_at(session, "B"), "fr")
    browsers["C"].told_of(owner_at(session, "C"))
    pick(session, "A", "B", "C")
    assert not SessionMessage.objects.exists()  # nobody waits for anything that they were not waited for before
    pick(session, "D")  # the hands go on
    work_all()
    work_all()
    browsers_by_url = {request.url: browser for request in push_service.take() for browser in browsers.values()
            if browser.endpoint == request.url}  # fmt: skip
    assert set(browsers_by_url) == {browser.endpoint for browser in browsers.values()}
    pick(session, "A", "B", "C")
    pick(session, "D")
    requests = []
    for message in SessionMessage.objects.filter(state="waiting", subscription__endpoint=browsers["B"].endpoint):
        session_messages.work(message.pk)
        requests += push_service.take()
    (request,) = requests
    assert isinstance(request.body, bytes)
    assert browsers["B"].read(request.body) == {
        "game": session.token,
        "url": f"/fr/mutation/{session.token}/",
        "title": "C\u2019est à vous de jouer.",
        "body": "Friday · Prendre une carte",
    }
    assert (request.headers["Topic"], request.headers["TTL"]) == (session.token, str(KEPT_FOR))
    assert ben.look().status_code == 200


def test_who_looks_or_has_done_it_is_not_told(push_service: PushService) -> None:
    session = make_session()
    ben = seated(session, "B", "ben")
    Browser().told_of(owner_at(session, "B"))
    pick(session, "A", "B", "C", "D")
    assert ben.look().status_code == 200  # the page is open
    work_all()
    assert push_service.take() == [] and SessionMessage.objects.get().state == "cancelled"
    pick(session, "A", "B", "C", "D")
    SessionSeat.objects.update(looked_at=timezone.now() - session_messages.GONE_AFTER - timedelta(seconds=1))
    pick(session, "B")
    work_all()
    assert push_service.take() == []


def test_a_phase_a_result_and_a_dispute_are_told_to_whom_they_concern(push_service: PushService) -> None:
    organiser = Owner.objects.create(user=User.objects.create_user("olga"))
    session = in_games(organiser, seats=dict.fromkeys("ABCD", "open"))
    seated(session, "D", "dan")
    browsers = {"D": Browser(), "": Browser()}
    browsers["D"].told_of(owner_at(session, "D"))
    browsers[""].told_of(organiser)

    def told() -> dict[str, str]:
        work_all()
        return {
            letter: browser.read(request.body)["body"]  # type: ignore[arg-type]
            for request in push_service.take()
            for letter, browser in browsers.items()
            if browser.endpoint == request.url
        }

    put(session, {"by": "A", "kind": "ready", "game": 1}, {"by": "D", "kind": "ready", "game": 1})
    assert told() == {}  # D has done it
    put(session, {"by": "A", "kind": "result", "game": 1, "winner": "A"})
    assert told() == {"D": "Friday · Confirm the result of game 1, Mutate before game 3"}
    put(session, {"by": "D", "kind": "dispute", "game": 1, "reason": "It was mine"})
    assert told() == {"": "Friday · Decide game 1"}


def test_nothing_is_queued_where_the_site_has_no_key(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = settings.VAPID_PUBLIC_KEY = ""
    session = make_session()
    ben = seated(session, "B", "ben")
    Browser().told_of(owner_at(session, "B"))
    pick(session, "A", "B", "C", "D")
    assert not SessionMessage.objects.exists()
    ben.look()
    assert session.seats.get(letter="B").looked_at is None


def test_you_and_pages_that_ask_are_told_too() -> None:
    session = make_session()
    ben = seated(session, "B", "ben")

    def turns() -> list[dict[str, str]]:
        reply: dict[str, Any] = ben.http.get("/play/turns/").json()
        return list(reply["games"])

    (turn,) = turns()
    assert (turn["game"], turn["url"], turn["body"]) == (session.token, ben.base, "Friday · Pick a card")
    pick(session, "A")
    assert turns() == [turn]  # no new turn because somebody else has picked
    me = ben.http.get("/me/").content.decode()
    assert "A Mutation session is waiting for you" in me and "Pick a card" in me and ben.base in me
    pick(session, "B")
    assert turns() == []
    assert "A Mutation session is waiting for you" not in ben.http.get("/me/").content.decode()
    pick(session, "C", "D")
    assert turns()[0]["key"] != turn["key"]
    assert Player(session).http.get("/play/turns/").json()["games"] == []


def test_the_page_offers_it_to_those_who_have_a_seat() -> None:
    session = make_session()
    ben = seated(session, "B", "ben")
    assert "data-notify" in ben.text() and "data-notify" not in Player(session).text()


def test_what_is_told_holds_nothing_hidden(push_service: PushService) -> None:
    """Whatever was dealt, the message is the same."""
    bodies = set()
    for deal in range(3):
        session = make_session(deal_number=deal)
        ben = User.objects.create_user(f"ben{deal}")
        session.seats.filter(letter="B").update(owner=Owner.objects.create(user=ben), is_taken=True)
        Browser().told_of(owner_at(session, "B"))
        pick(session, "A", "B", "C", "D")
        body = json.loads(session_messages.write(SessionMessage.objects.get(session=session)))
        assert set(body) == {"game", "url", "title", "body"}
        bodies.add((body["title"], body["body"]))
    assert len(bodies) == 1


def test_old_messages_are_swept(push_service: PushService) -> None:
    session = in_games()
    seated(session, "D", "dan")
    Browser().told_of(owner_at(session, "D"))
    put(session, {"by": "A", "kind": "ready", "game": 1}, {"by": "D", "kind": "ready", "game": 1})
    put(session, {"by": "A", "kind": "result", "game": 1, "winner": "A"})
    assert SessionMessage.objects.count() == 1
    SessionMessage.objects.update(asked=timezone.now() - timedelta(days=2))
    assert sweep_messages() == 0  # it waits still
    work_all()
    assert sweep_messages() == 1

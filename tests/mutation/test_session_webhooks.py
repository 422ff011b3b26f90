"""A session that waits for somebody tells their addresses what it tells their browsers, and when."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Owner, User
from mutation.models import MutationSession, SessionMessage, SessionSeat
from mutation.services import session_messages
from tables.models import Webhook, WebhookEvent
from tables.webhooks import sending, services
from tables.webhooks.transport import Delivery
from tests.mutation.sessions import Player, in_games, make_session, pick, put

pytestmark = pytest.mark.django_db
SITE = "https://grimoire.example"


@pytest.fixture(autouse=True)
def sent(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What addresses were sent."""
    settings.WEBHOOKS = True
    bodies: list[dict[str, Any]] = []

    def send(_address: str, body: bytes, _headers: dict[str, str]) -> Delivery:
        bodies.append(json.loads(body))
        return Delivery(204)

    monkeypatch.setattr(sending, "send", send)
    return bodies


def work_all() -> None:
    for event in WebhookEvent.objects.filter(state="waiting"):
        sending.work(event.pk)


def hooked(session: MutationSession, letter: str, name: str, language: str = "en") -> Player:
    """Somebody with an account at a seat and an address, whose page is not open any more."""
    player = Player(session)
    player.http.force_login(User.objects.create_user(name))
    player.join(letter)
    SessionSeat.objects.update(looked_at=None)
    owner = session.seats.get(letter=letter).owner
    assert owner is not None
    services.add(owner=owner, address=f"https://{name}.example.org/", site=SITE, language=language)
    return player


def test_who_is_waited_for_in_the_draft_is_told(sent: list[dict[str, Any]]) -> None:
    session = make_session()
    ben = hooked(session, "B", "ben", "fr")
    pick(session, "A", "B", "C", "D")
    work_all()
    work_all()
    (message,) = sent
    assert message["type"] == "session.waits" and message["data"] == {
        "game": session.token,
        "kind": "mutation-session",
        "your_turn": True,
        "seats": ["B"],
        "address": f"{SITE}/fr/mutation/{session.token}/",
        "title": "C\u2019est à vous de jouer.",
        "summary": "Friday · Prendre une carte",
        "language": "fr",
    }
    assert not SessionMessage.objects.exists()  # the site has no key for browsers
    assert ben.look().status_code == 200  # which is noted for addresses as well
    pick(session, "A", "B", "C", "D")
    work_all()
    assert len(sent) == 1
    SessionSeat.objects.update(looked_at=timezone.now() - session_messages.GONE_AFTER - timedelta(seconds=1))
    pick(session, "A", "C")
    pick(session, "B")
    work_all()
    assert len(sent) == 1  # B has done it


def test_a_result_and_a_dispute_are_told_to_whom_they_concern(sent: list[dict[str, Any]]) -> None:
    organiser = Owner.objects.create(user=User.objects.create_user("olga"))
    session = in_games(organiser, seats=dict.fromkeys("ABCD", "open"))
    hooked(session, "D", "dan")
    services.add(owner=organiser, address="https://olga.example.org/", site=SITE, language="en")

    def told() -> list[tuple[str, list[str]]]:
        sent.clear()
        work_all()
        return [(message["data"]["summary"], message["data"]["seats"]) for message in sent]

    put(session, {"by": "A", "kind": "ready", "game": 1}, {"by": "D", "kind": "ready", "game": 1})
    assert told() == []
    put(session, {"by": "A", "kind": "result", "game": 1, "winner": "A"})
    assert told() == [("Friday · Confirm the result of game 1, Mutate before game 3", ["D"])]
    put(session, {"by": "D", "kind": "dispute", "game": 1, "reason": "It was mine"})
    assert told() == [("Friday · Decide game 1", [])]


def test_what_is_told_holds_nothing_hidden(sent: list[dict[str, Any]]) -> None:
    """Whatever was dealt, the message is the same."""
    for deal in range(3):
        session = make_session(deal_number=deal)
        hooked(session, "B", f"ben{deal}")
        pick(session, "A", "B", "C", "D")
    work_all()
    for message in sent:
        for part in ("game", "address"):
            del message["data"][part]
    assert len({json.dumps(message["data"]) for message in sent}) == 1 and len(sent) == 3


def test_a_session_that_is_gone_is_not_told_of(sent: list[dict[str, Any]]) -> None:
    session = make_session()
    hooked(session, "B", "ben")
    pick(session, "A", "B", "C", "D")
    session.delete()
    work_all()
    assert sent == [] and WebhookEvent.objects.get().state == "cancelled" and Webhook.objects.get().failures == 0

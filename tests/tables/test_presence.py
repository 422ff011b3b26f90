"""Who is there: told to all who watch, from the streams that are open and the signs that pages give."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.utils import timezone

from tables.models import LiveGame, StreamPresence
from tables.streams import presence
from tables.streams.presence import client_of, send_heartbeat
from tables.streams.session import StreamSession
from tables.viewers import Viewer, find_viewer
from tests.answers import text_of
from tests.tables.clients import body_of, create, seats_of
from web.refusals import too_many

pytestmark = pytest.mark.django_db


class Table:
    """A Duel of two people in browsers of their own, and a spectator's stream."""

    def __init__(self) -> None:
        self.made = create(body_of("duel", "constructed", first="A"))
        self.game = LiveGame.objects.get()
        self.browsers = {letter: Client() for letter in "AB"}
        for letter, browser in self.browsers.items():
            browser.post(self.made["seats"][letter]["url"])
        self.watching = StreamSession(find_viewer(self.game.token, None, None), None)
        self.watching.open()

    def viewer(self, letter: str) -> Viewer:
        owner = self.game.seats.get(seat_name=letter).owner
        return find_viewer(self.game.token, None, owner, letter)

    def open(self, letter: str) -> StreamSession:
        """The stream of a page of the seat's browser."""
        viewer = self.viewer(letter)
        request: Any = RequestFactory().get("/")
        request.COOKIES = {name: cookie.value for name, cookie in self.browsers[letter].cookies.items()}
        request.user = AnonymousUser()
        session = StreamSession(viewer, None, client_of(request, viewer))
        session.open()
        return session

    def sign(self, letter: str, **fields: str) -> None:
        answer = self.browsers[letter].post(f"/play/{self.game.token}/sign/", {"seat": letter, **fields})
        assert answer.status_code == 204

    def told(self) -> list[tuple[str, str]]:
        """Who came, went or is away, as the spectator's stream tells it since the last time."""
        data = [json.loads(chunk.split("data: ")[1]) for chunk in self.watching.collect() if "notice" in chunk]
        return [(notice["seat"], notice.get("presence", notice["kind"])) for notice in data]

    def look(self) -> dict[str, str]:
        """By the API, and as a page of a spectator has it."""
        seats = seats_of(self.made)["A"].look()["seats"]
        shown = {letter: seat["presence"] for letter, seat in seats.items()}
        page = text_of(Client().get(self.game.get_absolute_url()))
        assert f'"presences": {json.dumps(shown)}' in page
        return shown


def test_pages_that_are_not_looked_at_are_away() -> None:
    table = Table()
    assert table.look() == {"A": "gone", "B": "gone"}
    stream = table.open("B")
    assert table.told() == [("B", "connected")]
    table.sign("B")
    assert table.told() == [] and table.look() == {"A": "gone", "B": "here"}
    table.sign("B", away="1")
    assert table.told() == [("B", "away")] and table.look()["B"] == "away"
    other = table.open("B")  # another window, which somebody looks at
    assert table.told() == [("B", "here")]
    other.close()
    assert table.told() == [("B", "away")]
    table.sign("B")
    assert table.told() == [("B", "here")]
    stream.close()
    assert table.told() == [("B", "disconnected")] and table.look()["B"] == "gone"


def test_silence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.open("A")
    table.open("B")
    table.told()
    table.sign("B")
    StreamPresence.objects.exclude(seen_at=None).update(seen_at=timezone.now() - timedelta(seconds=31))
    send_heartbeat()
    assert table.told() == [("B", "away")]  # and not A, whose client gives no signs
    own = presence.PROCESS
    for beating, told in (("another 1 x", "gone"), (own, "away")):  # the one that was silent comes back
        monkeypatch.setattr(presence, "PROCESS", beating)
        StreamPresence.objects.filter(seat="B").update(heartbeat_at=timezone.now() - timedelta(minutes=1))
        send_heartbeat()
        assert table.told() == [("B", told)]
    monkeypatch.setattr(presence, "PROCESS", "another 1 x")
    StreamPresence.objects.filter(seat="B").update(heartbeat_at=timezone.now() - timedelta(hours=1))
    send_heartbeat()
    assert table.told() == [("B", "gone")] and not StreamPresence.objects.filter(seat="B").exists()


def test_one_page_of_several_is_looked_at() -> None:
    table = Table()
    table.open("B")
    table.open("B")
    table.told()
    table.sign("B", away="1")  # the other page may be in sight
    assert table.told() == [] and table.look()["B"] == "here"
    StreamPresence.objects.filter(seat="B").update(seen_at=timezone.now() - timedelta(seconds=31))
    send_heartbeat()
    assert table.told() == [("B", "away")]
    table.open("B")
    assert table.told() == [("B", "here")]
    table.sign("B", away="1")  # only one that was not away yet
    assert table.told() == [("B", "away")]


def test_a_page_speaks_for_all_seats_of_its_holder() -> None:
    table = Table()
    table.game.seats.update(owner=table.game.seats.get(seat_name="B").owner)
    table.browsers["A"] = table.browsers["B"]
    stream = table.open("A")
    assert sorted(table.told()) == [("A", "connected"), ("B", "here")]
    assert table.look() == {"A": "here", "B": "here"}
    table.sign("B", away="1")  # the page shows the other seat now
    assert sorted(table.told()) == [("A", "away"), ("B", "away")]
    stream.close()
    assert table.look() == {"A": "gone", "B": "gone"}


def refuse(_request: Any) -> None:
    raise too_many("too many requests", 1)


def test_changes_are_limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    table = Table()
    table.open("B")
    before = LiveGame.objects.get().changes
    for _ in range(15):
        table.sign("B", away="1")
        table.sign("B")
    assert LiveGame.objects.get().changes - before == presence.CHANGES.limit
    monkeypatch.setattr("tables.streams.views.check_rate", refuse)
    assert Client().post("/play/nothing/sign/").status_code == 429  # whoever tries names out is slowed down as well


def test_signs_are_rarely_written_down() -> None:
    table = Table()
    table.open("B")
    changes = LiveGame.objects.get().changes
    for _ in range(3):
        table.sign("B")
    assert LiveGame.objects.get().changes == changes
    before = StreamPresence.objects.get(seat="B").seen_at
    table.sign("B")
    assert StreamPresence.objects.get(seat="B").seen_at == before


def test_only_a_seat_gives_signs() -> None:
    table = Table()
    stranger = Client()
    assert stranger.post(f"/play/{table.game.token}/sign/", {"seat": "B", "away": "1"}).status_code == 204
    assert stranger.post("/play/nothing/sign/", {}).status_code == 404
    assert not StreamPresence.objects.filter(is_away=True).exists()
    long = {"seat": "B" * 1000}
    assert stranger.post(f"/play/{table.game.token}/sign/", long).status_code == 413
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = table.browsers["B"].cookies
    assert strict.post(f"/play/{table.game.token}/sign/", {"seat": "B"}).status_code == 403

"""Streams at a time: 8 of one client, whoever it is; many more of all clients behind one address."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from accounts.models import Owner
from accounts.owners import COOKIE
from tables.requests import viewer_of
from tables.stream_limits import MAX_STREAMS, MAX_STREAMS_OF_ADDRESS
from tables.streams.session import StreamSession, begin
from tests.cards.factories import guest_cookie
from tests.tables.clients import API, body_of, create
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limited(settings: Any) -> None:
    settings.LIMITS = True


class Caller:
    """Somebody who opens streams of a game, and leaves them open."""

    def __init__(self, game: str, token: str = "", guest: Owner | None = None, cookie: str = "", at: str = "192.0.2.1"):
        self.game, self.meta = game, {"REMOTE_ADDR": at}
        if token:
            self.meta["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        cookies = {COOKIE: guest_cookie(guest)} if guest else {}
        cookies |= {"csrftoken": cookie} if cookie else {}
        self.meta["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in cookies.items())

    def open(self) -> StreamSession:
        request = RequestFactory().get(f"{API}/{self.game}/stream", **self.meta)
        request.user = AnonymousUser()
        session = begin(request, viewer_of(request, self.game), None)
        session.open()
        return session

    def opens(self, limit: int = MAX_STREAMS) -> int:
        """How many it opens until it is refused."""
        for number in range(limit + 1):
            try:
                self.open()
            except RequestRefused as refusal:
                assert refusal.status == 429 and "streams at a time" in refusal.message
                return number
        return limit + 1


def test_each_client_has_eight_of_its_own() -> None:
    made = create(body_of("duel", "preconstructed"))
    game, tokens = made["id"], [seat["token"] for seat in made["seats"].values()]
    guests = [Owner.objects.create(), Owner.objects.create()]
    callers = [
        *(Caller(game, token=token) for token in tokens),
        *(Caller(game, guest=guest) for guest in guests),
        *(Caller(game, cookie=letter * 32) for letter in "ab"),
        *(Caller(game, at=address) for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1")),
    ]
    assert [caller.opens() for caller in callers] == [MAX_STREAMS] * len(callers)
    assert Caller(game, at="2001:db8::2").opens() == 0  # of the same household
    assert Caller(game, token="made up").opens() == 0  # which is nobody: it counts with its address
    assert Caller(game, guest=guests[0], at="192.0.2.9").opens() == 0  # the same browser elsewhere


def test_one_that_is_closed_leaves_room() -> None:
    caller = Caller(create(body_of("duel", "preconstructed"))["id"])
    streams = [caller.open() for _ in range(MAX_STREAMS)]
    assert caller.opens() == 0
    streams[0].close()
    assert caller.opens() == 1


def test_an_address_has_many_more() -> None:
    game = create(body_of("duel", "preconstructed"))["id"]
    browsers = [Caller(game, cookie=f"{number:032}") for number in range(MAX_STREAMS_OF_ADDRESS // MAX_STREAMS + 1)]
    opened = [browser.opens() for browser in browsers]
    assert opened == [MAX_STREAMS] * (MAX_STREAMS_OF_ADDRESS // MAX_STREAMS) + [0]
    assert Caller(game, cookie="elsewhere" * 4, at="192.0.2.2").opens() == MAX_STREAMS

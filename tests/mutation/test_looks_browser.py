"""The main pages of a session keep nobody out: on a phone and a desk, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.conftest import NewPage
from tests.mutation.sessions import Player, in_games, make_session, mutate, play_games, put

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = {"light": {"width": 1280, "height": 800}, "dark": {"width": 390, "height": 844}}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_main_pages_keep_nobody_out(
    new_page: NewPage, live_server: Any, assert_accessible: Callable[[Page], None], scheme: str
) -> None:
    page = new_page(viewport=SIZES[scheme], color_scheme=scheme, locale="fr-FR")
    games = in_games()
    player = Player(games, "B")
    mutate(games, "A", 1)
    play_games(games, "A")
    put(games, {"by": "B", "kind": "ready", "game": 2}, {"by": "C", "kind": "ready", "game": 2})
    put(games, {"by": "C", "kind": "result", "game": 2, "winner": "C"})
    draft, choice = make_session(), make_session(way="dealt")
    for session in (draft, choice):
        player.session = session
        player.join("B")
    player.session = games
    cookies = [
        {"name": name, "value": morsel.value, "url": live_server.url} for name, morsel in player.http.cookies.items()
    ]
    page.context.add_cookies([cookie for cookie in cookies if cookie["name"] != settings.CSRF_COOKIE_NAME])  # type: ignore[misc]
    pages = ["", "bench/B/", "bench/B/?sets=1", "decks/", "history/", "story/", "ledger/", "prices/", "tv/"]
    addresses = [f"/fr{player.base}{path}" for path in pages]
    addresses += [
        "/fr/mutation/",
        "/fr/mutation/new/",
        *(f"/fr/mutation/{session.token}/" for session in (draft, choice)),
    ]
    for address in addresses:
        page.goto(address)
        assert_accessible(page)

"""Pages of which the browser has only a half yet: what is in sight keeps its place when the rest arrives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from grimoire.book_files import other_volumes
from grimoire.book_loading import load_books, page_token
from grimoire.models import Puzzle
from tables.states import forget_states
from tests.browsing import come_to_rest, eventually
from tests.grimoire.factories import make_puzzle
from tests.phones import FRAMES, WATCH
from tests.tables.clients import body_of, create
from tests.tables.factories import finish, make_game
from tests.tables.other_games import cards_body, schools_body

pytestmark = pytest.mark.django_db(transaction=True)

SETTLED: Final = (
    "performance.now() > 700"  # what moves in the first half second after a window got its size isn't counted
)
SIZES: Final = ((390, 844), (768, 1024), (844, 390))
BODIES: Final = {"decks": body_of("duel", "constructed"), "schools": schools_body(), "cards": cards_body(3)}


@contextmanager
def in_halves(html: str, at: str) -> Iterator[tuple[str, Event]]:
    """An address that answers up to some words, and the rest once the event is set."""
    rest = Event()

    class Halves(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            first, word, second = html.rpartition(at)
            self.wfile.write(first.encode())
            rest.wait(60)
            self.wfile.write((word + second).encode())

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Halves)
    Thread(target=server.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", rest
    finally:
        rest.set()
        server.shutdown()
        server.server_close()


def turn_of_schools() -> str:
    volume = other_volumes()[0]
    load_books(volumes=[replace(volume, pages=volume.pages[:1])])
    return Puzzle.objects.get(token=page_token(volume.pages[0])).get_absolute_url()


def replay() -> str:
    forget_states()
    return f"/play/{finish(make_game(seed='7')).token}/replay/?at=1&step=0"


# Each with its address, and the words at which the second half begins; of several such, the last.
PAGES: Final[dict[str, tuple[Callable[[], str], str]]] = {
    "find": (lambda: make_puzzle(position="win-hard").get_absolute_url(), 'id="side"'),
    "find, two turns": (lambda: make_puzzle(position="win-in-two").get_absolute_url(), 'id="side"'),
    "predict": (lambda: make_puzzle(position="predict-two").get_absolute_url(), 'id="side"'),
    "schools": (turn_of_schools, 'class="side"'),
    "replay, within a hand": (replay, 'class="fig'),
    "home": (lambda: "/", "<section"),
    "training": (lambda: "/grimoire/train/", "<section"),
    "analysis": (lambda: "/board/", 'class="side'),
    "play": (lambda: reverse("play:index"), 'class="start-aside"'),
    "play schools": (lambda: reverse("play:another_game", args=["magic-schools"]), 'class="start-aside"'),
}


def movers_of(page: Page, origin: str, html: str, at: str) -> list[str]:
    """What moves when the second half of a page arrives, from some words on; its scripts never do."""
    html = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    html = html.replace("<head>", f'<head><base href="{origin}">', 1)
    page.add_init_script(WATCH)
    with in_halves(html, at) as (address, rest):
        page.goto(address, wait_until="commit")
        page.locator("main > :last-child").wait_for(state="attached")
        eventually(lambda: page.evaluate(SETTLED), True)
        page.evaluate(FRAMES)
        rest.set()
        come_to_rest(page)
        page.evaluate(FRAMES)
        assert page.locator("body > .bottom").count()
        movers: list[str] = page.evaluate("window.movers")
    return movers


@pytest.mark.parametrize("size", SIZES, ids=["phone", "tablet", "lying"])
@pytest.mark.parametrize("game", BODIES)
def test_nothing_moves_when_the_rest_of_a_table_arrives(
    page: Page, live_server: Any, page_errors: list[str], game: str, size: tuple[int, int]
) -> None:
    client = Client()
    made = create(BODIES[game])
    seat = next(iter(made["seats"].values()))["url"]
    table = client.post(seat).headers["Location"]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert movers_of(page, live_server.url, client.get(table).content.decode(), 'id="side"') == []
    page_errors.clear()  # icons and fonts are not of the server of halves


@pytest.mark.parametrize("size", SIZES[:2], ids=["phone", "tablet"])
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_moves_when_the_rest_of_a_page_arrives(
    page: Page, live_server: Any, page_errors: list[str], kind: str, size: tuple[int, int]
) -> None:
    address, at = PAGES[kind]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert movers_of(page, live_server.url, Client().get(address()).content.decode(), at) == []
    page_errors.clear()

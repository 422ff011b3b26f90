"""Tables of which the browser has only a half yet: what is in sight keeps its place when the rest arrives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Final

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.browsing import come_to_rest, eventually
from tests.phones import FRAMES, WATCH
from tests.tables.clients import body_of, create
from tests.tables.other_games import cards_body, schools_body

pytestmark = pytest.mark.django_db(transaction=True)

SETTLED: Final = (
    "performance.now() > 700"  # what moves in the first half second after a window got its size isn't counted
)
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
            first, word, second = html.partition(at)
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


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)], ids=["phone", "tablet"])
@pytest.mark.parametrize("game", BODIES)
def test_nothing_moves_when_the_rest_of_a_table_arrives(
    page: Page, live_server: Any, page_errors: list[str], game: str, size: tuple[int, int]
) -> None:
    client = Client()
    made = create(BODIES[game])
    seat = next(iter(made["seats"].values()))["url"]
    table = client.post(seat).headers["Location"]
    html = re.sub(r"<script.*?</script>", "", client.get(table).content.decode(), flags=re.DOTALL)
    html = html.replace("<head>", f'<head><base href="{live_server.url}">', 1)
    assert html.count('id="side"') == 1
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WATCH)
    with in_halves(html, 'id="side"') as (address, rest):
        page.goto(address, wait_until="commit")
        page.locator("#board").wait_for(state="attached")
        eventually(lambda: page.evaluate(SETTLED), True)
        page.evaluate(FRAMES)
        rest.set()
        come_to_rest(page)
        page.evaluate(FRAMES)
        assert page.locator("#side").is_visible()
        assert page.evaluate("window.movers") == []
    page_errors.clear()  # icons and fonts are not of the server of halves

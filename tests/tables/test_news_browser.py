"""What a page is told of while it has no time for it: it is shown as soon as there is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browsing import eventually
from tests.tables.clients import Seat, create
from tests.tables.table_players import know_decks, take_over
from tests.tables.test_two_tabs_browser import pass_on

pytestmark = pytest.mark.django_db(transaction=True)

# Versions and kinds of notices in the order in which the page was told of them: who comes and goes is told among them.
HEARD = """
window.heard = [];
window.EventSource = class extends EventSource {
  addEventListener(kind, receive) {
    super.addEventListener(kind, (event) => {
      receive(event);
      if (kind === "step") heard.push(Number(event.lastEventId));
      if (kind === "notice") heard.push(JSON.parse(event.data).kind);
    });
  }
};
"""


def duel(page: Page, address: str, first: str) -> Seat:
    """A page at seat A of a running Duel; answers the client at the other seat."""
    seats = {"A": {"kind": "me"}, "B": {"kind": "open"}}
    decks = {seat: [f"initiation:{number}" for number in range(1, 9)] for seat in "AB"}
    body: dict[str, Any] = {"mode": "duel", "format": "constructed", "decks": decks, "first": first, "seats": seats}
    made = create(body)
    joining = Seat(made["id"])
    joined = joining.post("/join", {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]})
    know_decks(page, made["id"])
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(HEARD)
    take_over(page, f"{address}{made['seats']['A']['url']}")
    expect(page.locator("#board")).to_be_visible()
    return Seat(made["id"], joined["token"], "B")


def test_versions_that_come_while_the_page_asks_for_one(page: Page, live_server: Any) -> None:
    other = duel(page, live_server.url, "B")
    held: list[tuple[Route, APIResponse]] = []
    asks = re.compile(r"\?version=")

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(asks, hold)
    look = other.look()
    with page.expect_request(asks):
        other.act(look["version"], look["view"]["actions"][-1])
    eventually(lambda: page.evaluate("1") and len(held), 1)  # the answer is on its way, and then the game goes on
    pass_on(other)
    eventually(lambda: other.look()["version"] in page.evaluate("heard"), True)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator("#coach-head")).to_have_text("Your turn")


def test_an_offer_that_comes_while_a_card_is_chosen(page: Page, live_server: Any) -> None:
    other = duel(page, live_server.url, "A")
    expect(page.locator("#coach-head")).to_have_text("Your turn")
    card = page.locator("#board [data-card]").first
    card.click()
    expect(page.locator("#board .chosen")).to_have_count(1)
    other.post("/draw", {})
    eventually(lambda: "offer" in page.evaluate("heard"), True)
    expect(page.locator(".offer")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".offer")).to_have_count(1)


def test_an_offer_that_ended_before_the_stream_was_open(page: Page, live_server: Any) -> None:
    other = duel(page, live_server.url, "A")
    other.post("/draw", {})
    held: list[Route] = []
    stream = re.compile(r"/stream\?")
    page.route(stream, lambda route: held.append(route))
    page.reload(wait_until="domcontentloaded")
    offer = page.locator("form.offer")
    expect(offer).to_have_count(1)
    eventually(lambda: bool(held), True)
    other.post("/answers", {"offer": "draw", "accept": False})
    expect(offer).to_have_count(1)
    for route in held:
        route.continue_()
    expect(offer).to_have_count(0)

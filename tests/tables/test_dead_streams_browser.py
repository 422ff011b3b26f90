"""Streams that are open and say nothing any more, as after a phone has slept: the table does not stay as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tables.models import LiveGame
from tables.states import forget_states
from tests.browsing import eventually
from tests.proxies import ForgetfulProxy, forgetful_proxy
from tests.tables.clients import Seat, create, seats_of
from tests.tables.other_games import KIDS, cards_body
from tests.tables.table_players import know_decks, take_over
from tests.tables.test_two_tabs_browser import pass_on

pytestmark = pytest.mark.django_db(transaction=True)

BACK = {
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
    "focus": "dispatchEvent(new Event('focus'))",
    "pageshow": "dispatchEvent(new Event('pageshow'))",
    "online": "dispatchEvent(new Event('online'))",
}
SILENCE = 36_000  # milliseconds: two signs of life have not come


@pytest.fixture
def proxy(live_server: Any) -> Iterator[ForgetfulProxy]:
    with forgetful_proxy(live_server.thread.host, live_server.thread.port) as forgetful:
        yield forgetful


def at_table(page: Page, proxy: ForgetfulProxy, body: dict[str, Any]) -> Seat:
    """Sits down through the proxy; answers a client at the other seat, whose news have come so far."""
    made = create(body)
    know_decks(page, made["id"])
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    take_over(page, f"http://localhost:{proxy.port}{made['seats']['A']['url']}")
    eventually(lambda: len(proxy.streams), 1)
    joining = Seat(made["id"])
    joined = joining.post("/join", {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]})
    expect(page.locator("#board")).to_be_visible()  # it has heard that the other one came,
    eventually(lambda: len(proxy.streams), 2)  # and the page of the board has a stream of its own
    return Seat(made["id"], joined["token"], "B")


def duel() -> dict[str, Any]:
    seats = {"A": {"kind": "me"}, "B": {"kind": "open"}}
    decks = {seat: [f"initiation:{number}" for number in range(1, 9)] for seat in "AB"}
    return {"mode": "duel", "format": "constructed", "decks": decks, "first": "B", "seats": seats}


@pytest.mark.parametrize("back", [*BACK, "silence"])
def test_who_comes_back_sees_what_was_asked_meanwhile(page: Page, proxy: ForgetfulProxy, back: str) -> None:
    """An offer, which is no version of the game; and without any event after two signs of life that did not come."""
    other = at_table(page, proxy, duel())
    assert proxy.freeze()
    other.post("/draw", {})
    page.clock.run_for(5000)
    expect(page.locator(".offer")).to_have_count(0)
    if back == "silence":
        page.clock.run_for(SILENCE)
    else:
        page.evaluate(BACK[back])
        page.clock.run_for(400)
    expect(page.locator(".offer")).to_have_count(1)
    expect(page.locator("[data-lost]")).to_be_hidden()


def test_a_stream_that_died_is_opened_anew_and_goes_on(page: Page, proxy: ForgetfulProxy) -> None:
    other = at_table(page, proxy, duel())
    proxy.freeze()
    page.clock.run_for(SILENCE)
    eventually(lambda: len(proxy.streams), 1)
    pass_on(other)
    expect(page.locator("#coach-head")).to_have_text("Your turn")


def test_before_there_is_a_board_and_in_other_games_too(page: Page, proxy: ForgetfulProxy) -> None:
    body = cards_body(2, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}})
    made = create(body)
    page.clock.install()
    take_over(page, f"http://localhost:{proxy.port}{made['seats']['A']['url']}")
    eventually(lambda: len(proxy.streams), 1)
    proxy.freeze()
    seats_of(made)
    page.clock.run_for(5000)
    deal = page.get_by_role("button", name="Deal Eight cards each.")
    expect(deal).to_have_count(0)
    page.evaluate(BACK["focus"])
    page.clock.run_for(400)
    expect(deal).to_be_visible()


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_page_whose_game_is_lost_says_so_and_asks_no_more(
    page: Page, proxy: ForgetfulProxy, page_errors: list[str], is_deleted: bool
) -> None:
    """A damaged log, or a game that was deleted, while the page is open: its own page says which."""
    other = at_table(page, proxy, duel())
    expect(page.locator("#board")).to_be_visible()
    game = LiveGame.objects.get(token=other.game)
    if is_deleted:
        game.delete()
    else:
        LiveGame.objects.filter(pk=game.pk).update(version=game.version + 1)  # which its log does not have
        forget_states()
    page.evaluate(BACK["focus"])
    page.clock.run_for(400)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Page not found" if is_deleted else "This game can't be read"
    )
    requested = list[str]()
    page.on("request", lambda request: requested.append(request.url))
    page.clock.run_for(SILENCE)
    assert not requested
    assert all(("404" if is_deleted else "409") in error for error in page_errors), page_errors
    page_errors.clear()

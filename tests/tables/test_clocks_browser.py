"""Both clocks are to be seen at every size, tick by the server's time, and decide nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tables.models import LiveGame
from tests.browsing import eventually
from tests.tables.clients import body_of, create, seats_of
from tests.tables.table_players import know_decks, take_over

pytestmark = pytest.mark.django_db(transaction=True)

SIZES: Final = ((390, 844), (844, 390), (1280, 800))
OTHERS: Final = {
    "magic-schools": ("dragombre", "blancgriffon"),
    "clash-of-the-cards": ("A", "B", "C"),
}
SEEN: Final = """() => [...document.querySelectorAll("[data-clock]")].filter((clock) => {
  const { left, top, right, bottom } = clock.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
  return isInside && clock.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).length"""


def table(clock: dict[str, Any], game: str = "") -> Any:
    if game:
        names = OTHERS[game]
        return create({"game": game, "clock": clock, "seats": {name: {"kind": "me"} for name in names}})
    return create(body_of("duel", "constructed", clock=clock, first="A"))


@pytest.mark.parametrize("game", ["", *OTHERS])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_all_clocks_are_in_sight(
    page: Page, live_server: Any, game: str, look: Any, assert_accessible: Callable[[Page], None]
) -> None:
    made = table({"kind": "fischer", "base": 600, "increment": 5}, game)
    page.emulate_media(reduced_motion="reduce", color_scheme=look)
    know_decks(page, made["id"])
    first = next(iter(made["seats"].values()))
    take_over(page, f"{live_server.url}{first['url']}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        eventually(lambda: page.evaluate(SEEN), len(made["seats"]))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".clock.is-running")).not_to_have_count(0)
    assert_accessible(page)


def test_clocks_tick_by_the_server_s_time(page: Page, live_server: Any, browser: Browser) -> None:
    made = table({"kind": "fischer", "base": 3600, "increment": 0})
    with browser.new_context(locale="fr-FR", reduced_motion="reduce") as context:
        own = context.new_page()
        own.add_init_script("{ const real = Date.now; Date.now = () => real() - 86_400_000; }")  # its clock is wrong
        know_decks(own, made["id"])
        take_over(own, f"{live_server.url}{made['seats']['A']['url']}")
        seat = seats_of(made)["A"]
        look = seat.look()
        seat.act(look["version"], look["view"]["actions"][0])  # its opening is over
        eventually(lambda: own.locator("[data-clock=A] .clock-time").inner_text().startswith("59:5"), True)
        assert own.locator("[data-clock=B] .clock-time").inner_text() == "1:00:00"


def test_when_time_is_up_the_page_shows_the_end_that_the_server_made(page: Page, live_server: Any) -> None:
    """No worker runs here: the page asks, and the server looks."""
    made = table({"kind": "fischer", "base": 10, "increment": 0})
    seat = seats_of(made)["A"]
    look = seat.look()
    know_decks(page, made["id"])
    page.emulate_media(reduced_motion="reduce")
    take_over(page, f"{live_server.url}{made['seats']['B']['url']}")
    seat.act(look["version"], look["view"]["actions"][0])
    expect(page.locator("#table[data-view=over]")).to_be_visible(timeout=60_000)
    game = LiveGame.objects.get(token=made["id"])
    assert game.result is not None and game.result["reason"] == "deadline" and game.result["winners"] == ["B"]


def test_a_player_gives_time(page: Page, live_server: Any) -> None:
    body = body_of("duel", "constructed", clock={"kind": "fischer", "base": 3600, "increment": 0}, first="A")
    made = create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})
    seats = seats_of(made)
    page.emulate_media(reduced_motion="reduce")
    know_decks(page, made["id"])
    take_over(page, f"{live_server.url}{made['seats']['A']['url']}")
    expect(page.locator("[data-clock=B] .clock-time")).to_have_text("1:00:00")
    page.locator("details.consent > summary").click()
    page.get_by_role("button", name="15 seconds more").click()
    expect(page.locator("[data-clock=B] .clock-time")).to_have_text("1:00:15")
    seats["B"].post("/time", {"seat": "A"})
    eventually(lambda: page.locator("[data-clock=A] .clock-time").inner_text() > "1:00:00", True)


def test_a_stream_that_begins_again_sets_the_clocks(page: Page, live_server: Any) -> None:
    """After the server was away, which costs nobody time: what the page has counted meanwhile was too much."""
    page.add_init_script(
        """window.EventSource = class extends EventTarget {
          static OPEN = 1;
          static CLOSED = 2;
          constructor() { super(); this.readyState = 1; window.stream = this; }
          close() {}
        };"""
    )
    made = table({"kind": "fischer", "base": 3600, "increment": 0})
    page.emulate_media(reduced_motion="reduce")
    know_decks(page, made["id"])
    take_over(page, f"{live_server.url}{made['seats']['A']['url']}")
    expect(page.locator("[data-clock=B] .clock-time")).to_have_text("1:00:00")
    seats = {
        "A": {"left_ms": 900_000, "runs": True, "falls_at": "2026-03-02T12:20:00.000Z"},
        "B": {"left_ms": 1_234_567, "runs": False, "falls_at": None},
    }
    told = {"kind": "clocks", "now": "2026-03-02T12:00:00.000Z", "clocks": {"at": "", "seats": seats}}
    say = "(told) => stream.dispatchEvent(new MessageEvent('notice', { data: JSON.stringify(told) }))"
    eventually(
        lambda: page.evaluate("'stream' in window"), True
    )  # the clocks stand on the page before its scripts have run
    page.evaluate(say, told)
    expect(page.locator("[data-clock=B] .clock-time")).to_have_text("20:34")
    expect(page.locator("[data-clock=A] .clock-time")).to_have_text("15:00")  # five minutes of it are free

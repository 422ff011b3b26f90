"""The bench in a real browser: clicks and drags at a desk, fingers on a phone, keys, and axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from mutation.services.ledgers import ledger_of
from tests.browsing import Held, come_to_rest
from tests.mutation.sessions import Player, in_games, mutate, play_games

pytestmark = pytest.mark.django_db(transaction=True)


def sit_down(page: Page, origin: str, player: Player) -> str:
    """Gives a browser what another one has: its seat. Answers the bench's address."""
    cookies = [{"name": name, "value": morsel.value, "url": origin} for name, morsel in player.http.cookies.items()]
    page.context.add_cookies([cookie for cookie in cookies if cookie["name"] != settings.CSRF_COOKIE_NAME])  # type: ignore[misc]
    return f"{origin}{player.base}bench/B/"


def test_clicks_and_drags_at_a_desk(page: Page, live_server: Any, assert_accessible: Callable[[Page], None]) -> None:
    session = in_games()
    page.goto(sit_down(page, live_server.url, Player(session, "B")))
    expect(page.locator("#plan-head")).to_have_text(re.compile("Points left: 2.5"))
    assert_accessible(page)
    page.locator(".bench-card a.spot.is-lit").first.click()
    expect(page.locator("#bench-where")).to_be_focused()
    expect(page.locator("#bench-says")).to_contain_text("can go onto")
    lit = page.locator("#bench-deck a.spot.is-lit")
    expect(lit.first).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#bench-where")).to_have_count(0)
    page.locator(".element.is-lit", has_text="Attack value").first.click()
    page.locator("#bench-deck a.spot.is-lit").first.click()
    expect(page.locator(".plan-line")).to_have_count(1)
    expect(page.locator("#bench-deck .f-patch")).to_have_count(1)
    assert_accessible(page)
    page.get_by_role("link", name=re.compile("^Remove Attack value")).click()
    expect(page.locator(".plan-line")).to_have_count(0)
    hp = page.locator(".element.is-lit", has_text="HP").first
    hp.scroll_into_view_if_needed()
    hp.dispatch_event("dragstart", {"dataTransfer": page.evaluate_handle("new DataTransfer()")})
    target = page.locator("#bench-deck .bench-card:has(a.spot)").first
    expect(target).to_be_visible()
    target.dispatch_event("drop", {"dataTransfer": page.evaluate_handle("new DataTransfer()")})
    expect(page.locator(".plan-line")).to_have_count(1)
    page.go_back()
    expect(page.locator(".plan-line")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".plan-line")).to_have_count(1)
    page.get_by_role("button", name="Cut and glue").and_(page.locator(":visible")).click()
    expect(page.get_by_text("Cut and glued. It's in the log.")).to_be_visible()
    expect(page.locator("#bench-deck .f-patch")).to_have_count(1)
    session.refresh_from_db()
    assert ledger_of(session).written(5)["element"] == "hp"
    page.get_by_role("button", name="Ready for game 2").click()
    page.wait_for_url(re.compile(rf"/mutation/{session.token}/$"))
    session.refresh_from_db()
    assert ledger_of(session).written(6)["kind"] == "ready"


def test_a_step_forward_while_the_page_still_loads(page: Page, live_server: Any) -> None:
    page.goto(sit_down(page, live_server.url, Player(in_games(), "B")))
    page.locator(".element.is-lit", has_text="Attack value").first.click()
    page.locator("#bench-deck a.spot.is-lit").first.click()
    expect(page.locator(".plan-line")).to_have_count(1)
    scripts = Held(page, r"/htmx-2[^/]*\.js$")
    with scripts.asked():
        page.go_back(wait_until="commit")
    expect(page.locator(".plan-line")).to_have_count(0)
    page.go_forward(wait_until="commit")
    scripts.let_go()
    expect(page.locator(".plan-line")).to_have_count(1)


@pytest.mark.long
def test_a_thumb_on_a_phone(phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]) -> None:
    session = in_games()
    address = sit_down(phone, live_server.url, Player(session, "B"))
    phone.goto(address.replace("/mutation/", "/fr/mutation/"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(phone.locator(".bench-bar")).to_contain_text("2,5")
    phone.locator(".element.is-lit").first.tap()
    where = phone.locator("#bench-where")
    expect(where).to_be_in_viewport(ratio=1)
    expect(phone.locator("#bench-deck .bench-card:has(a.spot)").first).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollHeight") < 2 * 844
    for target in where.locator(".target").all():
        box = target.bounding_box()
        assert box is not None and box["height"] >= 44
    assert_accessible(phone)
    where.locator(".target").first.tap()
    expect(phone.locator(".plan-line")).to_have_count(1)
    bar = phone.locator(".bench-bar .button")
    expect(bar).to_be_in_viewport()
    come_to_rest(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    bar.tap()
    expect(phone.locator(".plan-line")).to_have_count(0)
    expect(phone.locator("#bench-deck .f-patch")).to_have_count(1)
    session.refresh_from_db()
    assert session.version == 5
    expect(phone.get_by_text("Suggestions pour")).to_be_visible()
    phone.get_by_text("Suggestions pour").tap()
    # What was glued may have cost all points.
    expect(phone.locator("#bench-sets .target, #bench-sets .nothing").first).to_be_visible()
    assert_accessible(phone)


@pytest.mark.long
def test_timeline_story_prices_and_papers_keep_nobody_out(
    phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    session = in_games()
    mutate(session, "B", 2)
    play_games(session, "A", "B")
    player = Player(session, "B")
    sit_down(phone, live_server.url, player)
    for address in ("history/", "story/", "prices/", "paper/"):
        phone.goto(f"{live_server.url}/fr{player.base}{address}")
        assert_accessible(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address

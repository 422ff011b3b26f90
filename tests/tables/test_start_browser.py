"""From the first page to a running game, the lobby and notifications, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tables.models import LiveGame
from tests.browsing import come_to_rest
from tests.conftest import NewPage
from tests.tables.clients import body_of, create
from tests.tables.table_players import BOT, take_over

pytestmark = pytest.mark.django_db(transaction=True)
GAME = re.compile(r"/play/[\w-]{12}/$")


def test_three_clicks_lead_from_the_first_page_to_a_game(
    page: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(live_server.url)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Play").click()
    expect(page.get_by_role("heading", level=1, name="Play")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Draft").click()
    expect(page.locator("#format-draft")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(f"{live_server.url}/play/?mode=duel&format=draft")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(GAME)
    game = LiveGame.objects.get()
    assert (game.mode, game.format, game.status) == ("duel", "draft", "draft")
    assert list(game.seats.values_list("kind", "level")) == [("person", ""), ("bot", "greedy")]


def test_choices_stay_when_others_are_made(page: Page, live_server: Any) -> None:
    page.goto(f"{live_server.url}/play/")
    page.get_by_label("Seat B").select_option("open")
    page.get_by_text("More options").click()
    page.get_by_label("With Exhaustion").check()
    page.get_by_role("link", name="Teams").click()
    expect(page.get_by_label("Seat D")).to_be_visible()
    expect(page.locator("#mode-teams")).to_be_focused()
    expect(page.get_by_label("Seat B")).to_have_value("open")
    expect(page.get_by_label("With Exhaustion")).to_be_checked()
    page.go_back()
    expect(page.locator("#mode-duel")).to_have_attribute("aria-current", "true")


@pytest.mark.long
def test_points_are_counted_on_a_phone(
    phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    phone.goto(f"{live_server.url}/fr/play/?mode=solo&format=draft")
    assert_accessible(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= phone.viewport_size["width"]
    phone.get_by_label("Partie personnalisée :").check()
    phone.get_by_label("Niveau en Partie personnalisée").select_option("5")
    phone.get_by_role("button", name="Jouer", exact=True).click()
    expect(phone.locator("#sum")).to_contain_text("5 sur 5")
    assert_accessible(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= phone.viewport_size["width"]
    phone.get_by_label("Rage").check()
    expect(phone.locator("#sum")).to_contain_text("6 sur 5")
    phone.get_by_label("Rage").uncheck()
    expect(phone.locator("#sum")).to_contain_text("5 sur 5")
    phone.get_by_role("button", name="Jouer", exact=True).click()
    phone.wait_for_url(GAME)


@pytest.mark.long
def test_strangers_meet_and_the_lobby_renews_itself(
    page: Page, phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    phone.goto(f"{live_server.url}/play/lobby/")
    expect(phone.get_by_text("No open games right now")).to_be_visible()
    page.goto(f"{live_server.url}/play/")
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.get_by_role("heading", name="Waiting for a player")).to_be_visible()
    assert_accessible(page)
    expect(phone.get_by_text("A player is looking for an opponent")).to_be_visible(timeout=30_000)
    assert_accessible(phone)
    phone.locator("#lobby").get_by_role("button", name="Play").click()
    phone.wait_for_url(GAME)
    page.wait_for_url(phone.url, timeout=30_000)


@pytest.mark.long
def test_invitations_and_ones_own_games_keep_nobody_out(
    page: Page, phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(f"{live_server.url}/play/")
    page.get_by_label("Seat B").select_option("open")
    page.get_by_role("button", name="Play", exact=True).click()
    link = page.get_by_label("Link to seat B").input_value()
    assert link.startswith(f"{live_server.url}/play/")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.goto(f"{live_server.url}/play/mine/")
    assert_accessible(page)
    page.get_by_label("Status").select_option("over")
    expect(page.get_by_text("None of your games matches")).to_be_visible()
    phone.goto(link)
    assert_accessible(phone)
    phone.get_by_role("button", name="Take the seat").click()
    phone.wait_for_url(GAME)


NOTIFIED = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { return (Notification.permission = "granted"); }
  constructor(title, { body, tag }) { super(); window.told.push([title, body, tag]); }
};
document.hasFocus = () => false;
"""


@pytest.mark.long
def test_the_browser_tells_whose_turn_it_is_where_that_was_asked_for(new_page: Any, live_server: Any) -> None:
    """Each turn once, and none that was there before. The browser's own notifications cannot be looked at by a test."""
    page = new_page(viewport={"width": 1280, "height": 800})
    page.clock.install()
    page.add_init_script(NOTIFIED)
    page.goto(f"{live_server.url}/play/")
    page.get_by_label("Seat B").select_option("me")
    page.get_by_role("button", name="Play", exact=True).click()
    switch = page.get_by_role("button", name="Notify me")
    expect(switch).to_have_attribute("aria-pressed", "false")
    with page.expect_response("**/play/turns/"):
        switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    come_to_rest(page)
    assert page.evaluate("told") == []
    game = LiveGame.objects.get()
    LiveGame.objects.update(version=game.version + 1)
    for _again in range(2):
        with page.expect_response("**/play/turns/"):
            page.clock.run_for(10_500)
    page.wait_for_function("told.length > 0")
    assert page.evaluate("told") == [["It's your turn.", "Duel, Ready-made decks", game.token]]
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "lying"])
def test_a_draft_on_a_phone_has_a_line_of_each_ability(
    new_page: NewPage, live_server: object, assert_accessible: Callable[[Page], None], size: tuple[int, int]
) -> None:
    """The card that is touched has the whole of it above what takes it."""
    window = {"width": size[0], "height": size[1]}
    phone = new_page(viewport=window, has_touch=True, is_mobile=True, locale="fr-FR")
    made = create({**body_of("duel", "draft", seed="9", first="A"), "seats": {"A": {"kind": "me"}, "B": BOT}})
    take_over(phone, "/fr" + made["seats"]["A"]["url"])
    said = phone.locator(".parcel .ability-says")
    expect(said.first).to_be_visible()
    assert said.evaluate_all(
        "(all) => all.every((one) => one.offsetHeight < 1.5 * parseFloat(getComputedStyle(one).lineHeight))"
    )
    card = phone.locator(".parcel:has(.ability-lines)").first
    card.locator("[type=radio]").tap()
    about = phone.locator("[data-about-chosen]")
    expect(about).to_have_text(card.locator(".ability-lines").text_content() or "")
    expect(about).to_be_in_viewport(ratio=1)
    expect(phone.locator(".thumb-bar button")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("(one) => one.scrollWidth <= one.clientWidth", about.element_handle())
    assert_accessible(phone)

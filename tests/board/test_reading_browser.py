"""Reading a board: cards beside it, an Assault that is played and paused, a phone that keeps the hand in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import box_of
from tests.conftest import PHONE, NewPage
from tests.grimoire.factories import make_puzzle
from tests.grimoire.solving.table import open_page

pytestmark = pytest.mark.django_db(transaction=True)

# How far below the board its legend begins, so far down the page.
BELOW_BOARD = """(down) => {
  scrollTo({ top: down, behavior: "instant" });
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return box(".legend-of-board").top - box("#board").bottom;
}"""
START = "/board/?sample=first-assault"


def step_of(page: Page) -> int:
    return int(page.locator("[data-step-now]").inner_text())


def test_a_card_is_read_beside_the_board_which_stays_free(page: Page) -> None:
    page.goto("/board/?sample=berserk-chain")
    expect(page.locator("#board .token").first).to_be_visible()
    page.locator("#board .token", has_text="Axe Maiden").hover()
    reader = page.locator(".reader")
    expect(reader).to_contain_text("Berserk")
    beside, board = reader.bounding_box(), page.locator("#board").bounding_box()
    assert beside and board and beside["x"] >= board["x"] + board["width"]
    page.mouse.move(2, 2)
    expect(reader).to_be_hidden()
    page.locator("#board .token", has_text="Axe Maiden").focus()
    page.keyboard.press("Tab")  # a focus of the keyboard's
    expect(reader).to_be_visible()


def test_what_the_icons_mean_is_read_below_the_board(page: Page) -> None:
    """Also where the board stays in sight beside a list of questions: it lies over nothing that is read."""
    open_page(page, make_puzzle(position="predict"))
    page.locator(".legend-of-board summary").click()
    expect(page.locator(".legend-of-board dd").first).to_be_visible()
    for down in (0, 200, 4000):
        assert page.evaluate(BELOW_BOARD, down) >= 0


def test_an_assault_is_played_paused_and_played_on(page: Page) -> None:
    page.clock.install()
    page.emulate_media(reduced_motion="reduce")
    page.goto(START)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # else it may be over before it is paused
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(1000)
    play.click()
    paused = step_of(page)
    assert 0 < paused < 19
    page.clock.run_for(3000)
    assert step_of(page) == paused
    page.locator(".to-step").nth(9).click()  # Dire Pack strikes Moss Troll
    expect(page.locator("#board .aim path")).to_have_count(2)
    expect(page.locator("#board .fig.attacks")).to_contain_text("Dire Pack")
    page.locator("[data-speed]").click()
    expect(page.locator("[data-speed]")).to_have_text(re.compile("2×"))
    play.click()
    page.clock.run_for(20_000)
    assert step_of(page) == 19
    expect(play).to_have_attribute("aria-pressed", "false")


def test_a_phone_keeps_the_hand_in_sight_and_the_header_on_one_line(new_page: NewPage) -> None:
    phone = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    open_page(phone, make_puzzle(position="win-hard"))
    header = phone.locator(".top").bounding_box()
    assert header and header["height"] < 64
    menu = phone.get_by_role("navigation", name="Main")
    expect(menu).to_be_hidden()
    phone.get_by_role("button", name="Menu").tap()
    expect(menu.get_by_role("link", name="Rulings")).to_be_in_viewport()
    phone.keyboard.press("Escape")
    card = box_of(phone.locator('#board [data-card="1"] .token'))
    assert card["width"] >= 64
    tools = phone.locator("#side > .tools").bounding_box()
    assert tools and card["y"] + card["height"] <= tools["y"] + 1
    expect(phone.locator("[data-keys-help]").first).to_be_hidden()

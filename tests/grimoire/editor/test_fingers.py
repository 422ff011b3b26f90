"""The editor under a finger: it scrolls, lifts what it rests on, carries it along and lets it go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from board.links import editor_address
from tests.cards.factories import make_card, make_set
from tests.grimoire.factories import position_of
from tests.grimoire.fingers import Finger, middle, middle_now


@pytest.fixture(autouse=True)
def cards(transactional_db: None) -> None:
    make_card("Wolf", make_set("base"), cost=1, av=2, hp=3)


@pytest.fixture
def editor(phone: Page) -> Page:
    phone.goto("/editor/")
    expect(phone.locator("[data-editor][data-ready]")).to_be_attached()
    expect(phone.locator("[data-verdict]")).to_have_attribute("data-is", re.compile("good|bad"))
    return phone


def places(page: Page, zone: str) -> Locator:
    return page.locator(f'[data-zone="{zone}"] .fig:not(.add)')


def slot(page: Page, zone: str) -> Locator:
    return page.locator(f'[data-zone="{zone}"] .fig.add')


def lifted(page: Page) -> Locator:
    return page.locator("body.is-dragging")


def test_a_finger_carries_a_card_along_the_board(editor: Page) -> None:
    hand = places(editor, "hand-A")
    count = hand.count()
    start = middle(hand.nth(1))
    scrolled = editor.evaluate("scrollY")
    finger = Finger(editor)
    finger.down(start)
    finger.rest()
    expect(lifted(editor)).to_be_attached()
    expect(editor.locator(".ghost")).to_be_visible()
    finger.move(start, middle_now(slot(editor, "upper-A")))
    expect(slot(editor, "upper-A")).to_have_attribute("data-gap", "onto")
    assert editor.evaluate("scrollY") == scrolled, "the page stays while a card is carried"
    finger.up()
    expect(places(editor, "upper-A")).to_have_count(1)
    expect(hand).to_have_count(count - 1)
    expect(editor.locator(".ghost")).to_be_hidden()
    expect(editor.locator("#place-menu")).to_be_hidden()
    editor.locator("[data-act=undo]").tap()
    expect(hand).to_have_count(count)


def test_a_finger_carries_a_card_out_of_the_drawer(editor: Page) -> None:
    slot(editor, "lower-B").evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
    editor.locator("[data-drawer]").tap()
    offer = editor.locator("[data-card*='\"Wolf\"']")
    expect(offer).to_be_visible()
    start = middle(offer)
    finger = Finger(editor)
    finger.down(start)
    finger.rest()
    expect(editor.locator("#palette-body")).to_be_hidden()
    finger.move(start, middle_now(slot(editor, "lower-B")))
    finger.up()
    expect(places(editor, "lower-B")).to_have_count(1)
    expect(editor.locator("[data-act=pointer]")).to_have_attribute("aria-pressed", "true")


def test_a_finger_that_moves_at_once_scrolls(editor: Page) -> None:
    start = middle(places(editor, "hand-A").nth(1))
    before = editor.evaluate("scrollY")
    finger = Finger(editor)
    finger.down(start)
    finger.move(start, (start[0], start[1] - 150))
    finger.rest()
    finger.up()
    expect(lifted(editor)).to_have_count(0)
    expect(editor.locator("#place-menu")).to_be_hidden()
    editor.wait_for_function("before => scrollY > before", arg=before)


def test_a_card_held_at_the_edge_rolls_the_page_on(editor: Page) -> None:
    editor.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    height = editor.evaluate("innerHeight")
    start = middle_now(places(editor, "hand-B").nth(1))
    assert start[1] < height
    finger = Finger(editor)
    finger.down(start)
    finger.rest()
    finger.move(start, (start[0], height - 4))
    finger.rest()
    editor.wait_for_function("scrollY > 40")
    expect(lifted(editor)).to_be_attached()
    finger.cancel()
    expect(lifted(editor)).to_have_count(0)
    expect(editor.locator("#place-menu")).to_be_hidden()


@pytest.mark.long
def test_a_card_put_back_where_it_was_opens_its_menu_and_the_stamp_stays(editor: Page) -> None:
    editor.locator("[data-drawer]").tap()
    editor.locator("[data-card*='\"Wolf\"']").tap()
    hand = places(editor, "hand-A")
    count = hand.count()
    point = middle(hand.nth(1))
    finger = Finger(editor)
    finger.down(point)
    finger.rest()
    finger.up()
    expect(editor.locator("#place-menu")).to_be_visible()
    expect(hand).to_have_count(count)
    expect(editor.locator("[data-tool-says]")).to_have_text("Stamp: Wolf")


def test_a_card_let_go_beside_the_board_is_taken_away(editor: Page) -> None:
    hand = places(editor, "hand-B")
    count = hand.count()
    editor.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    start = middle_now(hand.nth(1))
    finger = Finger(editor)
    finger.down(start)
    finger.rest()
    finger.move(start, middle_now(editor.locator("[data-act=eraser]")))
    finger.up()
    expect(hand).to_have_count(count - 1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_count_stands_where_one_edits_and_leads_to_its_lines(phone: Page, width: int, height: int) -> None:
    phone.set_viewport_size({"width": width, "height": height})
    phone.goto(editor_address(position_of("win")))
    now = phone.locator("[data-count-now]")
    expect(now).to_have_text("1 solution · 1 near miss · level 2 of 5")
    expect(now).to_be_in_viewport(ratio=1)
    offers = phone.locator("[data-offers]")
    if width < height:
        phone.locator("[data-drawer]").tap()
        expect(offers).to_be_visible()
    else:  # beside the board, and of the cards more than their upper edges
        expect(offers.locator("li").first).to_be_in_viewport(ratio=0.5)
    now.tap()
    expect(phone.locator("[data-count] .told").first).to_be_in_viewport(ratio=1)
    if width < height:
        expect(offers).to_be_hidden()
    phone.locator("[data-objective=goal]").select_option("")
    expect(now).to_be_hidden()

"""The editor under somebody who does not wait for the server: nothing that is pressed meanwhile is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import Held, box_of
from tests.cards.factories import make_card, make_set
from tests.grimoire.editor.test_browser import names, offer, open_editor, places, settle, stamp

CHECK = r"/editor/check/"
FOUND = r"/editor/palette/"


@pytest.fixture(autouse=True)
def cards(transactional_db: None) -> None:
    site = make_set("base")
    make_card("Wolf", site, cost=1, av=2, hp=3)
    make_card("Bolt", site, kind="incantation", cost=3, av=3)


def test_a_click_is_not_lost_when_the_answer_redraws_what_is_pressed(page: Page) -> None:
    open_editor(page)
    check = Held(page, CHECK)
    with check.asked():
        stamp(page, "Bolt", "upper-A")
    box = box_of(places(page, "upper-A").first)
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    check.let_go()
    expect(page.locator("[data-faults] li")).to_have_count(0)
    page.mouse.up()
    assert names(page, "upper-A") == ["Bolt", "Bolt"]
    settle(page)
    expect(page.locator("[data-faults] li")).to_have_count(2)


def test_a_drag_goes_on_when_the_answer_comes(page: Page) -> None:
    open_editor(page)
    check = Held(page, CHECK)
    with check.asked():
        stamp(page, "Bolt", "upper-A")
    page.keyboard.press("Escape")
    start, end = box_of(places(page, "upper-A").first), box_of(page.locator('[data-zone="lower-A"] .fig.add'))
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 40, steps=3)
    check.let_go()
    expect(page.locator(".is-carried")).to_have_count(1)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
    page.mouse.up()
    assert (names(page, "upper-A"), names(page, "lower-A")) == ([], ["Bolt"])
    settle(page)
    expect(page.locator("[data-faults] li")).to_have_count(1)


def test_whoever_is_among_the_cards_already_stays_there_when_others_are_found(page: Page) -> None:
    open_editor(page)
    search = Held(page, FOUND)
    with search.asked():
        page.locator("#q").fill("wolf")
    page.locator("#q").press("ArrowDown")
    expect(page.locator("[data-card]").first).to_be_focused()
    search.let_go()
    expect(page.locator("[data-card]")).to_have_count(1)
    expect(offer(page, "Wolf")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-tool-says]")).to_have_text("Stamp: Wolf")

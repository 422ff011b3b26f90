"""The Tournament board in the browser: by click, by dragging and by keys; what others do is played on it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tables.clients import Seat, create
from tests.tables.other_games import SCHOOLS, schools_body
from tests.tables.table_players import take_over

CORNER: Any = {"x": 8, "y": 6}  # of a card, where no other lies upon it


def begun(page: Page, live_server: Any) -> tuple[Any, Seat]:
    """A table of Dragombre's, and the seat of the other school."""
    first, second = SCHOOLS
    made = create(schools_body(seats={first: {"kind": "me"}, second: {"kind": "open"}}))
    joining = Seat(made["id"])
    joined = joining.post("/join", {"invitation": made["seats"][second]["url"].rstrip("/").rpartition("/")[2]})
    take_over(page, live_server.url + made["seats"][first]["url"])
    return made, Seat(made["id"], joined["token"], second)


# Whether how the game stands is said while what happened is shown, or after it.
WATCH_WORDS = """() => {
  window.said = [];
  const when = () => (document.querySelector("[data-replays]") ? "during" : "after");
  const says = document.querySelector("#table-says");
  new MutationObserver(() => window.said.push(when())).observe(says, { childList: true });
}"""


def lit(page: Page) -> list[str]:
    return [str(target.get_attribute("data-action")) for target in page.locator(".target").all()]


@pytest.mark.django_db(transaction=True)
def test_a_turn_is_played_on_the_board_and_the_others_is_shown(
    page: Page, live_server: Any, assert_accessible: Any
) -> None:
    page.emulate_media(reduced_motion="no-preference")
    _made, other = begun(page, live_server)
    cards = page.locator(".in-hand button.mbody")
    expect(cards).to_have_count(6)

    # By click: what it comes to is said before, and nothing is done by looking.
    cards.first.click(position=CORNER)
    (action,) = lit(page)
    assert action.startswith("move ")
    expect(page.locator("[data-outcome]")).to_contain_text("Dragombre moves to")
    page.keyboard.press("Escape")
    expect(page.locator(".target")).to_have_count(0)
    cards.first.click(position=CORNER)
    page.locator(".target").click()
    expect(page.locator(".in-hand .mcard")).to_have_count(5)
    expect(page.locator(".arena.is-open .emblem.of-dragombre")).to_have_count(1)

    # By dragging
    expect(page.locator("[data-replays]")).to_have_count(0)
    face = page.locator(".in-hand .mcard").first.get_attribute("data-key")
    box = cards.first.bounding_box()
    place = page.locator(".arena.is-open [data-to^='students:dragombre']").bounding_box()
    assert box and place
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=6)
    expect(page.locator(".target.is-over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f".arena.is-open .students [data-key='{face}']")).to_have_count(1)

    # By keys
    expect(page.locator("[data-replays]")).to_have_count(0)
    trial = page.locator(".announced button.mbody")
    trial.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".target")).to_be_focused()
    expect(page.locator(".runner.of-dragombre")).to_have_class(re.compile("at-1.* is-guess"))
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator("[data-total=dragombre]")).to_have_text("1")
    expect(page.locator(".race .runner.of-dragombre")).to_have_class(re.compile("at-1"))

    # The other school's turn
    expect(page.locator("[data-replays]")).to_have_count(0)
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator("#coach-head")).to_have_text(re.compile("to play"))
    page.evaluate(WATCH_WORDS)
    view = other.look()
    move = next(action for action in view["view"]["actions"] if action.startswith("move"))
    other.act(view["version"], move)
    expect(page.locator(".emblem.of-blancgriffon")).to_have_count(1)
    expect(page.locator(".arena .emblem.of-blancgriffon")).to_have_count(1)
    expect(page.locator("[data-replays]")).to_have_count(0)
    assert set(page.evaluate("window.said")) == {"after"}
    assert_accessible(page)


@pytest.mark.django_db(transaction=True)
def test_a_phone_shows_the_whole_board_and_nothing_moves_where_motion_is_not_wanted(
    page: Page, live_server: Any
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    begun(page, live_server)
    page.locator(".in-hand button.mbody").first.click(position=CORNER)
    page.locator(".target").click()
    expect(page.locator(".arena .emblem.of-dragombre")).to_have_count(1)
    expect(page.locator(".schools.is-replaying")).to_have_count(0)
    expect(page.locator("[data-again]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".school.near").bounding_box()
    assert box and box["y"] + box["height"] <= 844
    for card in page.locator(".in-hand .mcard .mbody").all():
        shown = card.bounding_box()
        assert shown and shown["width"] >= 60


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("size", "least"), [((844, 390), 40), ((768, 1024), 66)], ids=str)
def test_the_own_hand_is_seen_and_so_are_the_piles(
    page: Page, live_server: Any, size: tuple[int, int], least: int
) -> None:
    """How much of a card is seen, in pixels, of a full hand; the whole board is in the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begun(page, live_server)
    cards = page.locator(".in-hand button.mbody")
    expect(cards).to_have_count(6)
    lefts = cards.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)")
    assert min(right - left for left, right in pairwise(lefts)) >= least
    assert page.locator(".piles").evaluate("(one) => innerHeight - one.getBoundingClientRect().bottom") >= 0

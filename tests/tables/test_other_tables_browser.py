"""A table of Clash of the Cards in the browser: by click, drag and keys on the own cards; others are followed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from tests.browsing import come_to_rest
from tests.conftest import NewPage
from tests.tables.clients import Seat, create
from tests.tables.other_games import KIDS, cards_body
from tests.tables.table_players import after, said, take_over

CORNER: Any = {"x": 8, "y": 8}  # of a card, where no other lies upon it
SIZES = ((390, 844, 60), (844, 390, 58), (768, 1024, 80), (1280, 800, 90))  # and how wide an own card is at least
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources, value } of list.getEntries())
      if (!hadRecentInput && sources.some(({ node }) => node?.parentElement?.closest(".armies")))
        window.shifted += value;
  }).observe({ type: "layout-shift" });
}"""

# What moves up or down beside the cards, by the browser's own measure. The list of moves may, which stands last.
MOVERS = """() => {
  window.movers = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
        const mover = node?.nodeType === 3 ? node.parentElement : node;
        const isFree = mover?.isConnected && !mover.closest(".mcard, .folded-choices, .notify, footer");
        if (isFree && Math.round(previousRect.y) !== Math.round(currentRect.y))
          window.movers.push(`${mover.className} from ${previousRect.y} to ${currentRect.y}`);
      }
  }).observe({ type: "layout-shift" });
}"""


def assert_it_fits_every_window(page: Page) -> None:
    """No window scrolls sideways, and one's own cards are wide enough to be read."""
    for width, height, least in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for shown in page.locator(".own-hand .mbody").all():
            place = shown.bounding_box()
            assert place and place["width"] >= least, (width, place)


def _fight_a_battle(page: Page, other: Seat, assert_accessible: Any) -> None:
    """For a number that the other has: told before, then by dragging."""
    held = {card.partition(".")[0] for card in other.look()["view"]["players"]["B"]["hand"]}
    keys = [str(card.get_attribute("data-from")) for card in page.locator(".own-hand button.mbody").all()]
    key = next(key for key in keys if key.partition(".")[0] in held)
    card = page.locator(f".own-hand [data-from='{key}']")
    card.click(position=CORNER)
    expect(page.locator("[data-outcome]")).to_contain_text("All others put in their")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator(".target")).to_have_count(0)
    box, field = card.bounding_box(), page.locator(".field").bounding_box()
    assert box and field
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 2, steps=6)
    expect(page.locator(".target.is-over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".field .pile .mcard")).to_have_count(1)
    expect(page.locator(".rival .pile .mcard").first).to_be_attached()
    other.act(other.look()["version"], "stand")


def _play_the_champion(page: Page, other: Seat, assert_accessible: Any) -> None:
    """By keys: what beats it is told before."""
    expect(page.locator(".field-title")).to_contain_text("Battle for")
    expect(page.locator("#coach-head")).to_have_text("Your turn")
    expect(page.locator(".own-hand button.mbody").first).to_be_enabled()
    expect(page.locator("[data-replays]")).to_have_count(0)
    page.locator(".own-hand button.mbody").first.press("Enter")
    expect(page.locator(".slot .target")).to_be_focused()
    expect(page.locator("[data-outcome]")).to_contain_text(re.compile("cards you can't see beats? it"))
    page.keyboard.press("Enter")
    expect(page.locator(".field .champion .mcard")).to_have_count(1)
    assert_accessible(page)
    actions = other.look()["view"]["actions"]
    other.act(other.look()["version"], actions[-1])
    expect(page.locator(".told")).to_contain_text("The champions are turned over")
    expect(page.locator("[data-replays]")).to_have_count(0)
    expect(page.locator(".deeds button")).to_have_count(1)


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
def test_a_table_is_played_by_hand_and_follows_the_others(page: Page, live_server: Any, assert_accessible: Any) -> None:
    page.emulate_media(reduced_motion="no-preference")
    body = cards_body(2, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}})
    made = create(body)
    joining = Seat(made["id"])
    joined = joining.post("/join", {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]})
    other = Seat(made["id"], joined["token"], "B")
    take_over(page, live_server.url + made["seats"]["A"]["url"])
    deal = page.get_by_role("button", name="Deal")
    expect(deal).to_have_count(1)  # on the board, and not in the list of moves too
    expect(page.locator(".field-title")).to_have_text("First hand")
    deal.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#coach-head")).to_have_text(re.compile("to play"))
    cards = page.locator(".own-hand [data-key] .is-army")
    expect(cards).to_have_count(8)
    expect(page.locator("#phrases")).to_be_attached()
    page.evaluate(WATCH)
    other.act(other.look()["version"], "draw")
    expect(page.locator(".told")).to_contain_text("B draws a card.")
    other.act(other.look()["version"], "end-turn")
    expect(page.locator("#coach-head")).to_have_text("Your turn")
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.locator("[data-replays]")).to_have_count(0)
    assert page.evaluate("window.shifted") < 0.01

    _fight_a_battle(page, other, assert_accessible)
    _play_the_champion(page, other, assert_accessible)
    assert_it_fits_every_window(page)
    assert_accessible(page)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("size", "seed"), [(SIZES[0], "5"), (SIZES[1], "11"), (SIZES[3], "5")])
def test_nothing_but_cards_moves_while_the_others_play(
    new_page: NewPage, size: tuple[int, int, int], seed: str
) -> None:
    """A hand of eight actions against two bots, who draw, fight and get their Bonus; with 5, three at once."""
    page = new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.emulate_media(reduced_motion="no-preference")
    bot = {"kind": "bot", "level": "random"}
    take_over(
        page, create(cards_body(3, seed=seed, seats={"A": {"kind": "me"}, "B": bot, "C": bot}))["seats"]["A"]["url"]
    )
    come_to_rest(page)
    page.evaluate(MOVERS)
    for _ in range(8):
        before, _state = said(page)
        deed = page.locator(".deeds button:visible")
        if deed.count():
            deed.first.click()
        else:
            page.locator(".own-hand button.mbody").first.click(position=CORNER)
            page.locator(".target").first.click()
        after(page, before)
        expect(page.locator("[data-replays]")).to_have_count(0, timeout=20_000)
        come_to_rest(page)
    assert page.evaluate("[...new Set(window.movers)]") == []


# Of each rival: how high its header is, and what of it is cut or stands out of it.
HEADERS = """() => [...document.querySelectorAll(".rival header")].map((header) => {
  const parts = [...header.querySelectorAll(".player-name, em")].filter((one) => one.checkVisibility());
  const right = header.closest(".rival").getBoundingClientRect().right;
  const cut = parts.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3 ||
    one.getBoundingClientRect().right > right);
  return [header.offsetHeight, cut.map((one) => one.textContent)];
})"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_names_of_rivals_and_what_they_do_are_whole(
    new_page: NewPage, live_server: Any, count: int, language: str
) -> None:
    page = new_page(locale=language)
    others = {seat: {"kind": "bot", "level": "greedy"} for seat in "BCDEF"[: count - 1]}
    made = create(cards_body(count, seed="5", seats={"A": {"kind": "me"}, **others}))
    page.goto(("/fr" if language == "fr" else "") + made["seats"]["A"]["url"])
    page.locator(".leaf form .button").click()
    expect(page.locator(".rival")).to_have_count(count - 1)
    with translation.override(language):
        words = ["", *map(gettext, ("to act", "surrenders", "has joined"))]
    for width, height in ((390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        heights = set()
        for word in words:
            page.evaluate(
                """(word) => document.querySelectorAll(".rival header").forEach((header) => {
                  header.querySelector("em")?.remove();
                  const said = document.createElement("em");
                  said.textContent = word;
                  if (word) header.append(said);
                })""",
                word,
            )
            for high, cut in page.evaluate(HEADERS):
                heights.add(high)
                assert not cut, (width, word)
        assert len(heights) == 1, (width, heights)


# Fills the own hand up to so many columns, of one card each.
FILL = """(count) => {
  const hand = document.querySelector(".own-hand");
  for (const card of hand.querySelectorAll(".mcard:not(:last-child)")) card.remove();
  while (hand.children.length < count) hand.append(hand.firstElementChild.cloneNode(true));
}"""


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)])
@pytest.mark.parametrize("count", [8, 9, 10])
def test_a_full_hand_is_one_row(new_page: NewPage, live_server: Any, count: int, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    take_over(page, create(cards_body(2, seed="5"))["seats"]["A"]["url"])
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".own-hand .mcard")).to_have_count(8)
    come_to_rest(page)
    high = page.locator(".own").evaluate("(own) => own.offsetHeight")
    page.evaluate(FILL, count)
    tops = page.locator(".own-hand > .army").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(tops) == count and len(set(tops)) == 1
    assert page.locator(".own").evaluate("(own) => own.offsetHeight") == high
    assert page.locator(".own-hand .mbody").last.evaluate("(one) => one.getBoundingClientRect().bottom < innerHeight")


# Whether a marker of the race lies over a rival's sign.
OVER = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  return boxes(".a-race circle").some((a) => boxes(".rival .seat-sign").some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}"""


@pytest.mark.parametrize("count", [3, 6])
def test_rivals_are_named_and_free_of_markers_on_a_phone_that_lies(
    new_page: NewPage, live_server: Any, count: int
) -> None:
    page = new_page(viewport={"width": 844, "height": 390}, has_touch=True)
    take_over(page, create(cards_body(count, seed="5"))["seats"]["A"]["url"])
    page.locator(".deeds button").click()
    expect(page.locator(".own-hand .mcard")).to_have_count(8)
    come_to_rest(page)
    assert page.locator(".a-race circle").count() == count and not page.evaluate(OVER)
    assert page.locator(".rival .player-name:visible").count() == (2 if count == 3 else 0)  # of more there is no room

"""The table takes the window: one's own cards are the largest, what can be played is in sight, and what the others do
is followed in a few seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import Held, come_to_rest
from tests.conftest import NewPage
from tests.tables.clients import PERSONS, body_of, create
from tests.tables.table_players import BOT, Mouse, after, end_turn, said, sit_down, take_over, to_the_table
from tests.tables.test_faces_browser import fill, sit_at

pytestmark = pytest.mark.django_db(transaction=True)

DESKS: Final = {(1280, 800): 90, (1440, 900): 100, (1920, 1080): 115}  # and the least width of a card in one's own hand
PHONES: Final = ((390, 844), (360, 640), (844, 390), (768, 1024))
OTHERS: Final = 60  # the least width of any other face on a desk
LONGEST: Final = 8.0  # seconds for whatever the others have done

# What moves besides the cards and the marks around them, by the browser's own measure.
WATCH: Final = """() => {
  window.movers = [];
  const boxes = (rects) => rects.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" "));
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
        const mover = node?.nodeType === 3 ? node.parentElement : node;
        if (mover?.isConnected && !mover.closest?.(".fig") && !mover.tagName.startsWith("::"))
          window.movers.push([mover.tagName, mover.className, ...boxes([previousRect, currentRect])].join(" | "));
      }
  }).observe({ type: "layout-shift" });
}"""
PARTS: Final = """() => ["#board", ".hands.above", ".lines", ".own-hand"].map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return `${part} ${x} ${y} ${width} ${height}`;
})"""
MEASURED: Final = """() => {
  const widths = (selector) => [...document.querySelectorAll(selector)].map((face) => face.offsetWidth).filter(Boolean);
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const isSeen = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const hand = document.querySelector(".own-hand .hand");
  const available = [...hand.children].filter((card) => card.matches(".win, :has(.stronghold)"));
  const covered = available.filter((card) => {
    const { left, top, height } = card.querySelector(".token").getBoundingClientRect();
    return !card.contains(document.elementFromPoint(left + 8, top + height / 2));
  });
  const own = box(".own-hand");
  const seenLines = (which) =>
    [...document.querySelectorAll(which)].filter((line) => line.getBoundingClientRect().bottom <= own.top + 1).length;
  return {
    own: Math.min(...widths(".own-hand .hand .token")),
    others: Math.min(...widths(".board :is(.handrow:not(.own-hand), .kingdom) .token")),
    hidden: available.filter((card) => !isSeen(card.getBoundingClientRect())).length + covered.length,
    cut: [...hand.children].filter((card) => !isSeen(card.getBoundingClientRect())).length,
    end: isSeen(box('[data-key="judge"]')),
    lines: seenLines(".own-line"),
    unseen: document.querySelectorAll(".line").length - seenLines(".line"),
    header: box("body > .top").top >= box("#board").bottom,
    bottom: box("#board").bottom,
    wide: document.scrollingElement.scrollWidth > innerWidth,
    settings: isSeen(box("[data-settings]")),
    outside: [...document.querySelectorAll(".handrow .token")]
      .filter((face) => face.offsetWidth && face.getBoundingClientRect().right > box("#board").right).length,
    nameless: [...document.querySelectorAll(".seat")].filter((seat) => {
      const { left, top, height } = seat.querySelector(".who-name").getBoundingClientRect();
      return !seat.contains(document.elementFromPoint(left + 4, top + height / 2));
    }).length,
  };
}"""


def coop(actions: int) -> Any:
    """A game with a bot for an ally, in which so many things have been done."""
    made = create({**body_of("coop", "preconstructed", seed="3"), "seats": {"A": {"kind": "me"}, "C": BOT}})
    fill(made, actions)
    return made


TABLES: Final[dict[str, Callable[[], Any]]] = {
    "duel": lambda: create(body_of("duel", "constructed", seed="3", first="A")),
    "coop": lambda: coop(1),
    "ffa": lambda: create(body_of("ffa", "constructed", seed="3", first="A")),
}


def faults_at(page: Page, width: int, height: int, lines: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    come_to_rest(page)
    seen: dict[str, Any] = page.evaluate(MEASURED)
    is_desk = (width, height) in DESKS
    faults = {
        "one's own cards are small": seen["own"] < DESKS.get((width, height), 60),
        "others' cards are small": is_desk and seen["others"] < OTHERS,
        "what can be played is not in sight": bool(seen["hidden"]),
        "the hand is cut": bool(seen["cut"]),
        "the turn cannot be ended": not seen["end"],
        # The least of phones that lie has room for the upper one of two lines beside a hand that stays.
        "one's own lines are not in sight": seen["lines"] < lines - (height < 500 or height == 640),
        "lines are not in sight on a tablet": (width, height) == (768, 1024) and seen["unseen"] > 0,
        "the site's header is over the game": not is_desk and not seen["header"],
        "room is left below the board": is_desk and seen["bottom"] < height - 40,
        "the page is wider than the window": seen["wide"],
        "the settings are not in sight": not seen["settings"],
        "hands are wider than the board": bool(seen["outside"]),
        "names of players are covered": is_desk and bool(seen["nameless"]),
    }
    return [f"{width}x{height}: {fault} {seen}" for fault, is_so in faults.items() if is_so]


@pytest.mark.parametrize("name", TABLES)
def test_the_table_takes_the_window(new_page: NewPage, name: str) -> None:
    """With a whole hand, and with Creatures in the lines."""
    page = new_page(viewport={"width": 1280, "height": 800}, has_touch=True, locale="fr-FR")
    page.goto("/fr" + sit_at(page, TABLES[name]()))
    faults = [fault for size in (*DESKS, *PHONES) for fault in faults_at(page, *size, lines=2)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_nothing_moves_when_a_card_is_chosen(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.goto(sit_at(page, TABLES["duel"]()))
    come_to_rest(page)
    before = page.evaluate(PARTS)
    action = said(page)[1]["legal"][0]
    page.locator(f'[data-card="{action.split()[0]}"]').click()
    expect(page.locator(".spot")).not_to_have_count(0)
    assert page.evaluate(PARTS) == before


def test_the_others_turns_take_a_few_seconds(new_page: NewPage) -> None:
    """Three others' turns in Co-op: what is shown says whose it is, and nothing but cards moves."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    made = coop(8)
    take_over(page, made["seats"]["A"]["url"])
    to_the_table(page)
    page.evaluate(WATCH)
    page.evaluate(
        """() => {
          const table = document.querySelector("#table");
          window.shown = new Set();
          window.times = [];
          window.told = new Set();
          new MutationObserver(() => window.times.push(performance.now()))
            .observe(table, { attributes: true, attributeFilter: ["data-replays"] });
          new MutationObserver(() => {
            const status = document.querySelector("[data-status]");
            if ("replays" in table.dataset && status) window.shown.add(status.textContent[0]);
            window.told.add(document.querySelector(".table[data-replays] [data-shown-says]")?.textContent);
          }).observe(document.querySelector("#board"), { childList: true, subtree: true });
        }"""
    )
    end_turn(page)
    page.wait_for_function("() => window.times.length && !document.querySelector('#table[data-replays]')")
    times: list[float] = page.evaluate("window.times")
    assert (times[-1] - times[0]) / 1000 <= LONGEST
    assert page.evaluate("[...window.shown].sort().join('')") in ("BCD", "ABCD")
    expect(page.locator("[data-status]")).to_be_visible()
    assert page.evaluate("window.told.size") > 4  # what happens is said below one's own hand: less on a slow machine
    assert not page.evaluate("[...new Set(window.movers)]")


@pytest.mark.parametrize(
    ("mode", "size"),
    [
        *(("duel", size) for size in ((1280, 800), *PHONES)),
        *(("ffa", size) for size in ((1280, 800), (390, 844), (844, 390))),
        ("teams", (768, 1024)),
        ("solo", (390, 844)),
    ],
)
def test_nothing_but_cards_moves_while_the_others_play(new_page: NewPage, mode: str, size: tuple[int, int]) -> None:
    """From the end of one's own turn until the next one can be laid out; in a Duel twice. (Co-op is measured above.)"""
    page = new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    seats = {letter: {"kind": "me"} if letter == "A" else BOT for letter in PERSONS[mode]}
    sit_down(page, mode, seats, seed="6", **({} if mode in ("coop", "solo") else {"first": "A"}))
    Mouse(page, 6).choose()
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    come_to_rest(page)
    page.evaluate(WATCH)
    for _ in range(2 if mode == "duel" else 1):
        end_turn(page)
        page.wait_for_function("() => document.querySelector('#table[data-replays]')")
        page.wait_for_function("() => !document.querySelector('#table[data-replays]')")
        come_to_rest(page)
    assert not page.evaluate("[...new Set(window.movers)]")


def test_the_page_follows_a_blow_and_comes_back(new_page: NewPage) -> None:
    """On a phone, where four Kingdoms are higher than the window: between the coach and one's own hand."""
    page = new_page(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    page.goto(sit_at(page, TABLES["ffa"]()))
    page.evaluate("scrollTo(0, 40)")
    seen = page.evaluate(
        """async () => {
          const { Sight } = await import("/static/js/play/sight.js");
          const board = document.getElementById("board");
          const sight = new Sight(board);
          const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
          sight.begin();
          const seen = ["hand-C", "hand-D"].map((zone) => {
            const card = board.querySelector(`[data-zone="${zone}"] > .fig`);
            card.classList.add("is-hit");
            sight.follow();
            card.classList.remove("is-hit");
            const { top, bottom } = card.getBoundingClientRect();
            return top >= edge(".coach", "bottom") && bottom <= edge(".own-hand", "top");
          });
          sight.end();
          return [...seen, scrollY];
        }"""
    )
    assert seen == [True, True, 40]


def test_a_card_is_laid_before_the_server_answers(new_page: NewPage, page_errors: list[str]) -> None:
    """And goes back into the hand where there is no connection."""
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(sit_at(page, TABLES["duel"]()))
    action = next(action for action in said(page)[1]["legal"] if action.endswith("upper"))
    card, spot = page.locator(f'[data-card="{action.split()[0]}"]'), page.locator(f'.spot[data-action="{action}"]')
    in_line, in_hand = page.locator('[data-zone="row-A-upper"] > .fig'), page.locator('[data-zone="hand-A"] > .fig')
    count = in_hand.count()
    page.context.set_offline(True)
    card.click()
    spot.click()
    expect(page.locator("[data-unsent]")).to_be_visible()
    expect(in_line).to_have_count(0)
    expect(in_hand).to_have_count(count)
    page.context.set_offline(False)
    page_errors.clear()  # the browser notes what could not be reached
    held = Held(page, "play=")
    with held.asked():
        card.click()
        spot.click()
    expect(in_line).to_have_count(1)
    expect(in_hand).to_have_count(count - 1)
    assert not said(page)[1]["line"]
    text, _state = said(page)
    held.let_go()
    assert after(page, text)["line"] == action
    expect(in_line).to_have_count(1)

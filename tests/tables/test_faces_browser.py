"""Every face on every table can be seen: none is narrower than a finger's tip, those of one's own hand are larger, and
no name is cut, in either language."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import Page

from tests.browsing import come_to_rest
from tests.conftest import NewPage
from tests.tables.clients import body_of, create, seats_of
from tests.tables.other_games import cards_body, schools_body, to_a_free_turn
from tests.tables.table_players import know_decks, take_over

pytestmark = pytest.mark.django_db(transaction=True)

LEAST: Final = 34  # pixels
LEAST_OWN: Final = 60
DENSITY: Final = 2  # of the screen, as phones have it
STRONG: Final = 150  # of 255: the soft rim of a letter may lie on the edge of its box
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": DENSITY, "has_touch": True}
DOTS: Final = 8  # that a picture may have in the colour of the ink

# Faces that are too narrow. Turned or lifted as it may be, a card has the width that it is laid out with.
NARROW: Final = """([least, own]) => {
  const faults = [];
  let count = 0;
  for (const face of document.querySelectorAll(".token, .card-holder, .acard, .mface")) {
    if (!face.checkVisibility({ visibilityProperty: true }) || !face.offsetParent) continue;
    if (face.closest(".bonuses, .chests")) continue; // counters, which are all alike
    count += 1;
    const wanted = face.matches(":is(.own-hand .hand, .own-hand .army, .in-hand) *") ? own : least;
    const place = face.closest("[data-zone]")?.dataset.zone ?? face.parentElement.className;
    if (face.offsetWidth < wanted) faults.push(`${face.offsetWidth} px in ${place}`);
  }
  return [count, [...new Set(faults)]];
}"""
# Names in a colour that nothing else has, and the boxes that they have to stay in. Rectangles of text do not tell:
# where letters are drawn depends on how a browser rounds the measures of a small font.
INK: Final = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync(`.card .name { background: #fff !important; } .card .f-line { color: #f0f !important; }
    .card :is(.patch, .f-breaks, .abs, .cost) { visibility: hidden; }
    .scene-title, .tag, .mark, .spot, .nth { display: none !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
}"""
BOXES: Final = """() => [...document.querySelectorAll(".card .name")]
  .filter((name) => name.checkVisibility({ visibilityProperty: true }))
  .map((name) => [name.getBoundingClientRect(), parseFloat(getComputedStyle(name).borderTopWidth)])
  .map(([{ left, top, right, bottom }, rim]) =>
    [left + rim, top + scrollY + rim, right - rim, bottom + scrollY - rim])"""


def strayed_ink(page: Page) -> tuple[int, int, int, int] | None:
    """Where on the page a part of a name is outside of the box of names; None if nowhere."""
    shot = Image.open(io.BytesIO(page.screenshot(full_page=True, animations="disabled"))).convert("RGB")
    red, green, blue = shot.split()
    # Letters are magenta, their edges a paler or darker one; nothing else on a table is.
    ink = ImageChops.multiply(
        ImageChops.subtract(red, green).point(lambda value: 255 * (value > STRONG)),
        ImageChops.subtract(blue, green).point(lambda value: 255 * (value > STRONG)),
    )
    assert ink.getbbox(), "no names at all"
    draw = ImageDraw.Draw(ink)
    for left, top, right, bottom in page.evaluate(BOXES):
        # A dot of the screen more: the edges of boxes and letters are not those of its dots.
        edges = [left * DENSITY - 2, top * DENSITY - 2, right * DENSITY + 1, bottom * DENSITY + 1]
        draw.rectangle([round(edge) for edge in edges], fill=0)
    return ink.getbbox() if ink.histogram()[255] > DOTS else None


def faults_of(page: Page, width: int, *, with_names: bool) -> list[str]:
    """What is too small or cut on the page that is open, in a window of a width."""
    page.set_viewport_size({"width": width, "height": 844 if width < 1000 else 800})
    come_to_rest(page)
    count, narrow = page.evaluate(NARROW, [LEAST, LEAST_OWN])
    assert count, "no faces at all"
    faults = [f"{page.url} {width}: {fault}" for fault in narrow]
    if with_names and (ink := strayed_ink(page)):
        faults.append(f"{page.url} {width}: a name is cut at {[share / DENSITY for share in ink]}")
    return faults


def fill(made: Any, actions: int) -> None:
    """Plays as many cards as there are, for so many actions of any seat, as long as the game goes on."""
    seats, chance = seats_of(made), random.Random(4)
    anyone = next(iter(seats.values()))
    for _ in range(actions):
        look = anyone.look()
        letter = next((letter_asked for letter_asked in look["waiting_for"] if letter_asked in seats), None)
        if letter is None or look["status"] not in ("draft", "play"):
            return
        offered = seats[letter].look()["view"]["actions"]
        plays = [action for action in offered if action.endswith(("upper", "lower"))]
        seats[letter].act(look["version"], chance.choice(plays) if plays else offered[-1])


def table(mode: str, form: str, actions: int, **more: Any) -> Callable[[], Any]:
    """A game that has gone on for so many actions."""

    def begin() -> Any:
        made = create(body_of(mode, form, seed="3", **more))
        fill(made, actions)
        return made

    return begin


def with_champions(actions: int) -> Any:
    """A duel in which each seat has a Champion."""
    made = create(body_of("duel", "constructed", seed="3", champions=True))
    for seat, champion in zip(seats_of(made).values(), ("slyness:1", "slyness:2"), strict=True):
        seat.post("/terms", {"version": seat.look()["version"], "champion": champion})
    fill(made, actions)
    return made


def of_schools() -> Any:
    """A game of Clash of Magic Schools with Students in its Arenas."""
    made = create(schools_body(seed="7"))
    seats = seats_of(made)
    for _ in range(6):
        letter = to_a_free_turn(seats)
        seats[letter].act(seats[letter].look()["version"], "end")
    return made


def of_cards() -> Any:
    """A game of Clash of the Cards whose first hand is dealt."""
    made = create(cards_body(4))
    look = seats_of(made)["A"].look()
    seats_of(made)[look["waiting_for"][0]].act(look["version"], "deal")
    return made


# By whether names are drawn on cards of Clash of Decks there.
TABLES: Final[dict[str, tuple[Callable[[], Any], bool]]] = {
    "duel": (table("duel", "constructed", 26), True),
    "champions": (lambda: with_champions(26), True),
    "solo": (table("solo", "preconstructed", 24), True),
    "coop": (table("coop", "preconstructed", 40), True),
    "ffa": (table("ffa", "constructed", 30), True),
    "teams": (table("teams", "constructed", 0), True),
    "decks to choose from": (table("coop", "preconstructed", 0), True),
    "draft": (table("duel", "draft", 2), True),
    "schools": (of_schools, False),
    "cards": (of_cards, False),
}


def sit_at(page: Page, made: Any) -> str:
    """Takes the first seat of a game; answers the table's address."""
    know_decks(page, made["id"])
    page.emulate_media(reduced_motion="reduce")
    take_over(page, next(iter(made["seats"].values()))["url"])
    return f"/play/{made['id']}/"


@pytest.mark.parametrize("name", TABLES)
def test_every_face_can_be_seen(new_page: NewPage, name: str) -> None:
    """On the narrowest phones, usual ones, large ones and a desk; French names, which are the longer ones."""
    begin, has_names = TABLES[name]
    page, faults = new_page(**PHONE, locale="fr-FR"), list[str]()
    page.goto("/fr" + sit_at(page, begin()))
    page.evaluate(INK)
    for width in (360, 390, 540, 1280):
        faults += faults_of(page, width, with_names=has_names)
    assert not faults


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_every_face_can_be_seen_in_any_window(new_page: NewPage, name: str) -> None:
    begin, has_names = TABLES[name]
    page, faults = new_page(**PHONE, locale="en-GB"), list[str]()
    address = sit_at(page, begin())
    for language in ("", "/fr"):
        page.goto(language + address)
        page.evaluate(INK)
        for width in (320, 375, 390, 480, 561, 620, 768, 960, 961, 1100, 1280, 1440, 1920):
            faults += faults_of(page, width, with_names=has_names)
    assert not faults


# Mana and the word beside a Champion that reach out of their panel, or under a face of their hand: one's own hand may
# lie over another seat.
STRAYED_PANELS: Final = """() => {
  const faults = [];
  const parts = ".pips i, .champion-state, .go > :not(.sr), .who-name";
  for (const part of document.querySelectorAll(`.seat :is(${parts})`)) {
    if (!part.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = part.matches("i") ? part.getBoundingClientRect() : range.getBoundingClientRect();
    if (!box.width || getComputedStyle(part).clipPath !== "none") continue;
    const under = (face) => box.left < face.right && face.left < box.right - 1 && box.top < face.bottom - 1 &&
      face.top < box.bottom - 1;
    const faces = [...part.closest(".handrow").querySelectorAll(".token")].map((face) => face.getBoundingClientRect());
    if (faces.some(under)) faults.push(`${part.className || "pip"} under a face`);
    if (box.right > part.closest(".seat").getBoundingClientRect().right + 1) faults.push(`${part.className} cut`);
  }
  return [document.querySelectorAll(".seat .pips i").length, [...new Set(faults)]];
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_mana_and_the_state_of_champions_stay_in_their_panels(new_page: NewPage, locale: str) -> None:
    """As much Mana as is told by pips, beside the board of a desk and on a phone."""
    page, all_faults = new_page(**PHONE, locale=locale), list[str]()
    made = with_champions(0)
    page.goto(("/fr" if locale == "fr-FR" else "") + sit_at(page, made))
    pips = page.locator(".seat .pips")
    pips.evaluate_all("(all) => all.forEach((one) => { one.innerHTML = '<i class=\"full\"></i>'.repeat(9); })")
    page.evaluate("() => document.querySelectorAll('.seat .mana').forEach((one) => { one.hidden = false; })")
    for width in (360, 390, 540, 768, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        come_to_rest(page)
        count, faults = page.evaluate(STRAYED_PANELS)
        assert count >= 18
        all_faults += [f"{width}: {fault}" for fault in faults]
    assert not all_faults


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (768, 1024)], ids=str)
@pytest.mark.parametrize("name", ["ffa", "coop"])
def test_the_mana_of_others_is_told_at_tables_of_four(new_page: NewPage, name: str, size: tuple[int, int]) -> None:
    """By all pips, or by one that says what the number counts."""
    page = new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page.goto(sit_at(page, TABLES[name][0]()))
    page.locator(".seat .pips").evaluate_all(
        "(all) => all.forEach((one) => { one.innerHTML = '<i class=\"full\"></i>'.repeat(9); })"
    )
    page.locator(".seat .mana").evaluate_all(
        "(all) => all.forEach((one) => { one.hidden = false; one.querySelector('b').textContent = '9'; })"
    )
    come_to_rest(page)
    for mana in page.locator(".handrow:not(.own-hand) .mana").all():
        shown = mana.locator(".pips i:visible")
        assert shown.count() == (9 if min(size) > 500 else 1)
        box = shown.first.bounding_box()
        assert box is not None and box["width"] >= 6
    count, faults = page.evaluate(STRAYED_PANELS)
    assert count >= 18 and not faults


# Four Creatures on one side of each line, one on the other: the widths of all, and the least size of their numbers.
FULL_LINES: Final = """() => {
  const creature = document.querySelector(".kingdom > .fig");
  for (const kingdom of document.querySelectorAll(".kingdom"))
    kingdom.replaceChildren(...Array(kingdom.matches(".left") ? 4 : 1).fill().map(() => creature.cloneNode(true)));
  const numbers = [...document.querySelectorAll(".kingdom .hp b")];
  const sizes = numbers.map((number) => parseFloat(getComputedStyle(number).fontSize));
  return [[...document.querySelectorAll(".kingdom > .fig")].map((fig) => fig.offsetWidth), Math.min(...sizes)];
}"""


@pytest.mark.parametrize("name", ["duel", "ffa"])
def test_a_full_kingdom_can_be_read_on_a_phone(new_page: NewPage, name: str) -> None:
    begin, _has_names = TABLES[name]
    page = new_page(**PHONE, locale="en-GB")
    page.goto(sit_at(page, begin()))
    widths, least = page.evaluate(FULL_LINES)
    assert min(widths) >= 50 and least >= 11

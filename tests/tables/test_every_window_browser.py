"""Whole games of every mode of all three games in four windows.

Every mode is played by mouse, by touch and by keys, by day and by night, in both languages; axe looks at each stage by
day and by night. With GRIMOIRE_PICTURES=FOLDER a picture of every stage is kept, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tables.models import LiveGame
from tests.browsing import come_to_rest
from tests.conftest import NewPage
from tests.phones import WATCH
from tests.tables.clients import PERSONS, create
from tests.tables.other_games import SCHOOLS, cards_body, schools_body
from tests.tables.table_players import BOT, Finger, Keys, Mouse, Player, is_done, said, settings_of, sit_down, take_over
from tests.tables.test_cards_games_browser import Finger as CardsFinger
from tests.tables.test_cards_games_browser import Keys as CardsKeys
from tests.tables.test_cards_games_browser import Mouse as CardsMouse
from tests.tables.test_cards_games_browser import play_on as play_cards
from tests.tables.test_schools_games_browser import Finger as SchoolsFinger
from tests.tables.test_schools_games_browser import Keys as SchoolsKeys
from tests.tables.test_schools_games_browser import Mouse as SchoolsMouse
from tests.tables.test_schools_games_browser import play_on as play_schools

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

Check = Callable[[Page], None]

SIZES: Final = ((390, 844), (844, 390), (768, 1024), (1280, 800))
MODES: Final = (
    ("duel", "preconstructed"),
    ("duel", "draft"),
    ("duel", "constructed"),
    ("solo", "preconstructed"),
    ("coop", "preconstructed"),
    ("ffa", "preconstructed"),
    ("teams", "preconstructed"),
    ("schools", ""),
    ("cards", ""),
)
HANDS: Final = {  # by game: mouse, touch, keys
    "schools": (SchoolsMouse, SchoolsFinger, SchoolsKeys),
    "cards": (CardsMouse, CardsFinger, CardsKeys),
    "decks": (Mouse, Finger, Keys),
}
PICTURES: Final = os.environ.get("GRIMOIRE_PICTURES")
MIDDLE: Final = 14  # actions
MAX_STEPS: Final = 200
# What is cut at its edge, of what says something; what only a screen reader reads is a pixel wide, and what an ability
# does is whole beside the button.
CUT: Final = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.clientWidth > 8 && !one.closest(".ability-lines") &&
    (getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1 ||
      getComputedStyle(one).webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2) &&
    one.checkVisibility({ visibilityProperty: true }))
  .map((one) => `${one.className || one.tagName}: ${one.textContent.trim()}`)"""


def games() -> Iterator[Any]:
    """Every mode in every window; what it is played with and how it looks go round, so that each mode meets all."""
    for row, (mode, form) in enumerate(MODES):
        for column, size in enumerate(SIZES):
            is_phone = min(size) < 500
            hand = 1 if is_phone else 2 * ((row + column) % 2)  # the two larger windows have mouse and keys by turns
            theme = ("light", "dark")[(row + column) % 2]
            language = ("en", "fr")[(row + column // 2) % 2]
            name = "-".join(filter(None, (mode, form, f"{size[0]}x{size[1]}")))
            yield pytest.param(mode, form, size, hand, theme, language, id=name)


class Eyes:
    """Looks at a page at each stage: nothing is cut or wider than the window, nothing moved while it loaded, axe finds
    nothing.
    """

    def __init__(self, page: Page, name: str, theme: Any, check: Check) -> None:
        self.page = page
        self.name = name
        self.theme = theme
        self.check = check
        self.count = 0
        self.faults: list[str] = []

    def see(self, stage: str) -> None:
        """A look, and a picture where they are kept."""
        self.faults += [f"{stage}: cut {what}" for what in self.page.evaluate(CUT)]
        if not self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.faults.append(f"{stage}: wider than its window")
        for theme in ({"dark": "light", "light": "dark"}[self.theme], self.theme):
            self.page.emulate_media(color_scheme=theme)
            try:
                self.check(self.page)
            except AssertionError as fault:
                self.faults.append(f"{stage}, {theme}: {fault}")
        if PICTURES:
            self.count += 1
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{PICTURES}/{self.name}-{self.count:02}-{stage}.png")

    def open(self, stage: str, address: str) -> None:
        """Loads a page, by which nothing moves."""
        answer = self.page.goto(address)
        assert answer is not None and answer.status == 200, address
        come_to_rest(self.page)
        movers = self.page.evaluate("window.movers")
        self.faults += [f"{stage}: moved {mover}" for mover in movers if not mover.startswith("0.000")]
        self.see(stage)


def address_in(page: Page, language: str) -> str:
    """Where the page is in a language."""
    return page.url.replace("/play/", "/fr/play/") if language == "fr" else page.url


def play_decks(page: Page, eyes: Eyes, mode: str, form: str, hand: int, language: str) -> None:
    seats = dict.fromkeys(PERSONS[mode], BOT) | {"A": {"kind": "me"}}
    more: dict[str, Any] = {} if mode in ("solo", "coop") else {"first": "A"}
    game = sit_down(page, mode, seats, form, seed="3", **more)
    hands = HANDS["decks"][hand](page, 3)
    come_to_rest(page)
    page.evaluate("localStorage.clear()")  # decks are shown the first time, which this is not
    eyes.open("choice", address_in(page, language))
    hands.choose()
    eyes.open("opening", page.url)

    def middle() -> None:
        eyes.open("middle", page.url)
        legal = said(page)[1]["legal"]
        if legal:
            card = page.locator(f'#board [data-card="{legal[0].split()[0]}"]')
            card.click()
            page.locator(".spot").first.wait_for(state="attached")
            eyes.see("lit")
            page.keyboard.press("Escape")
            look_before_the_end(page, eyes, hands)

    hands.play(middle)
    is_done(page, game, hands)
    eyes.see("end")
    page.keyboard.press("End")
    for _ in range(MAX_STEPS):
        if page.locator(".attacks").count():
            break
        page.keyboard.press("ArrowLeft")
    eyes.see("blow")


def look_before_the_end(page: Page, eyes: Eyes, hands: Player) -> None:
    """Asked whether a turn may end with Mana left, what an Assault would do, and the settings."""
    if page.locator('[data-key="judge"]').is_enabled():
        hands.press(page.locator('[data-key="judge"]'))
        expect(page.locator('[data-key="stay"]')).to_be_visible()
        eyes.see("asked")
        hands.press(page.locator('[data-key="stay"]'))
    for state in (".is-on", ":not(.is-on)"):
        hands.press(page.locator('[data-key="preview"]'))
        expect(page.locator(f'[data-key="preview"]{state}')).to_be_visible()
        if state == ".is-on":
            eyes.see("preview")
    with settings_of(page):
        eyes.see("settings")


def play_others(page: Page, eyes: Eyes, live_server: Any, name: str, hand: int, language: str) -> None:
    if name == "schools":
        own, bot = SCHOOLS[0], {"kind": "bot", "level": "greedy"}
        made = create(schools_body(seed="2", seats={SCHOOLS[0]: {"kind": "me"}, SCHOOLS[1]: bot}))
    else:
        own = "A"
        made = create(cards_body(3, seed="5", seats={"A": {"kind": "me"}, "B": BOT, "C": BOT}))
    take_over(page, live_server.url + made["seats"][own]["url"])
    eyes.open("opening", address_in(page, language))
    game, hands = LiveGame.objects.get(token=made["id"]), HANDS[name][hand](page)
    with settings_of(page):
        eyes.see("settings")
    if name == "schools":
        hands.press(page.locator(".in-hand button.mbody").first, {"x": 8, "y": 6})
        expect(page.locator(".target").first).to_be_attached()
        eyes.see("lit")
        page.keyboard.press("Escape")
        play_schools(page, hands, game, MIDDLE)
        eyes.open("middle", page.url)
        play_schools(page, hands, game, 200)
    else:

        def middle(count: int) -> None:
            if count in (1, 5, MIDDLE):
                eyes.open(f"middle-{count}", page.url)

        kinds: set[str] = set()

        def lit(action: str) -> None:
            """A look at what is lit for an action of a kind that was not yet done."""
            if (kind := action.partition(" ")[0]) not in kinds:
                kinds.add(kind)
                eyes.see(f"lit-{kind}")

        hands.lit = lit
        play_cards(page, hands, game, middle)
        assert {"deal", "draw", "battle", "champion", "end-turn"} <= kinds
    assert said(page)[1]["view"] == "over"
    eyes.see("end")


@pytest.mark.parametrize(("mode", "form", "size", "hand", "theme", "language"), list(games()))
def test_a_whole_game(
    new_page: NewPage,
    live_server: Any,
    mode: str,
    form: str,
    size: tuple[int, int],
    hand: int,
    theme: str,
    language: str,
    assert_accessible: Check,
) -> None:
    is_touched = hand == 1
    page = new_page(
        viewport={"width": size[0], "height": size[1]},
        has_touch=is_touched,
        is_mobile=is_touched,
        locale=language,
        color_scheme=theme,
        reduced_motion="reduce",
    )
    page.add_init_script(WATCH)
    name = "-".join(filter(None, (mode, form, f"{size[0]}x{size[1]}", theme, language)))
    eyes = Eyes(page, name, theme, assert_accessible)
    if mode in ("schools", "cards"):
        play_others(page, eyes, live_server, mode, hand, language)
    else:
        play_decks(page, eyes, mode, form, hand, language)
    address = page.url.partition("?")[0]
    eyes.open("over", address)
    eyes.open("replay", f"{address}replay/")
    eyes.open("review", f"{address}review/")
    assert not eyes.faults, "\n".join(eyes.faults)

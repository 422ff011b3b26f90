"""Every stage of every mode at the table, as axe sees it: by day and by night, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tables.models import LiveGame
from tests.conftest import NewPage
from tests.tables.clients import PERSONS, create
from tests.tables.other_games import SCHOOLS, cards_body, schools_body
from tests.tables.table_players import BOT, Finger, Mouse, Player, said, settings_of, sit_down, take_over, to_the_table
from tests.tables.test_cards_games_browser import Finger as CardsFinger
from tests.tables.test_cards_games_browser import Mouse as CardsMouse
from tests.tables.test_cards_games_browser import play_on as play_cards
from tests.tables.test_schools_games_browser import Finger as SchoolsFinger
from tests.tables.test_schools_games_browser import Mouse as SchoolsMouse
from tests.tables.test_schools_games_browser import play_on as play_schools

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

SCREENS: Final = {"desk": (1280, 800), "phone": (390, 844)}
MODES: Final = ("duel", "solo", "teams", "coop", "ffa")

Check = Callable[[Page], None]


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, new_page: NewPage) -> Page:
    width, height = SCREENS[request.param]
    is_phone = request.param == "phone"
    return new_page(
        viewport={"width": width, "height": height},
        has_touch=is_phone,
        is_mobile=is_phone,
        locale="en-GB",
        reduced_motion="reduce",
    )


@pytest.fixture
def look(screen: Page, assert_accessible: Check) -> Callable[[], None]:
    """Has axe look at the page, light and dark."""

    def check() -> None:
        for scheme in ("light", "dark"):
            screen.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # it knows these two words
            assert_accessible(screen)

    return check


def hands_of(page: Page) -> Player:
    return (Finger if page.evaluate("navigator.maxTouchPoints > 0") else Mouse)(page, 6)


def afterwards(page: Page, look: Callable[[], None]) -> None:
    """The end, the replay and the review."""
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    look()
    address = page.url.partition("?")[0]
    for name in ("replay", "review"):
        answer = page.goto(f"{address}{name}/")
        assert answer is not None and answer.status == 200, name
        look()


@pytest.mark.parametrize("mode", MODES)
def test_clash_of_decks(screen: Page, look: Callable[[], None], mode: str) -> None:
    """A choice of decks or a draft, the decks, a turn with its card chosen, laid and looked at before, the end."""
    page, seats = screen, dict.fromkeys(PERSONS[mode], BOT) | {"A": {"kind": "me"}}
    more = {} if mode in ("solo", "coop") else {"first": "A"}
    form = "draft" if mode == "duel" else "preconstructed"
    sit_down(page, mode, seats, form, seed="6", **more)
    hands = hands_of(page)
    if not page.locator("#board").count():
        look()
        hands.choose()
    else:
        to_the_table(page, hands.press)
    look()
    action = said(page)[1]["legal"][0]
    hands.press(page.locator(f'#board [data-card="{action.split()[0]}"]'))
    expect(page.locator(".spot").first).to_be_attached()
    look()
    page.keyboard.press("Escape")
    hands.press(page.locator('[data-key="judge"]'))
    expect(page.locator('[data-key="stay"]')).to_be_visible()  # ended without a play: asked
    look()
    hands.press(page.locator('[data-key="stay"]'))
    expect(page.locator('[data-key="preview"]')).to_be_visible()
    hands.press(page.locator('[data-key="preview"]'))
    expect(page.locator('[data-key="preview"].is-on')).to_be_visible()
    look()
    hands.press(page.locator('[data-key="preview"]'))
    expect(page.locator('[data-key="preview"]:not(.is-on)')).to_be_visible()
    with settings_of(page):
        look()
    hands.play()
    afterwards(page, look)


def test_clash_of_magic_schools(screen: Page, look: Callable[[], None], live_server: Any) -> None:
    """The first turn, a card that is chosen, the settings, a later turn, the end."""
    page = screen
    seats = {SCHOOLS[0]: {"kind": "me"}, SCHOOLS[1]: {"kind": "bot", "level": "greedy"}}
    made = create(schools_body(seed="2", seats=seats))
    take_over(page, live_server.url + made["seats"][SCHOOLS[0]]["url"])
    hands: SchoolsMouse = (SchoolsFinger if page.evaluate("navigator.maxTouchPoints > 0") else SchoolsMouse)(page)
    card = page.locator(".in-hand button.mbody").first
    expect(card).to_be_visible()
    look()
    hands.press(card, {"x": 8, "y": 6})
    expect(page.locator(".target").first).to_be_attached()
    look()
    page.keyboard.press("Escape")
    with settings_of(page):
        look()
    game = LiveGame.objects.get(token=made["id"])
    play_schools(page, hands, game, 14)
    look()
    play_schools(page, hands, game, 200)
    afterwards(page, look)


def test_clash_of_the_cards(screen: Page, look: Callable[[], None], live_server: Any) -> None:
    """Before the deal, each of what is done for the first time as it is chosen, the settings, the end."""
    page = screen
    bots = {seat: {"kind": "bot", "level": "random"} for seat in "BC"}
    made = create(cards_body(3, seed="5", seats={"A": {"kind": "me"}, **bots}))
    take_over(page, live_server.url + made["seats"]["A"]["url"])
    hands: CardsMouse = (CardsFinger if page.evaluate("navigator.maxTouchPoints > 0") else CardsMouse)(page)
    expect(page.locator(".deeds button")).to_be_visible()
    look()
    with settings_of(page):
        look()
    kinds: set[str] = set()

    def seen(action: str) -> None:
        """A look at what is lit for an action of a kind that was not yet done."""
        if (kind := action.partition(" ")[0]) not in kinds:
            kinds.add(kind)
            look()

    hands.lit = seen
    play_cards(page, hands, LiveGame.objects.get(token=made["id"]))
    assert {"deal", "draw", "battle", "champion", "end-turn"} <= kinds
    afterwards(page, look)

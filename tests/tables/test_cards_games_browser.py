"""Whole games of Clash of the Cards at the table's page by mouse, by touch and by keys; axe looks at their stages."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.armies.bots.habits import habit
from engine.kernel.chance import Chance
from tables.models import LiveGame
from tables.states import state_of
from tests.browsing import come_to_rest
from tests.tables.clients import create
from tests.tables.other_games import cards_body
from tests.tables.table_players import Keyboard, Taps, after, said, take_over

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
CORNER: Final[Any] = {"x": 8, "y": 8}  # of a card, where no other lies upon it
DOUBLE_CLICK: Final = 0.6  # seconds in which a second press at a place is taken for a double click, which is ignored
MAX_ACTIONS: Final = 400
STAGES: Final = (1, 5, 15)  # actions after which axe looks
PLACES: Final = 60  # as many as there can be


class Mouse:
    """Clicks on a card, then on its place; ``lit`` is told of an action before it is done, when its place is lit."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lit: Callable[[str], None] = lambda action: None
        self.pressed = 0.0  # when a deed was pressed last

    def press(self, button: Locator, position: Any = None) -> None:
        button.click(position=position)

    def aim(self, place: str) -> None:
        """Takes a lit place: all of its name do the same."""
        self.press(self.page.locator(f".target[{place}]").first)

    def play(self, action: str) -> None:
        page = self.page
        deed = page.locator(f'.deeds button[value="{action}"]')
        if deed.count():
            page.wait_for_timeout(1000 * max(0.0, self.pressed + DOUBLE_CLICK - time.monotonic()))
            self.lit(action)
            self.press(deed)
            self.pressed = time.monotonic()
            return
        data = json.loads(page.locator('[data-armies] script[type="application/json"]').text_content() or "")
        move = next(move for move in data["moves"] if move["action"] == action)
        self.press(page.locator(f'[data-from~="{move["from"]}"]').first, CORNER)
        self.lit(action)
        if move.get("via"):
            self.aim(f'data-via="{move["via"]}"')
        self.aim(f'data-action="{action}"')


class Finger(Taps, Mouse):
    """Taps."""


class Keys(Keyboard, Mouse):
    """Touches nothing but the keyboard."""

    def aim(self, place: str) -> None:
        expect(self.page.locator(".target:focus")).to_be_attached()
        for _ in range(PLACES):
            if self.page.locator(f".target[{place}]:focus").count():
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")


def choice(game: LiveGame, seat: int, chance: Chance) -> str:
    """What a player with habits does."""
    engine = state_of(game).engine
    legal = [str(action) for action in engine.legal_actions(seat)]
    wanted = str(habit(engine.inner.position, chance))
    return wanted if wanted in legal else legal[0]


def play_on(page: Page, hands: Mouse, game: LiveGame, middle: Callable[[int], None] = lambda _count: None) -> int:
    """Plays to the end; ``middle`` is told how many actions there were, which this answers too."""
    chance, count = Chance(0, "hands"), 0
    while count < MAX_ACTIONS:
        text, state = said(page)
        if state["view"] == "over":
            return count
        game.refresh_from_db()
        if not state["acts"]:
            after(page, text)
            continue
        come_to_rest(page)  # a board that has just been drawn hears nothing yet
        hands.play(choice(game, 0, chance))
        count += 1
        page.wait_for_function(
            """(before) => document.querySelector(".asks") ||
              document.getElementById("table-data")?.textContent !== before""",
            arg=text,
        )
        sure = page.locator('.asks button[value="end-turn"]')
        if sure.count():
            hands.press(sure)
        after(page, text)
        middle(count)
    raise AssertionError("the game does not end")


def whole(page: Page, hands: Mouse, check: Check, seats: int, seed: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    others = {seat: {"kind": "bot", "level": "random"} for seat in "BCDEF"[: seats - 1]}
    made = create(cards_body(seats, seed=seed, seats={"A": {"kind": "me"}, **others}))
    take_over(page, made["seats"]["A"]["url"])
    come_to_rest(page)
    check(page)
    game = LiveGame.objects.get(token=made["id"])
    count = play_on(page, hands, game, lambda count: check(page) if count in STAGES else None)
    game.refresh_from_db()
    assert count > STAGES[-1] and said(page)[1]["view"] == "over" and game.status == "over"
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_whole_game_on_a_desk_by_mouse(page: Page, assert_accessible: Check) -> None:
    whole(page, Mouse(page), assert_accessible, 2, "2")


@pytest.mark.long
def test_a_whole_game_on_a_phone_by_touch(phone: Page, assert_accessible: Check) -> None:
    whole(phone, Finger(phone), assert_accessible, 3, "5")


@pytest.mark.long
def test_a_whole_game_on_a_tablet_by_keys(page: Page, assert_accessible: Check) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    whole(page, Keys(page), assert_accessible, 4, "3")

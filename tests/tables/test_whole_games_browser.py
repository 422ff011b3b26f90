"""Whole games against bots through the table's page: on a phone by touch, on a desk by mouse, by keyboard alone.

A short one of each kind is played in any case; those that take longer are marked so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import NewPage
from tests.tables.clients import PERSONS
from tests.tables.table_players import BOT, Finger, Keys, Mouse, Player, is_done, said, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
ALONE = {"A": {"kind": "me"}}
TWO = {**ALONE, "B": BOT}
SPENT_8 = {"level": 8, "fixed_mana": 9, "variable_mana": 2, "ai_first": True, "resistance": True}
FOUR = {**ALONE, "B": BOT, "C": BOT, "D": BOT}


def play_whole(
    page: Page, player: type[Player], check: Check, mode: str, seats: dict[str, Any], chance: int, **more: Any
) -> None:
    """A game from its first choice to its end, looked at three times for what keeps people out."""
    game = sit_down(page, mode, seats, **more)
    hands = player(page, chance)
    hands.choose()
    check(page)
    hands.play(lambda: check(page))
    is_done(page, game, hands)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    check(page)
    page.reload()
    assert said(page)[1]["version"] == game.version
    hands.press(page.get_by_role("link", name="Replay", exact=True))
    page.wait_for_url(f"**/{game.token}/replay/**")


@pytest.mark.long
def test_a_duel_on_a_phone_by_touch(phone: Page, assert_accessible: Check) -> None:
    play_whole(phone, Finger, assert_accessible, "duel", TWO, 6, first="A", seed="6")


@pytest.mark.long
def test_a_free_for_all_on_a_desk_by_mouse(page: Page, assert_accessible: Check) -> None:
    play_whole(page, Mouse, assert_accessible, "ffa", FOUR, 1, first="A", seed="1")


@pytest.mark.long
def test_a_solo_custom_5_by_keyboard_alone(page: Page, assert_accessible: Check) -> None:
    custom = {"level": 5, "fixed_mana": 8, "ai_first": True, "variable_mana": 2}
    play_whole(page, Keys, assert_accessible, "solo", ALONE, 1, custom=custom, seed="1")


@pytest.mark.long
@pytest.mark.parametrize(
    ("player", "mode", "more"),
    [
        pytest.param(Finger, "ffa", {"first": "A"}, id="ffa-by-touch"),
        pytest.param(Keys, "ffa", {"first": "A", "exhaustion": True}, id="ffa-by-keys"),
        pytest.param(Mouse, "teams", {"first": "A"}, id="teams-by-mouse"),
        pytest.param(Finger, "teams", {"first": "A"}, id="teams-by-touch"),
        pytest.param(Keys, "coop", {}, id="coop-by-keys"),
        pytest.param(Finger, "solo", {"custom": SPENT_8}, id="solo-by-touch"),
        pytest.param(Mouse, "duel", {"first": "B"}, id="duel-by-mouse"),
    ],
)
def test_longer_games_against_better_bots(
    page: Page, phone: Page, assert_accessible: Check, player: type[Player], mode: str, more: dict[str, Any]
) -> None:
    """Every mode by other means, against bots that have learned something."""
    better = {"kind": "bot", "level": "greedy"}
    seats = {letter: better if letter != "A" else {"kind": "me"} for letter in PERSONS[mode]}
    used = phone if player is Finger else page
    play_whole(used, player, assert_accessible, mode, seats, 3, seed="3", **more)


@pytest.mark.long
@pytest.mark.parametrize(
    ("player", "mode", "size", "more"),
    [
        pytest.param(Keys, "duel", (768, 1024), {"form": "draft"}, id="draft-by-keys-on-a-tablet"),
        pytest.param(Finger, "duel", (844, 390), {"form": "constructed"}, id="constructed-by-touch-lying"),
        pytest.param(Mouse, "solo", (768, 1024), {}, id="solo-by-mouse-on-a-tablet"),
        pytest.param(Keys, "teams", (1280, 800), {}, id="teams-by-keys"),
        pytest.param(Mouse, "coop", (1280, 800), {}, id="coop-by-mouse"),
        pytest.param(Finger, "coop", (844, 390), {}, id="coop-by-touch-lying"),
    ],
)
def test_what_the_others_leave_out(
    new_page: NewPage,
    assert_accessible: Check,
    player: type[Player],
    mode: str,
    size: tuple[int, int],
    more: dict[str, Any],
) -> None:
    """The forms, ways and windows that no game above has."""
    is_touched = player is Finger
    window = {"width": size[0], "height": size[1]}
    page = new_page(viewport=window, has_touch=is_touched, is_mobile=is_touched, locale="en-GB")
    seats = {letter: BOT if letter != "A" else {"kind": "me"} for letter in PERSONS[mode]}
    play_whole(page, player, assert_accessible, mode, seats, 3, seed="3", **more)

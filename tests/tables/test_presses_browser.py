"""No press loses a turn: not by a key, a double click or a finger, not while the others' turns are shown, not by a
dialog, and not in the other games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, Route, expect

from tables.models import LiveGame
from tests.browsing import box_of, come_to_rest, eventually
from tests.tables.clients import create, seats_of
from tests.tables.other_games import schools_body, to_a_free_turn
from tests.tables.table_players import Mouse, after, said, settings_of, sit_down, take_over

pytestmark = pytest.mark.django_db(transaction=True)

BOT = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}
END, SURE, STAY, SKIP = (f'[data-key="{key}"]' for key in ("judge", "pass", "stay", "skip-turns"))


@pytest.fixture
def game(page: Page) -> LiveGame:
    """A Duel against a bot in which it is the turn of the page's seat."""
    game = sit_down(page, "duel", BOT, seed="11", first="A")
    Mouse(page, 1).choose()
    game.refresh_from_db()
    return game


def ends(game: LiveGame) -> int:
    return game.log.filter(seat="A", action="end-turn").count()


def overlap(box: FloatRect, other_box: FloatRect) -> bool:
    """Whether two boxes have a point in common."""
    return (
        box["x"] < other_box["x"] + other_box["width"]
        and other_box["x"] < box["x"] + box["width"]
        and box["y"] < other_box["y"] + other_box["height"]
        and other_box["y"] < box["y"] + box["height"]
    )


def lay_one(page: Page) -> None:
    text, state = said(page)
    action = next(candidate for candidate in state["legal"] if candidate.endswith(("upper", "lower")))
    page.locator(f'#board [data-card="{action.split()[0]}"]').click()
    page.locator(f'.spot[data-action="{action}"]').click()
    after(page, text)


def test_enter_ends_a_turn_only_with_plays_laid_out(page: Page, game: LiveGame) -> None:
    begun = game.version
    for _ in range(3):
        page.keyboard.press("Enter")
    page.locator(END).focus()
    for _ in range(3):  # a key that is held down, on the button itself
        page.keyboard.press("Enter")
        come_to_rest(page)
    expect(page.locator("#asks-to-end")).to_be_focused()
    game.refresh_from_db()
    assert game.version == begun
    page.locator(STAY).click()
    expect(page.locator(END)).to_be_visible()
    lay_one(page)
    page.keyboard.press("Enter")
    eventually(lambda: ends(game), 1)


def test_newcomers_are_asked_before_cards_are_left_over(page: Page, game: LiveGame) -> None:
    """By the button and by the key, until they do not want to be asked any more."""
    expect(page.locator("#settings")).to_have_attribute("data-newcomer", "")
    page.evaluate("localStorage.removeItem('ask before ending a turn')")
    page.add_init_script("delete localStorage['ask before ending a turn']")
    page.reload()
    lay_one(page)
    begun = game.version
    for press in (page.locator(END).click, lambda: page.keyboard.press("Enter")):
        press()
        expect(page.locator("#asks-to-end")).to_have_text("You can still play cards. End it anyway?")
        page.locator(STAY).click()
        expect(page.locator(END)).to_be_visible()
        page.evaluate("document.activeElement.blur()")
    game.refresh_from_db()
    assert game.version == begun
    with settings_of(page) as settings:
        settings.locator("[data-asks]").uncheck()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    eventually(lambda: ends(game), 1)


def test_the_look_of_the_table_changes_at_once_and_stays(page: Page, game: LiveGame) -> None:
    card = page.locator(".own-hand .win .token").last
    hand, lines = page.locator(".own-hand"), page.locator(".lines")
    kingdoms = page.locator(".kingdom.left").first, page.locator(".kingdom.right").first
    width = box_of(card)["width"]

    def is_changed() -> bool:
        left, right = (box_of(kingdom)["x"] for kingdom in kingdoms)
        is_above = box_of(hand)["y"] < box_of(lines)["y"]
        return box_of(card)["width"] > width * 1.1 and is_above and right < left

    assert not is_changed()
    with settings_of(page) as settings:
        settings.locator('[data-look="size"]').select_option("large")
        settings.locator('[data-look="side"]').check()
        settings.locator('[data-look="swapped"]').check()
        assert is_changed()
    lay_one(page)
    page.reload()
    assert is_changed()
    expect(page.locator('[data-look="side"]')).to_be_checked()


@pytest.mark.parametrize("width", [390, 1280])
def test_an_empty_turn_is_ended_by_two_buttons_that_lie_apart(page: Page, game: LiveGame, width: int) -> None:
    begun = game.version
    page.set_viewport_size({"width": width, "height": 800})
    before = box_of(page.locator(END))
    at = (before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.dblclick(*at)
    expect(page.locator(SURE)).to_be_visible()
    assert not overlap(before, box_of(page.locator(SURE)))
    page.mouse.click(*at)  # slower than a double click: what lies there now leads back
    expect(page.locator(END)).to_be_visible()
    game.refresh_from_db()
    assert game.version == begun
    page.locator(END).click()
    page.locator(SURE).click()
    eventually(lambda: ends(game), 1)


def test_while_the_others_turn_is_shown_a_press_skips_it(page: Page, game: LiveGame) -> None:
    """By mouse and by key: the turn that follows is not ended, however often it is pressed."""
    page.emulate_media(reduced_motion="no-preference")
    with settings_of(page) as settings:
        settings.locator("[data-pace]").select_option("slow")
    for press in (lambda: page.locator(SKIP).click(), lambda: page.keyboard.press("Enter")):
        done = ends(game)
        lay_one(page)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        expect(page.locator("#table[data-replays]")).to_be_attached()
        expect(page.locator(END)).to_be_hidden()
        expect(page.locator("[data-shown-turn]")).to_have_text(re.compile("turn"))
        press()
        expect(page.locator("#table[data-replays]")).to_have_count(0)
        expect(page.locator(END)).to_be_visible()
        for _ in range(2):
            page.keyboard.press("Enter")
        come_to_rest(page)
        assert ends(game) == done + 1
        assert said(page)[1]["acts"]


def test_a_key_meant_for_the_board_does_nothing_behind_a_dialog(page: Page) -> None:
    game = sit_down(page, "duel", BOT, seed="11", first="A")
    page.locator("button[name=action]").first.click()
    expect(page.locator("#decks")).to_be_visible()
    begun = LiveGame.objects.get().version
    for key in ("Enter", " ", "1", "u", "p", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#decks")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    come_to_rest(page)
    assert said(page)[1]["line"] == "" and said(page)[1]["view"] == "laying"
    game.refresh_from_db()
    assert game.version == begun


def test_the_decks_never_come_over_what_somebody_is_doing(page: Page) -> None:
    """They are there with the board: nothing is asked of the server first, and whoever has put them away is not asked
    again."""
    page.route(re.compile("/decks/"), lambda route: route.abort())
    sit_down(page, "duel", BOT, seed="11", first="A")
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () => { // after the page's scripts
          window.withBoard = [document.getElementById("board")?.tabIndex, document.getElementById("decks")?.open];
        })"""
    )
    page.locator("button[name=action]").first.click()
    expect(page.locator("#decks .card")).to_have_count(16)
    eventually(lambda: page.evaluate("window.withBoard"), [-1, True])
    page.keyboard.press("Escape")
    page.reload()
    eventually(lambda: page.evaluate("window.withBoard"), [-1, False])
    page.evaluate("localStorage.removeItem('decks that were seen')")

    # A browser drops what is pressed before it has drawn anything of a page.
    painted = "performance.getEntriesByType('paint').length > 0"

    def press_first(route: Route) -> None:
        eventually(lambda: page.evaluate(painted), True)
        page.mouse.click(5, 300)
        route.continue_()

    page.route(re.compile("/board-table"), press_first)
    page.reload()
    eventually(lambda: page.evaluate("window.withBoard"), [-1, False])
    page.get_by_role("link", name="The decks", exact=True).click()
    expect(page.locator("#decks")).to_be_visible()


def schools(page: Page) -> Any:
    """A table of both schools at one screen, in a turn that may be ended at once."""
    made = create(schools_body(seed="7"))
    for seat in made["seats"].values():
        take_over(page, seat["url"])
    page.goto(f"/play/{made['id']}/?seat={to_a_free_turn(seats_of(made))}")
    return made


def test_the_schools_ask_too(page: Page) -> None:
    made = schools(page)
    game = LiveGame.objects.get(token=made["id"])
    begun = game.version
    end = page.get_by_role("button", name="End the turn")
    end.dblclick()
    expect(page.get_by_text("You haven't done anything this turn.")).to_be_visible()
    game.refresh_from_db()
    assert game.version == begun
    page.get_by_role("link", name="Keep playing").click()
    expect(page.get_by_text("You haven't done anything this turn.")).to_have_count(0)
    end.click()
    expect(page.get_by_role("link", name="Keep playing")).to_be_visible()
    end.click()
    eventually(lambda: LiveGame.objects.get(token=made["id"]).version > begun, True)


def test_a_double_click_in_another_game_is_one(page: Page) -> None:
    """What comes under its second half is left alone."""
    made = schools(page)
    page.locator(".in-hand button.mbody").first.click(position={"x": 8, "y": 6})
    target = page.locator(".target").first  # the deal decides how many there are
    expect(target).to_be_visible()
    page.evaluate(
        """() => document.addEventListener("click", () => {
          const button = document.querySelector('#side button[value="end"]');
          const second = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 });
          setTimeout(() => button.dispatchEvent(second));
        }, { once: true, capture: true })"""
    )
    begun = LiveGame.objects.get(token=made["id"]).version
    target.click()
    eventually(lambda: LiveGame.objects.get(token=made["id"]).version > begun, True)
    come_to_rest(page)
    log = LiveGame.objects.get(token=made["id"]).log.filter(version__gt=begun)
    assert "end" not in [entry.action for entry in log]


def test_a_press_on_an_old_page_ends_nothing(page: Page, game: LiveGame) -> None:
    """The form says what was on the screen, its second question too."""
    page.locator(END).click()
    expect(page.locator(SURE)).to_be_visible()
    stale = page.locator(".asks input[name=version]")
    stale.evaluate("(field) => { field.value = String(Number(field.value) - 1); }")
    page.locator(SURE).click()
    expect(page.locator("#side .note.bad")).to_contain_text("Nothing was changed")
    assert ends(game) == 0

"""The first game in a real browser: all ten moments and on into the game, by touch on a phone and by keys on a desk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tables.models import FirstGame
from tests.browsing import come_to_rest, eventually
from tests.conftest import NewPage
from tests.tables.table_players import lay_by_keys

pytestmark = pytest.mark.django_db(transaction=True)

# What is played at each moment, turn by turn.
MEANT = [
    [["1 upper"]],
    [["0 upper"]],
    [["1 upper", "4 upper"]],
    [["1 upper"]],
    [["1 upper"], []],
    [["0 lower"]],
    [["0 at B upper 0"]],
    [["0 at B lower 0"]],
    [["2 upper"]],
    [["0 at B upper 0"]],
]
A_DOUBLE_CLICK = 600  # milliseconds; a browser counts 500
CHANGED = """(before) => {
  const data = document.getElementById("table-data")?.textContent;
  return data && data !== before && !document.querySelector("#table[aria-busy]");
}"""


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same real game each time."""
    monkeypatch.setattr("games.decks.first_game.services._new_seed", lambda: 7)


def data(page: Page) -> str:
    return page.locator("#table-data").text_content() or ""


def then(page: Page, act: Callable[[], Any]) -> None:
    """Does something, and waits until the table says something else."""
    before = data(page)
    act()
    page.wait_for_function(CHANGED, arg=before)


def go_through(page: Page, play: Callable[[str], None], press: Callable[[], None], look: Callable[[int], None]) -> None:
    """All ten moments; ``press`` is for the one button that ends a turn or leads on."""
    for number, turns in enumerate(MEANT, start=1):
        expect(page.locator(".moment .which-turn")).to_have_text(f"Moment {number} of 10")
        look(number)
        for turn in turns:
            if not turn:
                page.wait_for_timeout(A_DOUBLE_CLICK)  # two presses within it are one: no turn ends by accident
            for action in turn:
                then(page, lambda action=action: play(action))  # type: ignore[misc]
            then(page, press)
        expect(page.locator("#coach-head")).to_have_text("Well done")
        look(-number)
        address = page.url
        press()
        page.wait_for_url(lambda url, address=address: url.split("#")[0] != address.split("#")[0])
    expect(page.get_by_role("heading", name="What the bot does")).to_be_visible()


@pytest.mark.long
def test_ten_moments_and_a_game_on_a_phone_by_touch(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    phone.emulate_media(reduced_motion="reduce")
    phone.goto("/play/")
    phone.get_by_role("link", name="Learn in 5 minutes").tap()
    expect(phone.get_by_role("heading", name="Your first game")).to_be_visible()
    assert_accessible(phone)
    phone.get_by_role("button", name="Start", exact=True).tap()

    def play(action: str) -> None:
        phone.locator(f'#board [data-card="{action.split()[0]}"]').tap()
        spot = phone.locator(f'.spot[data-action="{action}"]')
        spot.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
        spot.tap(force=True)

    def press() -> None:
        phone.locator('[data-key="judge"]').tap()

    def look(number: int) -> None:
        """Nothing is wider than the phone; at the beginning both lines are in sight, at the end the way on."""
        come_to_rest(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
        if number > 0:
            lines, hand = phone.locator(".lines").bounding_box(), phone.locator(".own-hand").bounding_box()
            assert lines and hand
            assert lines["y"] > 0 and lines["y"] + lines["height"] < hand["y"] + 40
        else:
            expect(phone.locator('[data-key="judge"]')).to_be_in_viewport()
            expect(phone.locator(".moment .says")).to_be_in_viewport()
        if number in (1, -1):
            assert_accessible(phone)

    go_through(phone, play, press, look)
    assert_accessible(phone)
    phone.locator("button[name=action]").first.tap()
    expect(phone.locator(".explained .hint")).to_contain_text("You could play")
    assert_accessible(phone)
    legal = json.loads(data(phone))["legal"]
    then(phone, lambda: play(next(action for action in legal if action.endswith("upper"))))
    then(phone, press)
    expect(phone.locator(".explained")).to_contain_text(re.compile(r"B played "))
    phone.get_by_role("button", name="Hide explanations").tap()
    expect(phone.get_by_role("heading", name="Explanations are off")).to_be_visible()
    eventually(lambda: FirstGame.objects.get().explains, False)
    phone.goto("/play/first/")
    expect(phone.get_by_text("10 of 10 are done.")).to_be_visible()
    phone.get_by_role("link", name="Back to your real game").tap()
    expect(phone.locator("#table")).to_be_visible()


@pytest.mark.long
def test_ten_moments_and_a_game_by_keys_on_a_desk(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/play/first/")
    page.get_by_role("button", name="Start", exact=True).focus()
    page.keyboard.press("Enter")

    def play(action: str) -> None:
        # Cards have their numbers once the table's script is there, which answers the keys.
        page.locator(f'[data-zone="hand-A"] > .win[data-card="{action.split()[0]}"]').wait_for()
        lay_by_keys(page, action)

    def press() -> None:
        """Enter, wherever the focus is: on the button itself, or on nothing, which ends no turn without a play."""
        if page.locator('[data-key="judge"]:not([aria-keyshortcuts])').count():
            page.locator('[data-key="judge"]').focus()
        if page.evaluate("document.activeElement.closest('a, button') && !document.activeElement.dataset.key"):
            page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")

    def look(number: int) -> None:
        """On a desk the whole turn is in sight without scrolling."""
        expect(page.locator('[data-key="judge"]')).to_be_in_viewport(ratio=1)
        expect(page.locator("#board .own-hand")).to_be_in_viewport(ratio=1)
        if number == 8:
            assert_accessible(page)

    go_through(page, play, press, look)
    page.locator("button[name=action]").nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".explained .hint")).to_contain_text("You could play")
    then(page, press)
    page.locator('[data-key="pass"]').focus()
    then(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".explained")).to_contain_text(re.compile(r"B played "))


def test_another_thing_is_answered_kindly_and_put_back(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/play/first/")
    page.get_by_role("button", name="Two lines, two Bridges").click()
    then(page, lambda: page.locator('[data-key="judge"]').click())
    expect(page.locator("#coach-head")).to_have_text("Not quite")
    expect(page.locator(".moment")).to_contain_text("moved it 3 places")
    page.reload()
    expect(page.locator("#coach-head")).to_have_text("Not quite")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#coach-head")).to_have_text("Two lines, two Bridges")
    page.get_by_role("button", name="Skip this moment").click()
    expect(page.locator("#coach-head")).to_have_text("Newcomers wait")
    page.get_by_role("link", name="All moments").click()
    page.get_by_role("link", name="Continue").click()
    expect(page.locator("#coach-head")).to_have_text("Newcomers wait")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_it_has_both_themes_and_needs_no_script(new_page: NewPage, scheme: Any) -> None:
    page = new_page(
        viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="fr-FR", color_scheme=scheme
    )
    page.goto("/fr/play/first/")
    page.get_by_role("button", name="Commencer", exact=True).click()
    expect(page.locator("#coach-head")).to_have_text("Une Créature entre en jeu")
    page.locator(".choose button").first.click()
    page.get_by_role("button", name="Finir le tour").click()
    expect(page.locator("#coach-head")).to_have_text("Bien joué")
    page.get_by_role("button", name="Moment suivant").click()
    expect(page.locator("#coach-head")).to_have_text("Votre main, c\u2019est votre vie")

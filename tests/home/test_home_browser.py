"""The home page in a real browser: a first move by mouse, finger and keys, the board that plays it, and no scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browsing import box_of, come_to_rest
from tests.conftest import PHONE, NewPage
from tests.phones import SIZE, shift_of

SPARKS, PIKE = '.hands.below [data-card="1"]', '.hands.below [data-card="2"]'
SQUIRE, SHELL = '[data-zone="row-B-upper"] .fig', '[data-zone="row-B-lower"] .fig'
HEAD, SAYS = "#coach-head", ".coach .says"


@pytest.fixture(autouse=True)
def site(transactional_db: None) -> None:
    call_command("load_sets", verbosity=0)
    call_command("load_books", verbosity=0)


def quick(page: Page) -> Page:
    """Without movement: what is played is over at once."""
    page.emulate_media(reduced_motion="reduce")
    return page


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = box_of(page.locator(selector).first)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
def test_a_dragged_card_plays_the_assault_and_wins(page: Page) -> None:
    page.goto("/")
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")
    at, to = middle_of(page, SPARKS), middle_of(page, SQUIRE)
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0], at[1] - 20)
    page.mouse.move(*to, steps=4)
    page.mouse.up()
    expect(page.locator("#front[data-plays]")).to_be_attached()  # the board moves; the verdict waits
    expect(page.locator(HEAD)).to_be_hidden()
    expect(page.locator("#front:not([data-plays])")).to_be_attached()
    expect(page.locator(HEAD)).to_have_text("The Fort has fallen")
    expect(page.locator(HEAD)).to_be_visible()
    expect(page.locator("#move-says")).to_contain_text("The Fort has fallen")
    expect(page.locator('[data-panel="B"] [data-says="to_go"]')).to_contain_text("0")
    page.get_by_role("link", name="Again").click()
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")
    expect(page.locator(SQUIRE)).to_have_count(1)


@pytest.mark.long
def test_by_keys_alone(page: Page) -> None:
    quick(page).goto("/")
    expect(page.locator(SPARKS)).to_have_count(1)
    page.keyboard.press("2")
    page.keyboard.press("u")
    expect(page.locator(HEAD)).to_have_text("Not quite")
    page.keyboard.press("r")
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")
    page.keyboard.press("1")
    for _place in range(8):
        if page.locator(f"{SQUIRE} .spot:focus").count():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(HEAD)).to_have_text("The Fort has fallen")


def test_by_taps_on_a_phone_in_french(new_page: NewPage, assert_accessible: Callable[[Page], None]) -> None:
    phone = quick(new_page(viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR"))
    phone.goto("/fr/")
    phone.locator(SPARKS).tap()
    phone.locator(f"{SHELL} .spot").tap()
    expect(phone.locator(HEAD)).to_have_text("Pas tout à fait")
    assert_accessible(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_whoever_touches_a_playing_board_sees_its_end(page: Page) -> None:
    page.goto("/")
    page.locator(PIKE).click()
    page.locator('[data-zone="row-A-upper"] .spot').click()
    expect(page.locator("#front[data-plays]")).to_be_attached()
    page.mouse.click(5, 400)
    expect(page.locator(HEAD)).to_have_text("Not quite")
    expect(page.locator(HEAD)).to_be_visible()
    expect(page.locator('[data-zone="row-A-upper"] > .fig')).to_have_count(2)


@pytest.mark.long
def test_a_try_is_shown_and_the_board_is_as_before(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Show me an attempt").click()
    expect(page.locator("#front[data-plays]")).to_be_attached()
    expect(page.locator("#front:not([data-plays])")).to_be_attached()
    expect(page.locator(HEAD)).to_have_text("That fails. Now you try")
    expect(page.locator(SQUIRE)).to_have_count(1)
    expect(page.locator(SPARKS)).to_have_count(1)


@pytest.mark.long
def test_the_board_moves_by_itself_once(page: Page) -> None:
    page.clock.install()
    page.goto("/")
    expect(page.locator(SPARKS)).to_have_count(1)
    with page.expect_request("**/?watch=1"):
        page.clock.run_for(8000)
    page.clock.run_for(8000)
    expect(page.locator(HEAD)).to_have_text("That fails. Now you try")
    page.reload()
    expect(page.locator(SPARKS)).to_have_count(1)
    page.clock.run_for(9000)
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")


@pytest.mark.long
def test_nothing_moves_by_itself_where_nothing_should(page: Page) -> None:
    page.clock.install()
    quick(page).goto("/")
    expect(page.locator(SPARKS)).to_have_count(1)
    page.clock.run_for(9000)
    come_to_rest(page)
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")


@pytest.mark.long
def test_without_scripts_a_move_is_a_button(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False, locale="en-GB")
    page.goto("/")
    page.get_by_text("List all moves").click()
    page.get_by_role("button", name="at Acorn Squire (B)").click()
    expect(page.locator(HEAD)).to_have_text("The Fort has fallen")
    page.get_by_role("link", name="Again").click()
    expect(page.locator(HEAD)).to_have_text("Can you win this turn?")
    page.get_by_role("link", name="Show me an attempt").click()
    expect(page.locator(SAYS)).to_contain_text("Pitchfork brings only 2")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(new_page: NewPage, assert_accessible: Callable[[Page], None], scheme: str) -> None:
    page = new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme, locale="fr-FR")
    page.goto("/")
    assert_accessible(page)
    page.get_by_role("button", name="Lire en français").click()
    page.wait_for_url("**/fr/")
    come_to_rest(page)
    assert_accessible(page)
    page.goto("/")
    expect(page.get_by_role("button", name="Lire en français")).to_have_count(0)


def test_it_keeps_still_while_it_arrives(new_page: NewPage) -> None:
    for locale in ("en-GB", "fr-FR"):
        phone = new_page(viewport=SIZE, has_touch=True, is_mobile=True, locale=locale)
        assert shift_of(phone, "/").shift < 0.001


@pytest.mark.smoke
def test_play_begins_a_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play a Duel").click()
    page.wait_for_url("**/play/*/")
    expect(page.locator("h1")).to_be_visible()

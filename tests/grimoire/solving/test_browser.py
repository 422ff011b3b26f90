"""Solving in a real browser: by click, by drag, by keys, on a phone, without a script; retry, preview, two windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grimoire.models import Attempt, Puzzle
from tests.browsing import box_of, come_to_rest, eventually, sizes_of_scripts
from tests.conftest import PHONE
from tests.grimoire.factories import make_book, make_puzzle
from tests.grimoire.solving.table import NewPage, card, head, laid, open_page, place_card, steer, stored

pytestmark = pytest.mark.django_db(transaction=True)

HARD = ("1 lower", "3 at B lower 1", "0 at B lower 1")
WIN = "3 at A upper 0"


@pytest.fixture
def puzzle(transactional_db: None) -> Puzzle:
    return make_puzzle(position="win", title="Moonrise", afterword="It was the moon.")


@pytest.fixture
def hard(transactional_db: None) -> Puzzle:
    return make_puzzle(position="win-hard")


@pytest.mark.smoke
def test_solved_by_clicks(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    for count, action in enumerate(HARD, start=1):
        place_card(page, action)
        laid(page, count)
    page.get_by_role("button", name="Assault").click()
    head(page).to_have_text("Well done")
    expect(page.locator(".coach .says")).to_have_text("On the first try, without hints.")
    assert stored().state == "solved"


@pytest.mark.long
@pytest.mark.parametrize("touched", [False, True])
def test_the_verdict_comes_after_the_last_blow(page: Page, puzzle: Puzzle, touched: bool) -> None:
    """While the Assault is being played the page does not say how it ends; a touch stops it, and shows all."""
    page.clock.install()
    page.emulate_media(reduced_motion="no-preference")
    open_page(page, puzzle, still=False)
    place_card(page, WIN)
    laid(page, 1)
    page.get_by_role("button", name="Assault").click()
    expect(page.locator("#solve[data-plays]")).to_be_attached()
    expect(page.locator("#coach-head")).to_be_hidden()
    expect(page.locator(".coach .says")).to_be_hidden()
    expect(page.locator("#solve-says")).not_to_contain_text("Well done")
    if touched:
        page.mouse.wheel(0, 1)
    else:
        page.clock.run_for(10_000)
    expect(page.locator("#coach-head")).to_be_visible()
    head(page).to_have_text("Well done")
    expect(page.locator("#solve-says")).to_contain_text("Well done")
    expect(page.locator("#comments")).to_be_attached()


def test_after_the_keys_one_goes_on_at_the_beginning_of_a_page_of_small_scripts(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    assert 0 < sum(sizes_of_scripts(page)) < 138_000  # htmx, which is half of it, included
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("Tab")
    first = "document.querySelector('main').querySelector('a[href], button:not(:disabled), [tabindex=\"0\"]')"
    assert page.evaluate(f"document.activeElement === {first}")


@pytest.mark.long
def test_solved_by_keys_alone(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    page.keyboard.press("1")
    page.keyboard.press("l")
    laid(page, 1)
    page.keyboard.press("3")
    expect(page.locator(".spot").first).to_be_focused()
    steer(page, "ArrowRight", HARD[1])
    page.keyboard.press("Enter")
    laid(page, 2)
    page.keyboard.press("Backspace")
    laid(page, 1)
    page.keyboard.press("r")
    laid(page, 0)
    for count, (key, action) in enumerate((("1", HARD[0]), ("3", HARD[1]), ("1", HARD[2])), start=1):
        page.keyboard.press(key)
        steer(page, "ArrowLeft", action)
        page.keyboard.press("Enter")
        laid(page, count)
    page.keyboard.press("Enter")
    head(page).to_have_text("Well done")


def test_solved_by_dragging(page: Page, puzzle: Puzzle) -> None:
    """And a card dropped nowhere goes back."""
    open_page(page, puzzle)
    start = box_of(card(page, "1"))
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 300, start["y"] + 60, steps=5)
    page.mouse.up()
    expect(page.locator(".spot")).to_have_count(0)
    expect(page.locator(".drag-ghost")).to_have_count(0)
    laid(page, 0)
    expect(page.locator("#peek")).not_to_be_visible()
    start, end = box_of(card(page, "3")), box_of(page.locator('[data-zone="row-A-upper"] .fig'))
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] - 40, steps=4)
    expect(page.locator(".drag-ghost")).to_have_count(1)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()
    laid(page, 1)
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert stored().line == [WIN]


def test_solved_on_a_phone_by_tapping(phone: Page, puzzle: Puzzle) -> None:
    open_page(phone, puzzle)
    card(phone, "3").tap()
    phone.locator(f'.spot[data-action="{WIN}"]').tap()
    laid(phone, 1)
    phone.get_by_role("button", name="Assault").tap()
    head(phone).to_have_text("Well done")
    expect(phone.locator("#coach-head")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_solved_on_a_phone_that_lies(new_page: NewPage, hard: Puzzle) -> None:
    """The goal, the end of the turn and all that can be played are in sight, and the answer after it."""
    page = new_page(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    open_page(page, hard)
    for part in page.locator(".coach .goal, [data-key=judge], .own-hand .win .token, .lines .kingdom").all():
        expect(part).to_be_in_viewport(ratio=0.9)
    for count, action in enumerate(HARD, start=1):
        source, _, place = action.partition(" ")
        card(page, source).tap()
        page.locator(f'.spot[data-action="{source} {place}"]').tap()
        laid(page, count)
    page.get_by_role("button", name="Assault").tap()
    head(page).to_have_text("Well done")
    expect(page.locator("#coach-head")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


@pytest.mark.long
def test_solved_without_a_script(new_page: NewPage, puzzle: Puzzle) -> None:
    page = new_page(java_script_enabled=False)
    open_page(page, puzzle)
    page.locator(f'button[value="{WIN}"]').click()
    laid(page, 1)
    page.get_by_role("button", name="Preview", exact=True).click()
    head(page).to_have_text("Preview")
    page.locator(".to-step").nth(2).click()
    expect(page.locator("[data-step-now]")).to_have_text("2")
    page.get_by_role("button", name="Leave preview").click()
    page.get_by_role("button", name="Assault").click()
    head(page).to_have_text("Well done")
    expect(page.get_by_text("It was the moon.")).to_be_visible()


def test_hints_and_solution_without_a_script(new_page: NewPage, puzzle: Puzzle) -> None:
    page = new_page(java_script_enabled=False)
    open_page(page, puzzle)
    page.get_by_role("button", name="Hint: theme").click()
    page.get_by_role("button", name="Hint: where to look").click()
    expect(page.locator(".help li")).to_have_count(2)
    page.locator(".give-up summary").click()
    page.get_by_role("button", name="Show anyway").click()
    head(page).to_have_text("Solution")


@pytest.mark.long
def test_after_a_wrong_answer_the_next_try_is_there_at_once(page: Page, puzzle: Puzzle) -> None:
    following = make_puzzle(position="bastion")
    make_book(pages=[puzzle, following], place=1)
    open_page(page, puzzle)
    place_card(page, "1 upper")
    laid(page, 1)
    page.keyboard.press("Enter")
    head(page).to_have_text("Not quite")
    later = page.locator("#side .tools").get_by_role("link", name="Skip")
    assert later.evaluate("(link) => link.pathname") == following.get_absolute_url()
    expect(page.locator(".coach .says")).to_contain_text("still has")
    expect(page.locator("#solve-says")).to_contain_text("Not quite")
    frames = page.evaluate(
        """async () => {
          let frames = 0;
          document.querySelector('[data-key="reset"]').click();
          const hand = document.querySelector('[data-zone="hand-B"]');
          for (; hand.children.length !== 6; frames++) await new Promise(requestAnimationFrame);
          return frames;
        }"""
    )
    assert frames <= 5  # drawn without waiting for the server
    head(page).to_have_text("Your turn")
    laid(page, 0)
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.long
def test_a_wrong_answer_can_be_stepped_through_and_changed(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    place_card(page, "1 upper")
    laid(page, 1)
    page.keyboard.press("Enter")
    head(page).to_have_text("Not quite")
    last = page.locator("[data-step-now]").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-step-now]")).to_have_text(str(int(last) - 1))
    page.keyboard.press("Home")
    expect(page.locator("[data-step-now]")).to_have_text("0")
    page.locator("#slider").fill("2")
    expect(page.locator(".row.now")).to_have_attribute("data-step", "2")
    assert "step=" not in page.url
    page.get_by_role("button", name="Back to my plays").click()
    head(page).to_have_text("Your turn")
    laid(page, 1)


def test_the_assault_is_played_and_any_key_stops_it(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle, still=False)
    page.keyboard.press("p")
    head(page).to_have_text("Preview")
    expect(page.locator("[data-step-now]")).not_to_have_text("0")
    page.keyboard.press("x")
    stopped = page.locator("[data-step-now]").inner_text()
    page.wait_for_timeout(700)
    expect(page.locator("[data-step-now]")).to_have_text(stopped)
    page.keyboard.press("Escape")
    head(page).to_have_text("Your turn")
    assert not Attempt.objects.filter(tries__gt=0).exists()


@pytest.mark.long
def test_choosing_a_card_leaves_the_preview(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    page.get_by_role("button", name="Preview", exact=True).click()
    head(page).to_have_text("Preview")
    page.keyboard.press("Escape")
    head(page).to_have_text("Your turn")
    page.keyboard.press("p")
    head(page).to_have_text("Preview")
    page.keyboard.press("3")
    head(page).to_have_text("Your turn")
    expect(page.locator(f'.spot[data-action="{WIN}"]')).to_be_visible()


@pytest.mark.long
def test_a_reload_keeps_everything(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    place_card(page, HARD[0])
    laid(page, 1)
    page.reload()
    laid(page, 1)
    place_card(page, HARD[1])
    laid(page, 2)
    page.get_by_role("button", name="Hint: theme").click()
    expect(page.locator(".help li")).to_have_count(1)
    page.reload()
    laid(page, 2)
    expect(page.locator(".help li")).to_have_count(1)


@pytest.mark.long
def test_two_windows_lose_nothing(page: Page, hard: Puzzle, page_errors: list[str]) -> None:
    open_page(page, hard)
    place_card(page, HARD[0])
    laid(page, 1)
    other = page.context.new_page()
    open_page(other, hard)
    laid(other, 1)
    place_card(other, HARD[1])
    laid(other, 2)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("another window")
    laid(page, 2)
    assert stored().line == list(HARD[:2])
    assert all("409" in error for error in page_errors)
    page_errors.clear()


@pytest.mark.long
def test_the_back_button_loses_nothing(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    place_card(page, HARD[0])
    laid(page, 1)
    page.goto("/grimoire/")
    page.go_back()
    laid(page, 1)
    place_card(page, HARD[1])
    laid(page, 2)


def test_a_double_click_on_the_assault_counts_once(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    page.get_by_role("button", name="Assault").evaluate("button => { button.click(); button.click(); }")
    head(page).to_have_text("Not quite")
    assert (stored().tries, stored().revision) == (1, 1)


@pytest.mark.long
def test_hints_by_key_and_the_solution_step_by_step(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    for count in range(1, 5):
        page.keyboard.press("h")
        expect(page.locator(".help li")).to_have_count(count)
    expect(page.locator(".help li").last).to_contain_text("Sudden Moon, at Gate Stump (A)")
    page.locator(".give-up summary").click()
    expect(page.get_by_text("count as seen")).to_be_visible()
    page.get_by_role("button", name="Show anyway").click()
    head(page).to_have_text("Solution")
    expect(page.locator("[data-step-now]")).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step-now]")).to_have_text("1")
    expect(page.get_by_text("It was the moon.")).to_be_visible()
    page.locator(".after summary").click()
    page.locator(".after details a").first.click()
    head(page).to_have_text("A failed try")
    page.get_by_role("link", name="Back go to the board").click()
    head(page).to_have_text("Your turn")


@pytest.mark.long
def test_giving_up_at_once_has_to_be_meant(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    page.locator(".give-up summary").click()
    expect(page.get_by_text("It will count as unsolved.")).to_be_visible()
    assert not Attempt.objects.exists()
    page.get_by_role("button", name="Show anyway").click()
    head(page).to_have_text("Solution")
    assert stored().state == "shown"


@pytest.mark.long
def test_a_card_that_is_chosen_can_be_read(page: Page, puzzle: Puzzle) -> None:
    open_page(page, puzzle)
    card(page, "3").click()
    page.get_by_role("button", name="Read the card").click()
    expect(page.locator("#peek")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".spot")).to_have_count(0)
    page.locator('[data-zone="hand-A"] .token').last.click()
    expect(page.locator("#peek")).to_be_visible()


@pytest.mark.long
def test_the_keys_are_explained_and_lead_to_the_next_page(page: Page, puzzle: Puzzle, hard: Puzzle) -> None:
    make_book(pages=[puzzle, hard])
    open_page(page, puzzle)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("n")  # the window is open: keys are its own
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(hard.token))


def test_without_a_connection_nothing_is_lost(page: Page, hard: Puzzle, page_errors: list[str]) -> None:
    open_page(page, hard)
    place_card(page, HARD[0])
    laid(page, 1)
    page.context.set_offline(True)
    place_card(page, HARD[1])
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.context.set_offline(False)
    place_card(page, HARD[1])
    laid(page, 2)
    page_errors.clear()


def test_nothing_moves_by_itself_and_nothing_jumps(page: Page, hard: Puzzle) -> None:
    page.add_init_script(
        """window.shift = 0; new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    open_page(page, hard)
    come_to_rest(page)
    assert page.evaluate("window.shift") < 0.02
    place_card(page, HARD[0])
    laid(page, 1)
    page.keyboard.press("Enter")
    head(page).to_have_text("Not quite")
    eventually(lambda: page.evaluate("document.getAnimations().length"), 0)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(
    page: Page, puzzle: Puzzle, scheme: Any, assert_accessible: Callable[[Page], None], transactional_db: None
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(puzzle.get_absolute_url())
    assert_accessible(page)
    card(page, "3").click()
    assert_accessible(page)
    page.locator(f'.spot[data-action="{WIN}"]').click()
    laid(page, 1)
    page.keyboard.press("Enter")
    head(page).to_have_text("Well done")
    assert_accessible(page)
    for by in ("choices", "board"):
        page.goto(make_puzzle(position="predict-two", answer_by=by).get_absolute_url())
        assert_accessible(page)

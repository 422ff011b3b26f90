"""Solving without waiting for the server: what is pressed while it answers has its turn afterwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from grimoire.models import Puzzle
from tests.browsing import Held, eventually
from tests.grimoire.factories import make_puzzle
from tests.grimoire.solving.table import answered, card, head, laid, open_page, place_card, stored

pytestmark = pytest.mark.django_db(transaction=True)

LINE = r"/line/$"
WIN = "3 at A upper 0"
FIRST = "1 lower"  # of "win-hard"


@pytest.fixture
def hard(transactional_db: None) -> Puzzle:
    return make_puzzle(position="win-hard")


@pytest.mark.long
def test_the_assault_right_after_a_card(page: Page, transactional_db: None) -> None:
    open_page(page, make_puzzle(position="win"))
    line = Held(page, LINE)
    with line.asked():
        place_card(page, WIN)
    page.keyboard.press("Enter")
    line.let_go()
    head(page).to_have_text("Well done")


def test_the_next_card_is_chosen_where_the_answer_puts_it(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    line = Held(page, LINE)
    with line.asked():
        place_card(page, FIRST)
    key = card(page, "3").get_attribute("data-key")
    card(page, "3").click()
    expect(page.locator(".spot")).to_have_count(0)
    line.let_go()
    laid(page, 1)
    chosen = page.locator(f'#board .fig[data-key="{key}"]')
    expect(chosen).to_have_class(re.compile("chosen"))
    expect(page.locator(".spot")).not_to_have_count(0)


@pytest.mark.long
def test_taking_back_as_often_as_it_was_asked(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    for number, action in enumerate((FIRST, "3 at B lower 1"), start=1):
        with answered(page):
            place_card(page, action)
        laid(page, number)  # a card that is chosen before its answer is drawn is put down again
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")  # before the answer, or after it
    laid(page, 0)
    eventually(lambda: stored().line, [])


def test_a_double_click_does_not_press_what_the_answer_puts_there(page: Page, hard: Puzzle) -> None:
    open_page(page, hard)
    page.get_by_role("button", name="Assault").click()
    head(page).to_have_text("Not quite")
    again = page.locator('[data-key="reset"]')
    again.dispatch_event("click", {"detail": 2})
    head(page).to_have_text("Not quite")
    again.click()
    head(page).to_have_text("Your turn")
    assert stored().tries == 1

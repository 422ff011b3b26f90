"""The kinds of pages in a real browser: more turns, an AI, partners, and what is foretold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.decks.formats.interchange import read_position
from engine.decks.solving import solve
from grimoire.attempt_state import state_of
from grimoire.lines import read_start
from grimoire.models import Attempt
from grimoire.outcomes import truth_of
from grimoire.solving.judging import played_out
from grimoire.solving.predicting import questions_for
from tests.grimoire.factories import make_puzzle
from tests.grimoire.solving.table import NewPage, answered, head, laid, open_page, place_card, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_the_defence_answers_and_the_second_turn_decides(
    page: Page, assert_accessible: Callable[[Page], None], transactional_db: None
) -> None:
    open_page(page, make_puzzle(position="win-in-two"))
    expect(page.locator(".which-turn")).to_have_text("Turn 1 of 2")
    place_card(page, "1 lower")
    laid(page, 1)
    place_card(page, "1 lower")
    laid(page, 2)
    page.keyboard.press("Enter")
    expect(page.locator(".which-turn")).to_have_text("Turn 2 of 2")
    expect(page.locator(".coach .says")).to_contain_text("The defence has replied")
    expect(page.locator('[data-key="undo"]')).to_be_disabled()
    page.reload()
    expect(page.locator(".which-turn")).to_have_text("Turn 2 of 2")
    play_freely(page, assert_accessible)
    page.get_by_role("button", name="Assault").click()
    head(page).to_have_text("Well done")


def play_freely(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    """The enemy's turn by hand and back: by the board's keys, as one's own."""
    page.get_by_role("button", name=re.compile("^Play .'s turn yourself$")).click()
    head(page).to_have_text("Free play")
    expect(page.locator(".coach .says")).to_contain_text("Nothing counts here.")
    page.keyboard.press("Enter")
    expect(page.locator(".coach .says")).to_have_text("Your turn. Still won: find the answer.")
    assert_accessible(page)
    page.keyboard.press("Backspace")
    expect(page.locator(".coach .says")).to_contain_text("Nothing counts here.")
    page.get_by_role("link", name="Back to the puzzle").click()
    expect(page.locator(".which-turn")).to_have_text("Turn 2 of 2")


def test_a_wrong_first_turn_is_refuted(page: Page, transactional_db: None) -> None:
    open_page(page, make_puzzle(position="win-in-two"))
    page.locator('[data-key="judge"]').click()
    head(page).to_have_text("Not quite")
    expect(page.locator(".coach .says")).to_have_text("It can be refuted. At best afterwards: B's Fort still has 1 HP.")


@pytest.mark.long
@pytest.mark.parametrize("name", ["solo", "solo2", "coop2", "teams2"])
def test_against_an_ai_and_with_partners(page: Page, name: str, transactional_db: None) -> None:
    """Every turn of the solver's own side is the solver's; what enemies and AIs do happens by itself."""
    puzzle = make_puzzle(position=json.loads((Path(__file__).parent / "boards.json").read_text("utf-8"))[name])
    open_page(page, puzzle)
    line = [str(action) for action in solve(read_position(puzzle.position)).solutions[0]]
    whole = list(played_out(read_start(puzzle.position), line))
    while whole:
        seat = page.locator("#solve").get_attribute("data-seat")
        while whole[0] not in ("assault", "end-turn"):
            with answered(page):
                place_card(page, whole.pop(0))
            expect(page.locator("#board")).not_to_have_class(re.compile("choosing"))
        with answered(page):
            page.get_by_role("button", name="Assault").click()
        expect(page.locator("#solve")).to_have_attribute("data-view", re.compile("laying|solved"))
        if page.locator("#solve").get_attribute("data-view") == "solved":
            break
        attempt = stored()
        whole = list(played_out(read_start(puzzle.position), attempt.line))[len(attempt.line) :]
        assert page.locator("#solve").get_attribute("data-seat") != seat or name.endswith("2")
    head(page).to_have_text("Well done")


@pytest.mark.long
def test_foretelling_without_a_script(new_page: NewPage, transactional_db: None) -> None:
    page = new_page(java_script_enabled=False)
    puzzle = make_puzzle(position="predict-two", answer_by="board")
    open_page(page, puzzle)
    truth = truth_of(state_of(Attempt(puzzle=puzzle)).course)
    page.locator('[name="t7"][value="gone"]').check(force=True)
    side, left = truth["sA"].split()
    page.locator('[name="sA"]').fill("1")
    page.get_by_role("button", name="Check answer").click()
    head(page).to_have_text("Not quite")
    expect(page.locator(".part.is-wrong")).to_have_count(1)
    page.locator(f'[name="sA-side"][value="{side}"]').check(force=True)
    page.locator('[name="sA"]').fill(left)
    page.get_by_role("button", name="Check answer").click()
    head(page).to_have_text("Well done")


def test_foretelling_by_choices(page: Page, transactional_db: None) -> None:
    puzzle = make_puzzle(position="predict-two")
    open_page(page, puzzle)
    questions = questions_for(Attempt(puzzle=puzzle))
    for number, question in enumerate(questions):
        value = question.right if number else (question.right + 1) % len(question.answers)
        page.locator(f'[name="{question.key}"][value="{value}"]').check(force=True)
    page.get_by_role("button", name="Check answer").click()
    head(page).to_have_text("Not quite")
    expect(page.locator(".part.is-wrong")).to_have_count(1)
    expect(page.locator("#trace")).to_have_count(0)
    page.locator(f'[name="{questions[0].key}"][value="{questions[0].right}"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    head(page).to_have_text("Well done")
    expect(page.locator("#trace")).to_be_visible()


def test_foretelling_on_the_board(page: Page, transactional_db: None) -> None:
    puzzle = make_puzzle(position="predict-two", answer_by="board")
    open_page(page, puzzle)
    truth = truth_of(state_of(Attempt(puzzle=puzzle)).course)
    figure = page.locator('#board .fig[data-key="t7"]')
    for _ in range(5):  # unharmed, 1, 2, 3, 4, gone
        figure.click()
    expect(figure).to_have_class(re.compile("said-gone"))
    expect(page.locator("#peek")).not_to_be_visible()
    page.get_by_role("button", name="Check answer").click()
    head(page).to_have_text("Not quite")
    expect(figure).to_have_class(re.compile("said-gone"))
    expect(figure.locator(".says-it")).to_have_count(1)
    expect(page.locator('[data-part="t7"]')).to_have_class(re.compile("is-right"))
    side, left = truth["sA"].split()
    page.locator(f'[name="sA-side"][value="{side}"]').check(force=True)
    page.locator('[name="sA"]').fill(left)
    page.get_by_role("button", name="Check answer").click()
    head(page).to_have_text("Well done")

"""An author at work in a real browser: proving, saving by itself, two tabs, no script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Owner
from grimoire.models import Proof, Puzzle
from grimoire.proving import services as proving
from tests.browsing import lend, lose_an_answer
from tests.cards.factories import browser_of
from tests.conftest import NewPage
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db(transaction=True)


def signed_in(page: Page, live_server: Any, owner: Owner) -> Page:
    """The browser speaks for an owner."""
    client = browser_of(owner)
    lend(page, client, live_server)
    return page


@pytest.fixture
def owner() -> Owner:
    return make_owner("mirabel")


@pytest.fixture
def draft(owner: Owner) -> Puzzle:
    return make_puzzle(owner, published=False, position="win-hard", proof=None, title="The Knife")


def address(puzzle: Puzzle) -> str:
    return f"/grimoire/mine/{puzzle.token}/"


@pytest.mark.smoke
def test_from_a_press_to_a_published_page(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle, assert_accessible: Callable[[Page], None]
) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    expect(page.locator("#state")).to_contain_text("Not proven yet")
    proving.prove_now(position=proving.read_position(draft.position))  # known: the answer is there at once
    page.get_by_role("button", name="Prove").click()
    expect(page.locator("#proof")).to_contain_text("Correct: one solution")
    expect(page.locator("#state")).to_contain_text("Ready")  # it looked again by itself
    page.locator("#proof summary").last.click()
    expect(page.locator("#proof")).to_contain_text("Luck")
    assert_accessible(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#state")).to_contain_text("Withdraw")
    draft.refresh_from_db()
    assert draft.is_published


def test_a_title_that_is_too_long_is_said_and_not_cut(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle
) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    title = page.locator("#id_title")
    title.focus()
    title.select_text()
    page.keyboard.insert_text("A knife in the dark " * 5)
    expect(title).to_have_value("A knife in the dark " * 5)
    expect(page.locator("[data-problem=title]")).to_contain_text("at most 80 characters (it has 99)")
    draft.refresh_from_db()
    assert draft.title == "The Knife"


def test_a_step_of_the_solution_opens_the_board(page: Page, live_server: Any, owner: Owner) -> None:
    puzzle = make_puzzle(owner, published=False, position="win-hard")
    signed_in(page, live_server, owner).goto(address(puzzle))
    page.locator(".told a").nth(1).click()
    expect(page.locator("#board")).to_be_visible()
    assert "a=" in page.url


def test_progress_shows_and_the_search_can_be_stopped(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "QUICK_SECONDS", 0.0)
    signed_in(page, live_server, owner).goto(address(draft))
    page.get_by_role("button", name="Prove").click()
    expect(page.locator("#proof progress")).to_be_visible()
    Proof.objects.update(state=Proof.State.RUNNING, nodes=4321, seconds=12)
    expect(page.locator("#proof")).to_contain_text("4,321 positions in 12 s")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#proof")).to_contain_text("stopped before the end")
    expect(page.locator("#state")).to_contain_text("Not proven yet")


def test_words_save_themselves(page: Page, live_server: Any, owner: Owner, draft: Puzzle) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    page.get_by_label("Title", exact=True).fill("The Wall")
    expect(page.locator("[data-state]")).to_contain_text("Saved", timeout=15_000)
    expect(page.locator("h1")).to_have_text("The Wall")
    draft.refresh_from_db()
    assert draft.title == "The Wall"
    page.reload()
    expect(page.get_by_label("Title", exact=True)).to_have_value("The Wall")
    expect(page.locator("[data-draft]")).to_be_hidden()


@pytest.mark.long
def test_what_cannot_be_saved_says_so_and_stays(page: Page, live_server: Any, owner: Owner, draft: Puzzle) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    page.get_by_label("Your own solution").fill("9 upper")
    expect(page.locator("[data-problem=intended_text]")).to_contain_text("Action 1", timeout=15_000)
    expect(page.locator("[data-state]")).to_contain_text("Not saved yet")
    page.reload()
    expect(page.locator("[data-draft]")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Your own solution")).to_have_value("9 upper")


@pytest.mark.long
def test_two_tabs_ask_before_anything_is_lost(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle, page_errors: list[str]
) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    other = page.context.new_page()
    other.goto(address(draft))
    other.get_by_label("Title", exact=True).fill("From the other tab")
    expect(other.locator("[data-state]")).to_contain_text("Saved", timeout=15_000)
    page.get_by_label("Title", exact=True).fill("From this tab")
    expect(page.locator("[data-conflict]")).to_contain_text("saved elsewhere", timeout=15_000)
    expect(page.locator("[data-conflict]")).to_contain_text("From the other tab")
    page.get_by_role("button", name="Keep this one").click()
    expect(page.locator("h1")).to_have_text("From this tab")
    draft.refresh_from_db()
    assert draft.title == "From this tab"
    page_errors.clear()  # the browser notes the answer 409


@pytest.mark.parametrize("pause", [0, 400])
def test_typing_and_reloading_is_no_conflict(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle, pause: int
) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    page.get_by_label("Title", exact=True).fill("The Wall")
    page.wait_for_timeout(pause)
    page.reload()
    expect(page.get_by_label("Title", exact=True)).to_have_value("The Wall")
    page.get_by_label("Afterword", exact=True).fill("Well done.")
    expect(page.locator("[data-state]")).to_contain_text("Saved", timeout=15_000)
    expect(page.locator("[data-conflict]")).to_be_empty()
    expect(page.locator("[data-draft]")).to_be_hidden()
    draft.refresh_from_db()
    assert (draft.title, draft.afterword) == ("The Wall", "Well done.")


def test_words_whose_answer_was_lost_are_no_conflict(
    page: Page, live_server: Any, owner: Owner, draft: Puzzle, page_errors: list[str]
) -> None:
    signed_in(page, live_server, owner).goto(address(draft))
    lost = lose_an_answer(page, f"**{address(draft)}")
    page.get_by_label("Title", exact=True).fill("The Wall")
    expect(page.locator("[data-state]")).to_have_class(re.compile("bad"), timeout=15_000)
    page.get_by_label("Title", exact=True).fill("The Gate")
    expect(page.locator("[data-state]")).to_contain_text("Saved", timeout=15_000)
    draft.refresh_from_db()
    assert (lost, draft.title) == ([200], "The Gate")
    page_errors.clear()  # the answer that was lost, and 409


@pytest.mark.long
def test_everything_works_without_a_script(new_page: NewPage, live_server: Any, owner: Owner, draft: Puzzle) -> None:
    page = signed_in(new_page(java_script_enabled=False), live_server, owner)
    page.goto(address(draft))
    page.get_by_label("Title", exact=True).fill("By hand")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("By hand")
    proving.prove_now(position=proving.read_position(draft.position))
    page.get_by_role("button", name="Prove").click()
    expect(page.locator("#proof")).to_contain_text("Correct: one solution")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#state")).to_contain_text("Withdraw")


@pytest.mark.long
def test_the_list_on_a_phone(
    phone: Page, live_server: Any, owner: Owner, draft: Puzzle, assert_accessible: Callable[[Page], None]
) -> None:
    make_puzzle(owner, position="damage", flag_reason="several", flagged_at=draft.created)
    signed_in(phone, live_server, owner).goto("/grimoire/mine/")
    expect(phone.locator(".own-row")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(phone)
    phone.goto(address(draft))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(phone)


@pytest.mark.long
def test_a_proof_page_on_a_phone_and_sealed(
    phone: Page, live_server: Any, owner: Owner, assert_accessible: Callable[[Page], None]
) -> None:
    make_puzzle(make_owner("other"), position="win-hard", title="The Gate")
    signed_in(phone, live_server, owner)
    phone.goto("/")
    phone.evaluate(
        """(position) => {
          const form = document.createElement("form");
          form.method = "post";
          form.action = "/grimoire/proofs/";
          form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
          const field = document.createElement("input");
          field.name = "position";
          field.value = position;
          form.append(field);
          document.body.append(form);
          form.submit();
        }""",
        json.dumps(position_json("win-hard")),
    )
    expect(phone.locator("#proof")).to_contain_text("The Gate")
    expect(phone.locator(".told")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(phone)
    phone.get_by_role("button", name="Give up").click()
    expect(phone.locator(".told").first).to_be_visible()
    assert_accessible(phone)

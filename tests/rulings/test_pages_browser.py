"""The pages of the rules in a browser: stepping through an example, "why?", the matrix, without JavaScript too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PHONE, NewPage

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_example_is_stepped_through_by_keyboard(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/rulings/aerial/")
    live = page.locator("[data-live]").first
    expect(live.locator(".moment").first).to_be_visible()
    live.locator("input").first.focus()
    page.keyboard.press("ArrowDown")
    expect(live.locator(".moment").nth(1)).to_be_visible()
    expect(live.locator(".moment").first).to_be_hidden()
    assert_accessible(page)


def test_every_step_is_there_without_script(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    page.goto("/fr/rulings/aerial/")
    live = page.locator("[data-live]").first
    live.locator(".live-step label").nth(2).click()
    expect(live.locator(".moment").nth(2)).to_be_visible()
    assert page.locator("[data-why]").first.get_attribute("href")


def test_why_is_answered_in_place(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/board/?sample=first-assault")
    page.locator("a.ruling[data-why]").first.click()
    dialog = page.locator("dialog.why-dialog")
    expect(dialog).to_be_visible()
    assert "sample=first-assault" in page.url
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.long
def test_a_cell_opens_beside_the_matrix(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/rulings/matrix/")
    page.locator('a.dot[href="/rulings/matrix/sprint/aquatic/"]').click()
    expect(page.locator("#cell")).to_contain_text("Aquatic then doubles its attack value")
    expect(page.locator("#cell .moment:visible")).to_have_count(1)  # that of the step that decides
    assert page.url.endswith("/rulings/matrix/")
    assert_accessible(page)


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        "/rulings/",
        "/rulings/?q=fly",
        "/rulings/rules/",
        "/rulings/rules/order/",
        "/fr/rulings/rules/turn/",
        "/fr/rulings/examples/rage-2/",
        "/rulings/glossary/",
        "/rulings/abilities/enchain/",
        "/rulings/matrix/aura/rage/",
        "/rulings/questions/",
    ],
)
def test_pages_are_accessible_and_fit_a_phone(
    phone: Page, assert_accessible: Callable[[Page], None], path: str
) -> None:
    phone.goto(path)
    assert_accessible(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hint_is_shown_to_the_keyboard(page: Page) -> None:
    page.goto("/rulings/rules/turn/")
    hinted = page.locator(".hinted").first
    hinted.locator("a").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(hinted.locator(".hint-box")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hinted.locator(".hint-box")).to_be_hidden()


def test_an_example_unfolds_in_place(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/rulings/abilities/rage/")
    folded = page.locator("#rage-2")
    expect(folded.locator("[data-live]")).to_have_count(0)
    folded.locator("a[data-unfold]").click()
    expect(page.locator("#rage-2 .moment").first).to_be_visible()
    assert page.url.endswith("/rulings/abilities/rage/")
    assert_accessible(page)
    page.goto("/rulings/")
    page.goto("/rulings/abilities/rage/#rage-3")  # named, it is open
    expect(page.locator("#rage-3 .moment").first).to_be_visible()


def test_a_folded_example_has_a_page_without_script(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    page.goto("/fr/rulings/abilities/rage/")
    page.locator("#rage-2 a[data-unfold]").click()
    expect(page.locator(".moment").first).to_be_visible()
    assert page.url.endswith("/fr/rulings/examples/rage-2/")


def test_a_question_is_asked(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/rulings/questions/")
    page.get_by_label("Your question").fill("May I look?")
    page.get_by_role("button", name="Ask a question").click()
    expect(page.locator("h1")).to_have_text("Your question")
    assert_accessible(page)


@pytest.mark.smoke
def test_a_key_opens_the_search_from_any_page(page: Page) -> None:
    page.goto("/print/")
    page.keyboard.press("/")
    page.wait_for_url("**/rulings/#rule-q")
    expect(page.locator("#rule-q")).to_be_focused()
    page.goto("/rulings/rage/")
    page.keyboard.press("/")
    expect(page.locator("#rule-q")).to_be_focused()

"""Asking on a phone: similar rulings while typing, a position by one press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PHONE, NewPage

pytestmark = pytest.mark.django_db(transaction=True)


def test_similar_rulings_come_while_typing_and_nothing_moves(
    new_page: NewPage, assert_accessible: Callable[[Page], None]
) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/rulings/questions/?game=magic-schools")
    below = page.get_by_label("The position, in one line")
    before = below.bounding_box()
    page.get_by_label("Your question").press_sequentially("how do I pass a trial")
    expect(page.locator("#similar a[href*='/rulings/magic-schools/M']").first).to_be_visible()
    assert below.bounding_box() == before
    assert page.locator("#similar").get_attribute("aria-live") == "polite"
    page.get_by_label("Game").select_option("clash-of-decks")
    expect(page.locator("#similar a[href*='/rulings/magic-schools/']")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)


def test_an_example_is_asked_about_by_one_press(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/rulings/clash-of-the-cards/C3.5/")
    page.get_by_role("link", name="Ask about this position").first.click()
    expect(page.get_by_label("Game")).to_have_value("clash-of-the-cards")
    expect(page.get_by_label("The position, in one line")).not_to_have_value("")
    page.get_by_label("Your question").fill("Why so?")
    page.get_by_role("button", name="Ask a question").click()
    expect(page.locator("h1")).to_have_text("Your question")
    expect(page.locator(".game-example")).to_be_visible()


def test_without_scripts_a_button_finds_similar_rulings(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    page.goto("/fr/rulings/questions/?game=magic-schools&text=comment+passer+une+epreuve")
    expect(page.locator("#similar a[href*='/rulings/magic-schools/M']").first).to_be_visible()
    page.get_by_role("button", name="Chercher des points proches").click()
    expect(page.locator("#similar a[href*='/rulings/magic-schools/M']").first).to_be_visible()

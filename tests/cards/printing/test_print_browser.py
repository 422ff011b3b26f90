"""Printing in a real browser: from a deck to a file, options that change the preview, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cards.models import Kind
from tests.cards.factories import make_card, make_cards, make_deck, make_set

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deck() -> Any:
    card_set = make_set("embers")
    return make_deck("Embers", make_cards(8, card_set), stronghold=make_card("Keep", card_set, kind=Kind.STRONGHOLD))


def drawn(page: Page) -> int:
    return int(page.locator(".previews img").first.evaluate("image => image.decode().then(() => image.naturalWidth)"))


@pytest.mark.smoke
def test_from_a_deck_to_its_sheet(page: Page, deck: Any, assert_accessible: Callable[[Page], None]) -> None:
    page.goto(deck.get_absolute_url())
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.get_by_text("9 cards, 1 sheet of A4, 3 × 3")).to_be_visible()
    assert drawn(page) > 300
    assert_accessible(page)
    with page.expect_response(re.compile(r"preview\.png.*paper=letter")):
        page.get_by_label("Paper").select_option("letter")
    expect(page.get_by_text("9 cards, 1 sheet of US Letter")).to_be_visible()
    page.get_by_label("Backs", exact=True).select_option("none")
    expect(page.get_by_text("10 cards, 2 sheets of US Letter")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == "embers-letter.pdf"
    page.reload()
    expect(page.get_by_label("Paper")).to_have_value("letter")  # remembered


def test_a_shop_decides_what_is_not_asked_then(
    page: Page, deck: Any, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(f"/print/?deck={deck.token}&purpose=shop")
    expect(page.get_by_label("File", exact=True)).to_be_visible()
    page.get_by_label("Shop", exact=True).select_option("makeplayingcards")
    expect(page.get_by_text("PNGs of 822 × 1122 pixels")).to_be_visible()
    expect(page.get_by_label("File", exact=True)).to_be_hidden()
    page.get_by_text("Details").click()
    expect(page.get_by_label("PNG resolution")).to_be_visible()
    expect(page.get_by_label("Card size")).to_be_hidden()
    assert_accessible(page)


@pytest.mark.long
def test_an_offset_that_cannot_be(page: Page, deck: Any, page_errors: list[str]) -> None:
    page.goto(f"/print/?deck={deck.token}")
    page.get_by_text("Details").click()
    page.get_by_label("Shift backs up").fill("99")
    page.get_by_label("Shift backs up").blur()
    expect(page.get_by_role("alert")).to_contain_text("less than or equal to 5")
    page.get_by_label("Shift backs up").fill("1.5")
    page.get_by_label("Shift backs up").blur()
    expect(page.get_by_role("button", name="Download")).to_be_visible()
    assert all("422" in error for error in page_errors)
    page_errors.clear()


def test_without_scripts_on_a_phone(new_page: Any, deck: Any) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="fr-FR")
    page.goto(f"/fr/print/?deck={deck.token}")
    page.locator("select[name=paper]").select_option("a3")
    page.locator(".print-form button").click()
    expect(page).to_have_url(re.compile("paper=a3"))
    expect(page.locator("input[name=paper]")).to_have_attribute("value", "a3")
    with page.expect_download() as waiting:
        page.locator(".print-get button").click()
    assert waiting.value.suggested_filename == "embers-a3.pdf"


@pytest.mark.long
def test_nothing_is_wider_than_a_phone(phone: Page, deck: Any, assert_accessible: Callable[[Page], None]) -> None:
    phone.goto(f"/print/?deck={deck.token}")
    assert drawn(phone) > 300
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    assert_accessible(phone)

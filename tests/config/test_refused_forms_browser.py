"""Forms of pages that were open while somebody signed in or out in another tab."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "1 Ferry Pike\n1 Nobody Knows This Card"


def test_a_new_token_is_taken_from_the_cookie(new_page: Callable[..., Page], page_errors: list[str]) -> None:
    page = new_page()
    page.goto("/decks/import/")
    page.locator("textarea").first.fill(LIST)
    (host,) = {cookie["domain"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken"}
    page.context.add_cookies([{"name": "csrftoken", "value": "n" * 32, "domain": host, "path": "/"}])
    page.locator("main form button.strong").first.click()
    expect(page.locator("main")).to_contain_text("Nobody Knows This Card")
    expect(page.locator("main")).not_to_contain_text("expired")
    refused(page_errors, "422")


def test_without_a_cookie_the_text_is_kept_and_sent_again(
    new_page: Callable[..., Page], page_errors: list[str]
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto("/decks/import/")
    page.locator("textarea").first.fill(LIST)
    page.context.clear_cookies()
    page.locator("main form button.strong").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This form has expired")
    expect(page.get_by_text("Your text is kept")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.wait_for_load_state()
    page.get_by_role("button", name="Send again").click()
    expect(page).to_have_url(re.compile("/decks/import/$"))
    expect(page.locator("main")).to_contain_text("Nobody Knows This Card")
    expect(page.locator("main")).not_to_contain_text("expired")
    refused(page_errors, "403", "422")


def refused(page_errors: list[str], *statuses: str) -> None:
    """The browser notes these answers as errors, which are the ones that are asked for."""
    page_errors[:] = [error for error in page_errors if not any(status in error for status in statuses)]

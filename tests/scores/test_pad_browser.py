"""A score pad on a phone, with one thumb: points are there while one taps, and nothing keeps anybody out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
def test_a_hand_is_written_with_one_thumb(
    phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    page = phone
    page.goto(f"{live_server.url}/scores/new/pad/")
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Start").tap()
    who = page.get_by_role("group", name="Who laid down?")
    who.get_by_label("Ann").tap()
    ann = page.get_by_role("group", name="Ann", exact=True)
    ann.locator("[name=army_0_1]").tap()
    expect(page.locator("#pad-count")).to_contain_text("at least two armies")
    ann.locator("[name=army_0_9]").tap()
    expect(page.locator("#pad-count")).to_contain_text("Ann 450")
    small = page.evaluate(
        """() => [...document.querySelectorAll(".toggles label, .thumb-bar button:not(.no-js)")]
            .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
            .filter((box) => box.height < 44 || box.width < 44).length"""
    )
    assert small == 0, "all that is tapped is as large as a thumb"
    assert_accessible(page)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".score-table .total td").first).to_have_text("450")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

"""Two people say what they are called, on a desktop and on a phone, and meet at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import fits

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_meet_by_name(page: Page, live_server: Any, assert_accessible: Callable[[Page], None]) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/play/")
    page.get_by_label("Your name").fill("Ada L.")
    page.get_by_role("link", name="Teams").click()
    expect(page.get_by_label("Seat D")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada L.")  # and not in the address
    assert "Ada" not in page.url
    page.get_by_role("link", name="Duel").click()
    expect(page.get_by_label("Seat D")).to_have_count(0)
    page.get_by_label("Seat B").select_option("anybody")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".about-seats")).to_contain_text("Ada L.")
    browser = page.context.browser
    assert isinstance(browser, Browser)
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR") as context:
        friend = context.new_page()
        friend.goto(f"{live_server.url}/fr/play/lobby/")
        assert fits(friend)
        assert_accessible(friend)
        expect(friend.locator("#lobby")).to_contain_text("Ada L.")
        friend.get_by_label("Votre nom").fill("Modérateur")
        friend.get_by_role("button", name="Rejoindre").click()
        expect(friend.get_by_text("Ce nom ressemble")).to_be_visible()
        friend.get_by_label("Votre nom").fill("Élodie")
        friend.get_by_role("button", name="Rejoindre").click()
        expect(friend.locator(".about-seats")).to_contain_text("Élodie")
        assert fits(friend)
    expect(page.locator(".about-seats")).to_contain_text("Élodie")
    page.goto(f"{live_server.url}/play/")
    expect(page.get_by_label("Your name")).to_have_value("Ada L.")

"""A table of Clash of the Cards in the browser: what others do is seen at once, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tables.clients import Seat, create
from tests.tables.other_games import KIDS, cards_body
from tests.tables.table_players import take_over


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
def test_a_table_is_played_by_hand_and_follows_the_others(page: Page, live_server: Any) -> None:
    body = cards_body(2, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}})
    made = create(body)
    joining = Seat(made["id"])
    joined = joining.post("/join", {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]})
    other = Seat(made["id"], joined["token"], "B")
    take_over(page, live_server.url + made["seats"]["A"]["url"])
    deal = page.get_by_role("button", name="Deal", exact=True)
    deal.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#coach-head")).to_have_text(re.compile("to play"))
    expect(page.locator(".own-hand .is-army")).to_have_count(8)
    expect(page.locator("#phrases")).to_be_attached()
    other.act(other.look()["version"], "draw")
    expect(page.locator(".told")).to_contain_text("B draws a card.")
    other.act(other.look()["version"], "end-turn")
    expect(page.locator("#coach-head")).to_have_text("Your turn")
    expect(page).to_have_title(re.compile("^Your turn"))
    page.locator(".skip-replay").wait_for(state="hidden")
    page.locator(".own-hand button.mbody").first.click(position={"x": 8, "y": 8})
    expect(page.locator("[data-outcome]")).to_contain_text("All others put in their")
    page.locator(".target").click()
    expect(page.locator(".told")).to_contain_text("A opens a battle")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

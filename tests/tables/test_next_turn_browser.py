"""Two at a table in a real browser: each sees whether the other is there, and lays down the next turn meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tables.models import LogEntry
from tests.browsing import eventually
from tests.conftest import NewPage
from tests.tables.clients import body_of, create
from tests.tables.table_players import after, end_turn, know_decks, said, take_over

pytestmark = pytest.mark.django_db(transaction=True)

# As when somebody goes to another tab.
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_next_turn_is_laid_down_while_the_other_plays(page: Page, new_page: NewPage) -> None:
    made = create(body_of("duel", "constructed", first="A", seed="1"))
    other = new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
    for tab, letter in ((page, "A"), (other, "B")):
        know_decks(tab, made["id"])
        tab.emulate_media(reduced_motion="reduce")
        take_over(tab, made["seats"][letter]["url"])
    mark = page.locator('.seat[data-panel="B"]')
    expect(mark).to_have_attribute("data-presence", "here")
    for is_hidden, presence in ((True, "away"), (False, "here")):
        other.evaluate(HIDE, is_hidden)
        expect(mark).to_have_attribute("data-presence", presence)
        expect(page.locator("#phrase-says")).to_have_text(f"B (Guest), {presence}")
    other.get_by_text("Say something").click()
    other.get_by_role("button", name="Hooray").click()
    expect(page.locator('[data-panel="B"] .bubble .emote')).to_be_visible()

    legal = said(other)[1]["legal"]
    play = next(action for action in legal if action.endswith("upper"))
    other.keyboard.press("1")
    other.keyboard.press("u")
    expect(other.locator("#table")).to_have_attribute("data-view", "planning")
    expect(other.locator(".fig.is-planned")).to_have_count(1)
    expect(other.locator("#table-says")).not_to_be_empty()
    other.reload()
    expect(other.locator(".fig.is-planned")).to_have_count(1)
    expect(page.locator(".kingdom .fig")).to_have_count(0)
    other.locator("[data-plays-itself]").check()
    text, _state = said(other)
    end_turn(page)
    after(other, text)
    eventually(lambda: play in LogEntry.objects.filter(seat="B").values_list("action", flat=True), True)
    eventually(lambda: said(page)[1]["acts"], True)

"""Two at a table of Clash of Magic Schools: the next turn is laid down meanwhile, and played when it comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tables.models import LogEntry
from tests.browsing import eventually
from tests.conftest import NewPage
from tests.tables.clients import create, seats_of
from tests.tables.other_games import schools_body
from tests.tables.table_players import take_over
from tests.tables.test_laid_ahead import end_turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_what_was_laid_down_is_played_by_itself(
    new_page: NewPage, assert_accessible: Callable[[Page], None], size: tuple[int, int]
) -> None:
    made = create(schools_body(seed="2"))
    page = new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page.emulate_media(reduced_motion="reduce")
    take_over(page, made["seats"]["blancgriffon"]["url"])
    page.locator("[data-from^='hand:']").first.click()  # by card and place
    target = page.locator(".target").first
    action = target.get_attribute("data-action")
    target.click()
    expect(page.locator(".on-board.is-ahead")).to_be_visible()
    expect(page.locator(".laid.is-planned li")).to_have_count(1)
    page.reload()
    expect(page.locator(".laid.is-planned li")).to_have_count(1)
    assert_accessible(page)
    page.locator("[data-plays-itself]").check()
    end_turn(seats_of(made)["dragombre"])
    eventually(lambda: action in LogEntry.objects.filter(seat="blancgriffon").values_list("action", flat=True), True)
    expect(page.locator(".on-board.is-ahead")).to_have_count(0)
    page.wait_for_url(lambda address: "line=" not in address)

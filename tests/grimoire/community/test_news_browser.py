"""The count beside one's name and the curve of one's rating, as they are seen, on a phone and in the dark too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grimoire.community import services
from grimoire.community.ratings import rate_first_attempt
from grimoire.gate import Gate
from grimoire.models import Puzzle
from tests.browsing import lend
from tests.conftest import PHONE, NewPage
from tests.grimoire.community.people import attempted, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_news_lead_to_the_comments_and_are_gone_then(
    new_page: NewPage, live_server: Any, assert_accessible: Callable[[Page], None], scheme: str
) -> None:
    author, client = member("mirabel")
    puzzle = make_puzzle(author, title="Moonrise")
    services.add_comment(owner=make_owner("corentin"), puzzle=puzzle, gate=Gate(is_open=True), text="Lovely")
    page = new_page(viewport=PHONE, color_scheme=scheme, java_script_enabled=True)
    lend(page, client, live_server)
    page.goto("/grimoire/mine/")
    count = page.get_by_role("link", name="1 new comment")
    expect(count).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    count.click()
    page.locator("#news").get_by_role("link", name="Moonrise").click()
    expect(page.get_by_text("Lovely")).to_be_visible()
    expect(page.locator(".comment .badge")).to_have_text("new")
    page.goto("/")
    expect(count).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_curve_is_drawn_and_told(
    new_page: NewPage, live_server: Any, assert_accessible: Callable[[Page], None], scheme: str
) -> None:
    solver, client = member("corentin")
    for number, won in enumerate((True, False, True)):
        puzzle = make_puzzle(make_owner(f"author-{number}"), title=f"Page {number}")
        Puzzle.objects.filter(pk=puzzle.pk).update(position_key=puzzle.token)
        rate_first_attempt(attempted(solver, puzzle, first_try=won))
    page = new_page(viewport=PHONE, color_scheme=scheme)
    lend(page, client, live_server)
    page.goto("/grimoire/progress/")
    drawing = page.get_by_role("img", name="3 rated first answers since")
    box = drawing.bounding_box()
    assert box
    assert box["width"] > 200
    page.get_by_text("As a table").click()
    expect(page.locator(".curve-table tbody tr")).to_have_count(3)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

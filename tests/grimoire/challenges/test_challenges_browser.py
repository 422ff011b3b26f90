"""A challenge in the browser: looked for in its list, solved, credited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import Visibility
from grimoire.solving import services
from grimoire.solving.services import ClientState
from tests.browsing import lend
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_reader_finds_the_solution_and_is_credited(
    live_server: Any, page: Page, assert_accessible: Callable[[Page], None]
) -> None:
    puzzle = make_puzzle(make_owner("author"), title="Hunt", challenge="open", visibility=Visibility.UNLISTED)
    reader = make_owner("reader")
    services.play(owner=reader, puzzle=puzzle, client_state=ClientState(0, ()), action="3 at A upper 0")
    lend(page, sign_in(Client(), reader), live_server)
    page.goto(f"{live_server.url}/grimoire/challenges/")
    assert_accessible(page)
    page.get_by_role("link", name="Hunt").first.click()
    expect(page.locator(".challenge")).to_contain_text("No solution found yet.")
    expect(page.get_by_text("Show solution")).to_have_count(0)
    page.locator("[data-key=judge]").first.click()
    expect(page.locator(".finds li")).to_contain_text("found by reader")
    assert puzzle.finds.get().owner.name == "reader"
    assert_accessible(page)

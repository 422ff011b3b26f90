"""A session's page reloaded without a network: a page of the site stands in, and what waited is sent after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.mutation.test_offline_browser import AWAY, WAITS, be_ready, kinds, sit_down, two_phases

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.service_workers]


def test_a_session_that_is_reloaded_without_a_network_comes_back_and_sends_what_waits(
    phone: Page, live_server: Any, page_errors: list[str], assert_accessible: Callable[[Page], None]
) -> None:
    session, player = two_phases()
    sit_down(phone, live_server.url, player)
    begun, address = kinds(session), phone.url
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    phone.reload()  # the worker looks after pages that were opened after it
    phone.context.set_offline(True)
    be_ready(phone, "Ben", 2)
    expect(phone.locator(WAITS)).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    assert phone.url == address
    assert_accessible(phone)
    phone.context.set_offline(False)
    expect(phone.locator("[data-entered] li")).to_have_text(["Ben is ready for game 2."])
    assert kinds(session) == [*begun, ("ready", "B")]
    page_errors[:] = [error for error in page_errors if not AWAY.search(error)]

"""The rules on a phone without a network, once they were visited."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.mark.django_db(transaction=True)
def test_rules_that_were_visited_are_read_without_a_network(
    phone: Page, live_server: Any, page_errors: list[str]
) -> None:
    phone.goto(f"{live_server.url}/rulings/table/")
    kept = "async () => (await caches.keys()).some((name) => /^rules-en-[0-9a-f]{12}$/.test(name))"
    phone.wait_for_function(kept, timeout=20_000)
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    phone.reload()  # the worker looks after pages that were opened after it
    expect(phone.get_by_role("heading", name="At the table")).to_be_visible()
    phone.context.set_offline(True)
    phone.goto(f"{live_server.url}/rulings/rules/turn/")
    expect(phone.get_by_role("heading", name="Three phases")).to_be_visible()
    assert phone.evaluate("getComputedStyle(document.body).fontFamily").startswith("Alegreya")
    phone.goto(f"{live_server.url}/rulings/table/")
    phone.get_by_text("Who attacks first?").click()
    expect(phone.get_by_text("The upper line attacks first")).to_be_visible()
    phone.goto(f"{live_server.url}/rulings/berserk/")
    expect(phone.get_by_role("heading", name="Rulings", level=1)).to_be_visible()  # all of them stand in
    page_errors[:] = [error for error in page_errors if "ERR_INTERNET_DISCONNECTED" not in error]

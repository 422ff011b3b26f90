"""A table's page that is opened without a network: a page of the site stands in, and makes room by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.tables.table_players import BOT, sit_down

pytestmark = pytest.mark.service_workers

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      (kept[name] ??= []).push(new URL(request.url).pathname);
  return kept;
}"""


@pytest.mark.django_db(transaction=True)
def test_a_table_that_is_reloaded_without_a_network_comes_back_by_itself(
    phone: Page, live_server: Any, page_errors: list[str], assert_accessible: Callable[[Page], None]
) -> None:
    game = sit_down(phone, "duel", {"A": {"kind": "me"}, "B": BOT})
    expect(phone.locator("[data-table]")).to_be_visible()
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    phone.reload()  # the worker looks after pages that were opened after it
    expect(phone.locator("[data-table]")).to_be_visible()
    address = phone.url
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    assert phone.url == address
    assert phone.evaluate("getComputedStyle(document.body).fontFamily").startswith("Alegreya")  # its style is there
    assert_accessible(phone)
    phone.goto(f"{live_server.url}/fr{game.get_absolute_url()}")
    expect(phone.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("[data-table]")).to_be_visible()
    kept = phone.evaluate(KEPT)
    pages = {"/offline/", "/fr/offline/"}
    assert list(kept) == ["offline"] and pages < set(kept["offline"])
    assert all(name in pages or name.startswith("/static/") for name in kept["offline"])
    page_errors[:] = [error for error in page_errors if "ERR_INTERNET_DISCONNECTED" not in error]


@pytest.mark.django_db
@pytest.mark.parametrize(("prefix", "heading"), [("", "No connection"), ("/fr", "Pas de connexion")])
def test_the_page_that_is_kept_is_nobodys(client: Client, prefix: str, heading: str) -> None:
    client.force_login(User.objects.create_user("ada", password="to-be-looked-for"))
    answer = client.get(f"{prefix}/offline/")
    assert heading in answer.content.decode()
    assert "ada" not in answer.content.decode().lower() and not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.django_db
def test_the_worker_keeps_public_files_alone(client: Client) -> None:
    worker = client.get("/sw.js").content.decode()
    assert 'pages: { en: "/offline/", fr: "/fr/offline/" }' in worker
    assert 'importScripts("/static/js/worker/offline.js");' in worker

"""Headers and cookies of all answers."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cards.workshops import guest

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/",
    "/fr/",
    "/cards/",
    "/decks/new/",
    "/cards/import/",
    "/me/",
    "/rulings/",
    "/accounts/login/",
    "/nowhere/",
)


@pytest.mark.parametrize("address", [*ADDRESSES, "/robots.txt", "/cards/template.csv", "/cards/schema.json"])
def test_head_has_the_headers_of_get_and_nothing_else(client: Client, address: str) -> None:
    got, head = client.get(address), client.head(address)
    assert head.status_code == got.status_code
    assert head.content == b""
    for name in ("Content-Type", "Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"):
        assert head.get(name) == got.get(name)
    assert int(head["Content-Length"]) > 0


def test_head_sends_no_form() -> None:
    owner, client = guest()
    before = client.get("/decks/").content
    for address in ("/decks/new/?name=x", "/workshop/new/", "/me/delete/"):
        assert client.head(address).status_code == 200
    assert client.head("/editor/check/").status_code == 405
    assert client.get("/decks/").content == before
    owner.refresh_from_db()


@pytest.mark.parametrize("address", ["/", "/nowhere/", "/robots.txt", "/admin/login/"])
def test_browsers_are_told_what_no_page_uses(client: Client, address: str) -> None:
    policy = client.get(address)["Permissions-Policy"]
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(policy.split(", "))

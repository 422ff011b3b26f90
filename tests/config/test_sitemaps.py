"""Sitemaps read as much as they show, however many things there are."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Visibility
from cards.models import Card
from config.sitemaps import Cards
from tests.cards.factories import make_card, make_cards, make_set

pytestmark = pytest.mark.django_db


def locations(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200
    return [part.partition("</loc>")[0] for part in response.content.decode().split("<loc>")[1:]]


def test_cards_come_in_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cards, "limit", 6)
    cards = make_cards(7, make_set("pack"))
    make_card("Hidden", visibility=Visibility.PRIVATE)
    read: list[Any] = []
    whole = Card.from_db
    monkeypatch.setattr(Card, "from_db", lambda *args, **more: read.append(1) or whole(*args, **more))
    index = locations(client, "/sitemap.xml")
    assert read == []
    pages = [address for address in index if "/sitemap-cards.xml" in address]
    assert [address.partition("?")[2] for address in pages] == ["", "p=2", "p=3"]
    addresses = []
    for address in pages:
        read.clear()
        some = locations(client, address.removeprefix("http://testserver"))
        assert len(read) <= 3 and len(some) == 2 * len(read)
        addresses += some
    assert addresses == [
        f"http://testserver{prefix}{card.get_absolute_url()}" for card in cards for prefix in ("", "/fr")
    ]
    assert client.get("/sitemap-cards.xml?p=4").status_code == 404
    assert client.get("/sitemap-cards.xml?p=x").status_code == 404


def test_their_index_is_written_once_an_hour(client: Client, django_assert_num_queries: Any) -> None:
    before = client.get("/sitemap.xml").content
    make_cards(3, make_set("pack"))
    with django_assert_num_queries(0):
        assert client.get("/sitemap.xml").content == before


def test_a_sitemap_without_things(client: Client) -> None:
    assert locations(client, "/sitemap-cards.xml") == []

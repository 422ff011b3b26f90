"""Where the database takes no writes for long, whoever reads is let through uncounted, soon."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from accounts.budgets import PAGES
from accounts.limits import Limit
from background import unwritten

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="of a file of SQLite"),
    pytest.mark.sqlite,
]


@pytest.fixture(autouse=True)
def fresh(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(unwritten, "PATIENCE", 0.05)
    monkeypatch.setattr(unwritten, "_quiet_until", [0.0])


@pytest.fixture
def locked() -> Iterator[None]:
    """Another process holds the database and does not let go."""
    other = sqlite3.connect(connection.settings_dict["NAME"], uri=True, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.fixture
def full() -> Iterator[None]:
    """The database has no page left to grow by."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (content BLOB)")
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        for size in (100_000, 4000, 1000, 100, 10):
            while True:
                try:
                    cursor.execute("INSERT INTO filling VALUES (zeroblob(%s))", [size])
                except OperationalError:
                    break
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1073741823")
        cursor.execute("DROP TABLE filling")


READS: dict[str, Callable[[Client], Any]] = {
    "preview": lambda client: client.get("/print/preview.png", {"source": "x"}),
    "oembed": lambda client: client.get("/oembed/", {"url": "http://testserver/cards/", "format": "json"}),
    "legal": lambda client: client.post("/api/v1/positions/legal", "{}", content_type="application/json"),
    "catalogue": lambda client: client.get("/cards/"),
}


@pytest.mark.parametrize("name", READS)
def test_who_reads_is_let_through_while_others_write(client: Client, locked: None, name: str) -> None:
    begun = time.monotonic()
    assert READS[name](client).status_code not in (503, 507, 500)
    assert time.monotonic() - begun < 10  # the database itself would be waited for for 15 seconds


def patience() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        return int(cursor.fetchone()[0])


def test_each_count_waits_for_a_moment_only_and_the_next_not_at_all(locked: None) -> None:
    before = patience()
    for _ in range(2):
        assert Limit("test", 1, 3600).allows(RequestFactory().get("/"))
        assert PAGES.meter.take({"ada": 1}, 1) == 0
        assert PAGES.meter.add({"ada": 1}, 1) == 0
    assert unwritten._quiet_until[0] > time.monotonic()
    assert patience() == before


def test_whoever_writes_is_told(locked: None) -> None:
    before = patience()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    try:
        with pytest.raises(OperationalError, match="locked"):
            Limit("test", 1, 3600).allows(RequestFactory().post("/"))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {before}")


def test_a_full_disk_lets_readers_through(full: None) -> None:
    many = {f"{number:<80}": 1.0 for number in range(200)}  # more than fits into what pages there are
    assert PAGES.meter.add(many, 1) == 0
    assert unwritten._quiet_until[0] > time.monotonic()


def test_it_counts_again_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, request = Limit("test", 1, 3600), RequestFactory().get("/")
    assert [limit.allows(request), limit.allows(request)] == [True, False]

"""What allauth counts is kept as JSON, and no entry fails or shuts anybody out, whoever has written it."""

from __future__ import annotations

import base64
import pickle
import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import CacheEntry
from config.caches import CountsInDatabase, read_entry

pytestmark = pytest.mark.django_db
SIGN_UP = {"username": "ada", "email": "ada@example.com", "password1": "correct horse battery staple"}


class Bomb:
    def __reduce__(self) -> Any:
        return pytest.fail, ("it was run",)


BROKEN = {
    "a pickle": base64.b64encode(pickle.dumps(Bomb())).decode(),
    "nothing": "",
    "no list": "7",
    "words": '["x", null, {}]',
    "a value of another kind": "[0, 7]",
    "a moment that is none": '["x", [1.5]]',
    "deep": "[" * 100_000,
    "another kind": '{"a": 1}',
}


@pytest.fixture(autouse=True)
def in_the_database() -> None:
    assert isinstance(cache._connections[cache._alias], CountsInDatabase)
    cache.clear()


def test_what_is_kept_is_there_until_its_time_is_over() -> None:
    cache.set("a", [1.5], 60)
    assert cache.get("a", []) == [1.5] and CacheEntry.objects.get().value.endswith("[1.5]]")
    assert (cache.add("a", True, 60), cache.add("b", True, 60), cache.get("b")) == (False, True, True)
    assert cache.has_key("b") and cache.delete("b") and not cache.delete("b") and not cache.has_key("b")
    cache.set("a", [1.5], -1)
    assert cache.get("a", []) == [] and cache.add("a", "y", None) and cache.get("a") == "y"
    assert cache.get_many(["a", "b"]) == {"a": "y"} and cache.get_many([]) == {}
    cache.set("old", 1, -5)
    CountsInDatabase.swept = float("-inf")
    cache.set("new", 1)
    assert set(CacheEntry.objects.values_list("cache_key", flat=True)) == {":1:a", ":1:new"}


@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_no_entry_fails_or_runs(client: Client, value: str) -> None:
    client.post("/accounts/signup/", {**SIGN_UP, "username": ""})
    assert CacheEntry.objects.filter(cache_key__contains="signup").update(value=value)
    assert client.post("/accounts/signup/", SIGN_UP).status_code == 302
    assert read_entry(value) in (None, 7)


def test_a_clock_that_was_ahead_keeps_nobody_from_signing_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 24 * 3600)
    for _ in range(25):
        client.post("/accounts/signup/", {**SIGN_UP, "username": ""})
    assert client.post("/accounts/signup/", SIGN_UP).status_code == 429
    for key in list(CacheEntry.objects.filter(cache_key__contains="signup").values_list("cache_key", flat=True)):
        cache.set(f"{key.removeprefix(':1:')}:lock", True, 10)
    monkeypatch.setattr(time, "time", now)
    assert client.post("/accounts/signup/", SIGN_UP).status_code == 302

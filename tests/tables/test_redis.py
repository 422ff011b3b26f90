"""What is counted in Redis, and without it, when it is away."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCacheClient
from django.test import RequestFactory

from accounts.meters import forget_notes
from accounts.request_rate import check_rate
from config.caches import FailOpenRedisCache
from operations import redis_client
from tests.redis_servers import RedisServer
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def what_is_noted() -> None:
    """It is noted here as it is for visitors."""


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@pytest.fixture
def shared(settings: Any, redis: RedisServer) -> Iterator[None]:
    """This process has the Redis too."""
    settings.REDIS_URL = redis.url
    redis_client.redis.cache_clear()
    yield
    redis_client.redis.cache_clear()
    redis_client._rests_until = 0.0


def test_requests_are_counted_one_by_one(
    shared: None, settings: Any, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = True
    monkeypatch.setattr("accounts.request_rate.RATE", 1e-6)
    monkeypatch.setattr("accounts.request_rate.BURST", 2.0)
    check_rate(rf.get("/", REMOTE_ADDR="192.0.2.7"))
    forget_notes()  # as in another process
    check_rate(rf.get("/", REMOTE_ADDR="192.0.2.7"))
    with pytest.raises(RequestRefused):
        check_rate(rf.get("/", REMOTE_ADDR="192.0.2.7"))
    check_rate(rf.get("/", REMOTE_ADDR="192.0.2.8"))


def test_nobody_waits_twice_for_a_redis_that_does_not_answer(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is frozen takes connections, and says nothing."""
    monkeypatch.setattr(redis_client, "_rests_until", 0.0)
    cache = FailOpenRedisCache(redis.url, {"OPTIONS": {"socket_timeout": 0.2}})
    cache.set("failures", 1)
    redis.process.send_signal(signal.SIGSTOP)
    try:
        begun = time.monotonic()
        assert cache.get("failures") is None
        assert time.monotonic() - begun >= 0.2
        monkeypatch.setattr(RedisCacheClient, "get", lambda *_: pytest.fail("it is asked again"))
        assert cache.get("failures") is None
    finally:
        redis.process.send_signal(signal.SIGCONT)


def test_a_cache_without_its_redis_is_empty(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_client, "LEFT_ALONE", 0.0)
    monkeypatch.setattr(redis_client, "_rests_until", 0.0)
    cache = FailOpenRedisCache(redis.url, {})
    cache.set("failures", [1, 2])
    assert cache.get("failures") == [1, 2]
    redis.kill()
    try:
        assert cache.get("failures", "none") == "none" and cache.add("failures", 1)
        assert cache.get_many(["failures"]) == {} and not cache.has_key("failures")
        assert not cache.delete("failures") and not cache.touch("failures") and cache.set_many({"a": 1}) == ["a"]
        with pytest.raises(ValueError, match="not found"):
            cache.incr("failures")
    finally:
        redis.start()
    cache.set("failures", [3])
    assert cache.get("failures") == [3]

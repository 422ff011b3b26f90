"""Two web servers and two of streams with Redis between them; and without it, when it is away."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCacheClient
from django.test import RequestFactory

from accounts.meters import forget_notes
from accounts.request_rate import check_rate
from config.caches import SturdyRedisCache
from operations import redis_client
from tables.services.log import notify
from tables.streams.tidings import RedisTidings
from tests.databases import EmptyDatabases
from tests.redis_servers import RedisServer
from tests.tables.clients import API, body_of
from tests.tables.factories import make_game
from tests.tables.sites import Site
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


@pytest.fixture(scope="module")
def site(
    root: Path, empty_databases: EmptyDatabases, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    names = ("pages", "pages2", "streams", "streams2")
    served = Site(root, empty_databases.make(), tmp_path_factory.mktemp("site"), names, GRIMOIRE_REDIS_URL=redis.url)
    yield served
    served.close()


def acted(site: Site, game: str, tokens: dict[str, str], port: str) -> int:
    """Whoever's turn it is acts; the version then."""
    _, look = site.ask("GET", game, token=tokens["A"], port=port)
    letter = look["waiting_for"][0]
    _, look = site.ask("GET", game, token=tokens[letter], port=port)
    body = {"version": look["version"], "actions": [look["view"]["actions"][0]]}
    status, answer = site.ask("POST", f"{game}/actions", body, tokens[letter], port)
    assert status == 200, answer
    return int(answer["version"])


def test_steps_come_through_redis_and_without_it(site: Site, redis: RedisServer) -> None:
    _, made = site.ask("POST", API, body_of("duel", "preconstructed"))
    game, tokens = f"{API}/{made['id']}", {letter: seat["token"] for letter, seat in made["seats"].items()}
    streams = [site.listen(f"{game}/stream", tokens["A"], port=port) for port in ("streams", "streams2")]
    for stream in streams:
        stream.next("state")
    heard: list[list[Any]] = [[], []]

    def act_and_hear(port: str) -> None:
        version = acted(site, game, tokens, port)
        for stream, steps in zip(streams, heard, strict=True):
            while not steps or steps[-1] < version:
                steps.append(stream.next("step")["version"])

    for port in ("pages", "pages2", "pages"):
        act_and_hear(port)
    redis.kill()
    for port in ("pages2", "pages", "pages2"):
        act_and_hear(port)
        time.sleep(0.1)
    redis.start()
    for port in ("pages", "pages2"):
        act_and_hear(port)
    assert heard == [list(range(1, 9))] * 2
    for stream in streams:
        stream.close()


@pytest.fixture
def shared(settings: Any, redis: RedisServer) -> Iterator[None]:
    """This process has the Redis too."""
    settings.REDIS_URL = redis.url
    redis_client.redis.cache_clear()
    yield
    redis_client.redis.cache_clear()
    redis_client._rests_until = 0.0


def test_what_is_told_names_the_game(shared: None, redis: RedisServer) -> None:
    game = make_game()
    heard = RedisTidings()
    assert heard.wait(0) is None  # it has only begun to listen
    while heard.wait(0.1):
        pass
    notify(game)
    while not (named := heard.wait(60)):
        assert named is not None
    assert named == {game.pk}
    redis.kill()
    notify(game)  # nobody is told, and nobody waits
    assert heard.wait(0) is None
    redis.start()
    assert heard.wait(60) is None  # it listens again, and asks for a look at all games
    heard.close()


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
    cache = SturdyRedisCache(redis.url, {"OPTIONS": {"socket_timeout": 0.2}})
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
    cache = SturdyRedisCache(redis.url, {})
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

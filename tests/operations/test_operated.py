"""Processes as an operator sees them: what each of them answers, counts and logs, and a database that goes away."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from tests.databases import EmptyDatabases
from tests.operations.busy import QUEUING, Worker, queue
from tests.processes import until
from tests.tables.clients import API, body_of
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-thirty-two-letters-or-more"


@pytest.fixture(scope="module")
def site(root: Path, empty_databases: EmptyDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    more = {"GRIMOIRE_METRICS_DIR": str(folder / "metrics"), "GRIMOIRE_METRICS_TOKEN": TOKEN}
    served = Site(root, empty_databases.make(), folder, GRIMOIRE_LOG_FORMAT="json", **more)
    yield served
    served.close()


def ask(site: Site, port: str, path: str, **headers: str) -> tuple[int, str, str]:
    """Status, body and the id of the request."""
    asking = http.client.HTTPConnection("127.0.0.1", site.ports[port], timeout=60)
    try:
        asking.request("GET", path, headers=headers)
        answer = asking.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get("X-Request-ID", "")
    finally:
        asking.close()


def figures(site: Site, port: str) -> dict[str, dict[str, float]]:
    """What a process tells, by the names of figures and what distinguishes their parts."""
    status, text, _ = ask(site, port, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    values: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            values.setdefault(sample.name, {})[" ".join(sample.labels.values())] = sample.value
    return values


def logged(site: Site, name: str) -> list[dict[str, Any]]:
    """The lines of a log, each of which is an object."""
    return [json.loads(line) for line in (site.folder / f"{name}.log").read_text().splitlines()]


def begun(site: Site) -> tuple[str, dict[str, str]]:
    """A game: its address and the tokens of its seats."""
    _, made = site.ask("POST", API, body_of("duel", "preconstructed"))
    return f"{API}/{made['id']}", {letter: seat["token"] for letter, seat in made["seats"].items()}


def test_both_kinds_of_server_say_how_they_are(site: Site) -> None:
    for port in ("pages", "streams"):
        assert ask(site, port, "/healthz")[:2] == (200, "ok\n")
        status, text, _ = ask(site, port, "/readyz")
        body = json.loads(text)
        assert (status, body["database"], body["clock"], body["worker"]) == (503, "ok", "ok", "silent")
        assert ask(site, port, "/metrics")[0] == 401
    assert ask(site, "streams", "/cards/")[0] == 404


def test_streams_are_counted_and_logged_with_their_request(site: Site) -> None:
    game, tokens = begun(site)
    stream = site.listen(f"{game}/stream", tokens["A"])
    number = stream.response.headers["X-Request-ID"]
    stream.next("state")
    site.ask("POST", f"{game}/actions", {"version": 0, "actions": ["A pick 1"]}, tokens["A"])
    stream.next("step")
    for port in ("pages", "streams"):  # whichever is asked answers for both
        counted = figures(site, port)
        assert counted["grimoire_requests_total"]["GET 2xx stream"] >= 1
        assert counted["grimoire_stream_events_total"][""] >= 2
        assert counted["grimoire_stream_look_seconds_count"][""] >= 1
        assert counted["grimoire_streams"]["seat"] >= 1
    assert {"grimoire_tasks_oldest_seconds", "grimoire_ready", "grimoire_database_seconds_total"} <= counted.keys()
    stream.close()

    def ended() -> list[dict[str, Any]]:
        return [line for line in logged(site, "streams") if line["request"] == number]

    until(ended, "the end of the stream is logged")
    (line,) = ended()
    assert (line["level"], line["logger"]) == ("INFO", "tables.streams.live")
    assert game.rpartition("/")[2] in line["message"]


def test_accesses_are_logged_field_by_field(site: Site) -> None:
    number = ask(site, "pages", "/robots.txt", **{"User-Agent": 'a "quoted" \\ agent'})[2]

    def lines() -> list[dict[str, Any]]:
        return [line for line in logged(site, "pages") if line["request"] == number]

    until(lines, "the access is logged")
    (line,) = lines()
    assert (line["logger"], line["method"], line["path"], line["status"]) == (
        *("gunicorn.access", "GET", "/robots.txt"),
        200,
    )
    assert line["bytes"] > 0 and "quoted" in line["agent"]


def terminate_all() -> None:
    """All other connections to this database are closed by the server, as when it is started anew."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file of SQLite does not go away")
def test_a_server_that_is_started_anew_is_hardly_missed(site: Site, root: Path) -> None:
    """No request fails for a connection that was closed while it lay idle, streams go on, the worker stays."""
    assert site_settings.DATABASES["default"]["CONN_HEALTH_CHECKS"]
    worker = Worker(site, root)
    try:
        until(lambda: figures(site, "pages").get("grimoire_worker_silent_seconds"), "the worker is there")
        game, tokens = begun(site)
        stream = site.listen(f"{game}/stream", tokens["B"])
        stream.next("state")
        for version, (letter, pick) in enumerate((("A", "A pick 1"), ("B", "B pick 0"))):
            terminate_all()
            body = {"version": version, "actions": [pick]}
            assert site.ask("POST", f"{game}/actions", body, tokens[letter])[0] == 200
            assert stream.next("step")["version"] == version + 1
        stream.close()
        queue(QUEUING, root, site.environment, 1)
        until(lambda: figures(site, "pages").get("grimoire_jobs", {}).get("grimoire.proof done"), "the worker works")
        terminate_all()
        assert worker.drain() == 0
    finally:
        worker.kill()

"""The addresses that monitors ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone
from psycopg.errors import DiskFull

from background import clocks, outages, pulse
from background.models import Heartbeat
from config import failures
from operations import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def worker() -> Heartbeat:
    """A worker that is alive."""
    return Heartbeat.objects.create(worker="w", heartbeat_at=timezone.now())


@override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["grimoire.example"])
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_whoever_asks_needs_no_https_and_no_name(client: Client, path: str) -> None:
    response = client.get(path, headers={"host": "10.0.0.7:8000"})
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies
    assert client.get("/", headers={"host": "10.0.0.7:8000"}).status_code == 400


@pytest.mark.smoke
def test_everything_is_there() -> None:
    assert health.readiness() == dict.fromkeys(("database", "migrations", "worker", "clock", "space"), "ok")


def test_alive_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_arguments: Any) -> None:
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(type(connections["default"]), "cursor", gone)
    assert client.get("/healthz").status_code == 200
    readiness = health.readiness()
    assert readiness["database"] == readiness["worker"] == "out of reach"


def test_a_worker_that_was_not_heard_of_for_long_is_missed(worker: Heartbeat) -> None:
    Heartbeat.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=4))
    answer = health.HealthMiddleware(lambda _request: HttpResponse())(RequestFactory().get("/readyz"))
    assert answer.status_code == 503
    assert b'"worker": "silent"' in answer.content


def test_what_is_missing_is_no_fault_to_log_at_each_asking(
    client: Client, worker: Heartbeat, capsys: pytest.CaptureFixture[str]
) -> None:
    worker.delete()
    assert client.get("/readyz").status_code == 503
    assert capsys.readouterr().err == ""


def test_a_clock_that_is_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert abs(clocks.ahead()) < 1
    monkeypatch.setattr(clocks, "ahead", lambda: -3600.0)
    assert health.readiness()["clock"] == "off"


def test_migrations_that_were_not_applied_are_missed() -> None:
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder.Migration.objects.filter(app="rulings", name__startswith="0002").delete()
    assert health.readiness()["migrations"] == "missing"


@override_settings(LEAST_FREE_BYTES=10**18)
def test_a_disk_that_is_nearly_full_is_told() -> None:
    assert health.readiness()["space"] == "low"


def test_a_disk_that_refused_a_write_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's may be on another machine, where nothing can be asked for what is free: what fails says so."""
    refused = OperationalError("could not extend file")
    refused.__cause__ = DiskFull("could not extend file")

    def refuse(*_: object, **_more: object) -> None:
        raise refused

    try:
        with monkeypatch.context() as patched:
            patched.setattr(pulse, "_note", refuse)
            pulse._beat_once()
        assert health.readiness()["space"] == "full"
        outages.full_disk.met_at -= outages.MET_FOR
        assert health.readiness()["space"] == "ok"
        failed = failures.FailureMiddleware(lambda _: HttpResponse()).process_exception(
            RequestFactory().get("/"), refused
        )
        assert failed is not None and failed.status_code == 507
        assert health.readiness()["space"] == "full"
    finally:
        outages.full_disk.met_at = float("-inf")
        pulse.beats.forget()


def test_asking_all_the_time_asks_the_database_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(health, "readiness", lambda: calls.append(1) or {"database": "ok"})
    now = [100.0]
    monkeypatch.setattr(health.time, "monotonic", lambda: now[0])
    middleware = health.HealthMiddleware(lambda _request: HttpResponse())
    for _time in range(5):
        middleware(RequestFactory().get("/readyz"))
    now[0] += health.KEPT_SECONDS
    middleware(RequestFactory().get("/readyz"))
    assert len(calls) == 2

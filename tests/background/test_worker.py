"""Workers in processes of their own: a locked database does not end them, and they go from lane to lane."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from psycopg import OperationalError as PostgresqlError
from psycopg.errors import AdminShutdown, DeadlockDetected
from psycopg_pool import PoolTimeout

from accounts.middleware import JobLaneMiddleware
from background import lanes, services, whole_files, working
from background.models import Heartbeat, Job, WholeFile
from background.tasks import prune, wake
from background.working import Worker
from cards.models import PrintJob
from champions.models import Trial
from grimoire.models import Proof
from operations import health
from tests.cards.factories import make_card, make_owner
from tests.databases import on_file

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

PATIENCE = 120  # seconds; only a test that fails waits so long
QUICK = """
import sys
from django.conf import settings
settings.DATABASES["default"]["OPTIONS"]["timeout"] = 0.2  # so that it shows at once that the database is locked
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "db_worker", "--interval", "0.1", "--no-reload", "--no-startup-delay"])
"""


@pytest.fixture
def database(race_database: Path, tmp_path: Path) -> Path:
    """A database with nothing in it."""
    copy = tmp_path / "worker.sqlite3"
    copy.write_bytes(race_database.read_bytes())
    return copy


@pytest.fixture
def worker(root: Path, database: Path) -> Iterator[subprocess.Popen[str]]:
    """A worker that has started on it."""
    environment = on_file(database, PYTHONUNBUFFERED="1")
    command = [sys.executable, "-c", QUICK]
    process = subprocess.Popen(command, cwd=root, env=environment, stderr=subprocess.STDOUT, stdout=-1, text=True)
    too_late = Timer(PATIENCE, process.kill)
    too_late.start()
    try:
        read_until(process, "starts")
        yield process
    finally:
        too_late.cancel()
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """The output of a worker up to these words, which it has to."""
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if words in line:
            return said
    pytest.fail(f"It ended with {process.wait()}: {said}")


ONE_HUNDRED = """
WITH RECURSIVE counted(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 100)
INSERT INTO django_tasks_database_dbtaskresult
    (id, status, enqueued_at, args_kwargs, priority, task_path, worker_ids, queue_name, backend_name, run_after,
     exception_class_path, traceback)
SELECT lower(hex(randomblob(16))), 'READY', '2026-01-01 00:00:00', '{"args": [], "kwargs": {}}', 0,
       'background.tasks.wake', '[]', 'default', 'default', '2026-01-01 00:00:00', '', '' FROM counted
"""


@pytest.mark.long
def test_worker_outlives_a_locked_database(worker: subprocess.Popen[str], database: Path) -> None:
    """Somebody else holds the lock for longer than the worker waits for it, again and again; then it goes on.

    There is so much to do that the worker is in the midst of it when the lock is taken, wherever that may be.
    """
    holder = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)
    for _time in range(2):
        holder.execute(ONE_HUNDRED)
        holder.execute("BEGIN EXCLUSIVE")
        read_until(worker, "is locked")
        read_until(worker, "is locked")
        holder.execute("ROLLBACK")
        read_until(worker, "state=SUCCESSFUL")
    assert worker.poll() is None
    assert holder.execute("SELECT COUNT(*) FROM background_heartbeat").fetchone() == (1,)
    worker.send_signal(signal.SIGTERM)
    assert worker.stdout is not None
    worker.stdout.read()
    assert worker.wait() == 0
    assert holder.execute("SELECT COUNT(*) FROM background_heartbeat").fetchone() == (0,)
    holder.close()


def test_what_else_goes_wrong_is_not_tried_again() -> None:
    def broken() -> None:
        raise OperationalError("no such table: lamps")

    with pytest.raises(OperationalError):
        working.patiently(broken, "writing")


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="of a file of SQLite")
@pytest.mark.parametrize("table", ["background_heartbeat", "django_tasks_database_dbtaskresult"])
def test_a_worker_outlives_a_full_disk(monkeypatch: pytest.MonkeyPatch, caplog: Any, table: str) -> None:
    """Whatever it writes, there is no room for; then somebody makes room, and it goes on where it was."""
    task = wake.enqueue()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (content BLOB)")
        for event in ("INSERT", "UPDATE"):
            cursor.execute(
                f"CREATE TRIGGER fill_{event} AFTER {event} ON {table} "
                "BEGIN INSERT INTO filling VALUES (zeroblob(9000000)); END"
            )
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0] + 1000}")
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            drop_filling()

    def drop_filling() -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            for event in ("INSERT", "UPDATE"):
                cursor.execute(f"DROP TRIGGER IF EXISTS fill_{event}")
            cursor.execute("DROP TABLE IF EXISTS filling")

    monkeypatch.setattr(working.time, "sleep", wait)
    monkeypatch.setattr(working, "close_old_connections", lambda: None)  # with which that bound would go
    try:
        Worker(queue_names=["*"], interval=0, batch=True, backend_name="default", startup_delay=False,
               max_tasks=None, worker_id="w", excluded_queue_names=[]).run()  # fmt: skip
    finally:
        drop_filling()
    assert len(waited) >= 3 and "The database is full" in caplog.text
    assert DBTaskResult.objects.get(pk=task.id).status == "SUCCESSFUL"
    assert not Heartbeat.objects.exists()


def test_a_deadlock_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working.time, "sleep", lambda _: None)
    tries: list[int] = []

    def ask() -> int:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("deadlock detected") from DeadlockDetected()
        return len(tries)

    assert working.patiently(ask, "asking") == 3


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_a_wrong_clock_takes_no_tasks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wake.enqueue()
    off = [3600.0]
    monkeypatch.setattr(working.clocks, "ahead", lambda: off[0])
    options = {"interval": 0, "backend_name": "default", "startup_delay": False, "max_tasks": 1, "worker_id": "w"}
    worker = working.Worker(queue_names=["*"], excluded_queue_names=[], batch=False, **options)
    looks: list[float] = []

    def later(seconds: float) -> None:
        looks.append(seconds)
        assert not DBTaskResult.objects.exclude(status="READY").exists()
        assert not Heartbeat.objects.exists()
        off[0] = 0.0 if len(looks) == 3 else off[0]
        worker._heartbeat_noted = float("-inf")

    monkeypatch.setattr(working.time, "sleep", later)
    worker.run()
    assert len(looks) == 3
    assert DBTaskResult.objects.get().status == "SUCCESSFUL"
    assert "its clock is +3600 s off" in caplog.text


def test_a_database_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working.time, "sleep", lambda _: None)
    closed: list[int] = []
    monkeypatch.setattr(working, "connection", SimpleNamespace(close=lambda: closed.append(1)))
    answers: Iterator[Any] = iter([AdminShutdown(), PoolTimeout(), PostgresqlError("server closed"), None])

    def ask() -> None:
        if answer := next(answers):
            raise OperationalError("away") from answer

    working.patiently(ask, "asking")
    assert len(closed) == 3  # a connection that the server has closed is none


@pytest.mark.django_db
def test_there_is_a_next_sweep_whatever_ends_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OperationalError("away")

    monkeypatch.setattr("background.upkeep.sweep_all", broken)
    with pytest.raises(OperationalError):
        prune.call()
    assert DBTaskResult.objects.get().task_path == prune.module_path


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("wrong", "begun"), [(OperationalError("away"), 3), (InterfaceError("closed"), 3), (ValueError("odd"), 1)]
)
def test_a_task_that_the_database_ended_is_retried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, wrong: Exception, begun: int
) -> None:
    def broken() -> None:
        raise wrong

    monkeypatch.setattr("background.upkeep.sweep_all", broken)
    monkeypatch.setattr(services, "RETRIED_AFTER", timedelta(0))
    task = prune.enqueue()
    options = {"interval": 0, "backend_name": "default", "startup_delay": False, "max_tasks": None, "worker_id": "w"}
    worker = working.Worker(queue_names=["*"], excluded_queue_names=[], batch=True, **options)
    worker.run()
    row = DBTaskResult.objects.get(pk=task.id)
    assert (row.status, len(row.worker_ids)) == ("FAILED", begun)
    assert caplog.text.count("failed and is retried") == begun - 1


def test_waits_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(working.time, "sleep", waits.append)
    answers: Iterator[Any] = iter([*[OperationalError("database is locked")] * 9, None])

    def ask() -> None:
        if answer := next(answers):
            raise answer

    working.patiently(ask, "asking")
    assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0, 10.0]


def ask_as(address: str, ask: Callable[[], Any]) -> None:
    """As a request from that address does."""
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = AnonymousUser()

    def view(_request: Any) -> HttpResponse:
        ask()
        return HttpResponse()

    JobLaneMiddleware(view)(request)


def make_proof(name: str) -> Proof:
    return Proof.objects.create(key=name, position={}, rules_version=1, engine_version="e")


def order() -> list[Any]:
    """The jobs in the order in which one worker takes them, the clock going on."""
    taken = []
    now = timezone.now()
    while (task := lanes.next_task(DBTaskResult.objects.ready())) is not None:
        now += timedelta(seconds=1)
        DBTaskResult.objects.filter(pk=task.pk).update(status="SUCCESSFUL", started_at=now, finished_at=now)
        taken.append((task.task_path.split(".")[0], *task.args_kwargs["args"]))
    return taken


@pytest.mark.django_db
def test_nobody_waits_for_all_that_another_has_asked_for() -> None:
    many = [make_proof(f"m{number}") for number in range(6)]
    few = [make_proof(f"f{number}") for number in range(2)]
    for proof in many:
        ask_as("10.0.0.1", lambda proof=proof: services.queue(job=proof))  # type: ignore[misc]
    for proof in few:
        ask_as("10.0.0.2", lambda proof=proof: services.queue(job=proof))  # type: ignore[misc]
    wake.enqueue()
    m, f = [("grimoire", proof.pk) for proof in many], [("grimoire", proof.pk) for proof in few]
    assert order() == [m[0], f[0], ("background",), m[1], f[1], *m[2:]]


@pytest.mark.django_db
def test_of_one_visitor_the_kinds_take_turns() -> None:
    card = make_card("Ada", kind="champion")
    trials = [Trial.objects.create(champion=card, fingerprint=f"{number}") for number in range(4)]
    proof = make_proof("p")
    job = PrintJob.objects.create(owner=make_owner(), title="Embers")
    for queued in (*trials, proof, job):
        ask_as("10.0.0.1", lambda queued=queued: services.queue(job=queued))  # type: ignore[misc]
    t = [("champions", trial.pk) for trial in trials]
    assert order() == [t[0], ("grimoire", proof.pk), ("cards", job.pk), *t[1:]]


@pytest.mark.django_db
def test_a_job_keeps_its_lane_until_it_ends_and_nothing_tells_whose_it_is() -> None:
    proof = make_proof("p")
    ask_as("10.0.0.1", lambda: services.queue(job=proof))
    lane = proof.lane
    assert len(lane) == 24
    assert "10" not in DBTaskResult.objects.get().args_kwargs["args"]
    lease = services.claim(Proof, proof.pk)
    assert lease is not None
    assert lease.requeue()
    assert set(DBTaskResult.objects.values_list("queue_name", flat=True)) == {lane}
    lease = services.claim(Proof, proof.pk)
    assert lease is not None
    assert lease.finish()
    assert Proof.objects.get().lane == ""


@pytest.mark.django_db
def test_what_nobody_asked_for_is_upkeep() -> None:
    services.queue(job=make_proof("p"))
    assert DBTaskResult.objects.get().queue_name == lanes.UPKEEP


@pytest.mark.django_db
def test_a_clock_that_was_put_back_keeps_no_job_waiting() -> None:
    proof = make_proof("p")
    later = timezone.now() + timedelta(hours=1)
    Proof.objects.update(state=Job.State.RUNNING, heartbeat_at=later)
    proof.refresh_from_db()
    assert services.go_on(job=proof)


@pytest.mark.django_db
def test_a_clock_that_was_ahead_keeps_no_task_no_file_and_no_worker_waiting() -> None:
    ahead = timezone.now() + timedelta(days=1)
    task = wake.using(run_after=ahead + timedelta(hours=1)).enqueue()
    worker = Worker(queue_names=["*"], interval=0, batch=True, backend_name="default", startup_delay=False,
                    max_tasks=None, worker_id="w", excluded_queue_names=[])  # fmt: skip
    assert not worker._ready().exists()  # as it was meant
    DBTaskResult.objects.filter(pk=task.id).update(enqueued_at=ahead)
    assert [str(ready.pk) for ready in worker._ready()] == [task.id]
    WholeFile.objects.create(name="lamps", held_until=ahead)
    assert whole_files._hold("lamps") and not whole_files._hold("lamps")
    Heartbeat.objects.create(worker="ahead", heartbeat_at=ahead)
    assert health._worker() == "silent"


@pytest.mark.django_db
def test_workers_that_are_gone_are_forgotten() -> None:
    now = timezone.now()
    Heartbeat.objects.create(worker="old", heartbeat_at=now - timedelta(days=2))
    Heartbeat.objects.create(worker="new", heartbeat_at=now)
    prune.call()
    assert list(Heartbeat.objects.values_list("worker", flat=True)) == ["new"]

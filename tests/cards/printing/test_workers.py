"""A worker's processes while it prints: how many there are, and that none is left when the worker ends or is ended."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django_tasks_db.models import DBTaskResult

from tests.databases import on_file
from tests.processes import of_session, until

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

CARDS = 120
ASK = f"""
import django
django.setup()
from accounts.models import Owner
from cards.models import Card
from cards.printing import services
from cards.printing.options import PrintOptions
from cards.printing.selection import selection_of
owner = Owner.objects.create()
for number in range({CARDS}):
    Card.objects.create(name=f"Fox {{number}}", kind="creature", cost=2, av=2, hp=3, owner=owner)
services.ask(owner=owner, selection=selection_of({{"own": "1"}}, owner), options=PrintOptions())
"""
# Two processes whatever the machine has, slices so short that there are many, and no change of the code to wait for.
WORKER = """
import os
os.cpu_count = lambda: 2
import django
django.setup()
from cards.printing import services
services.step.__kwdefaults__["clock"] = 0.3
from django.core.management import call_command
call_command("db_worker", reload=False, startup_delay=False, interval=0.1)
"""


class Worker:
    """A worker in a session of its own, on a database of its own with one job."""

    def __init__(self, root: Path, folder: Path, empty: Path) -> None:
        self.database = folder / "jobs.sqlite3"
        self.database.write_bytes(empty.read_bytes())
        self.environment = {
            **on_file(self.database),
            "GRIMOIRE_MEDIA_ROOT": str(folder / "media"),
            "GRIMOIRE_RENDER_CACHE": str(folder / "rendered"),
        }
        subprocess.run([sys.executable, "-c", ASK], cwd=root, env=self.environment, check=True)
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WORKER],
                cwd=root,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def job(self) -> tuple[str, int]:
        """Its state, and how many faces it has noted."""
        with sqlite3.connect(self.database, timeout=60) as database:
            state, done = database.execute("SELECT state, done FROM cards_printjob").fetchone()
        return state, done

    @property
    def steps(self) -> int:
        """How many of its slices are over."""
        with sqlite3.connect(self.database, timeout=60) as database:
            ended = f"SELECT count(*) FROM {DBTaskResult._meta.db_table} WHERE finished_at IS NOT NULL"
            return int(database.execute(ended).fetchone()[0])

    @property
    def processes(self) -> set[int]:
        """All that are running."""
        return of_session(self.process.pid)


@pytest.fixture
def worker(root: Path, tmp_path: Path, race_database: Path) -> Iterator[Worker]:
    started = Worker(root, tmp_path, race_database)
    try:
        yield started
    finally:
        for pid in of_session(started.process.pid):
            os.kill(pid, signal.SIGKILL)
        started.process.wait()


@pytest.mark.long
def test_slices_do_not_pile_up_processes(worker: Worker) -> None:
    most_at_once = 0

    def is_over() -> bool:
        nonlocal most_at_once
        if worker.job[1]:  # while modules are imported, there are others
            most_at_once = max(most_at_once, len(worker.processes))
        return worker.job[0] not in ("waiting", "running")

    until(is_over, "the job is over")
    assert worker.job == ("done", CARDS), worker.log.read_text()
    assert worker.steps >= 3, worker.log.read_text()
    assert most_at_once == 3  # the worker and the two that render
    until(lambda: worker.processes == {worker.process.pid}, "only the worker is left")


@pytest.mark.long
def test_a_worker_that_is_asked_to_end_ends(worker: Worker) -> None:
    """A service manager and a terminal ask all of its processes at the same time."""
    until(lambda: worker.job[1] and len(worker.processes) == 3, "two processes render")
    os.killpg(worker.process.pid, signal.SIGTERM)
    assert worker.process.wait(timeout=60) == 0, worker.log.read_text()
    state, done = worker.job
    assert state == "waiting"  # for the next worker, and not failed
    assert 0 < done < CARDS
    assert not worker.processes


@pytest.mark.long
def test_a_worker_that_is_killed_leaves_nothing(worker: Worker) -> None:
    until(lambda: worker.job[1] and len(worker.processes) == 3, "two processes render")
    worker.process.kill()
    worker.process.wait()
    until(lambda: not worker.processes, "nothing is left")

"""Two web servers, two of streams, two workers and Redis on one database: one of each is killed while clients play and
proofs are searched, and nothing is lost or done twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django_tasks_db.models import DBTaskResult

from tests.databases import EmptyDatabases
from tests.operations.test_backup_races import Place
from tests.play.killing import play_while_killing
from tests.play.sites import Site
from tests.redis_servers import RedisServer

pytestmark = pytest.mark.django_db

PROOFS = 12
PATIENCE = 400.0  # seconds: what a killed worker had in hand is taken up when it was silent for 90, looked at each 90
QUEUING = """
import django, json, sys; django.setup()
from pathlib import Path
from background import services as background
from engine.decks.formats.interchange import read_position
from grimoire.proving.services import _begun
puzzles = json.loads(Path("tests/grimoire/puzzles.json").read_text())
for data in list(puzzles.values())[:int(sys.argv[1])]:
    background.queue(job=_begun(read_position(data)), nodes=0, seconds=0)
"""


class Worker:
    """A worker that can be killed."""

    def __init__(self, site: Site) -> None:
        with (site.folder / "worker.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "db_worker"],
                cwd=site.root,
                env=site.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """As when the power fails."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def site(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Iterator[Site]:
    redis = RedisServer(tmp_path)
    names = ("pages", "pages2", "streams", "streams2")
    served = Site(root, empty_databases.make(), tmp_path, names, GRIMOIRE_REDIS_URL=redis.url)
    yield served
    served.close()
    redis.kill()


def test_one_of_each_is_killed(site: Site, root: Path, tmp_path: Path) -> None:
    place = Place(root, site.environment, tmp_path / "media")
    subprocess.run([sys.executable, "-c", QUEUING, str(PROOFS)], cwd=root, env=site.environment, check=True)
    ((queued,),) = place.ask("SELECT COUNT(*) FROM grimoire_proof WHERE state = 'waiting'")
    assert queued == PROOFS
    workers = [Worker(site), Worker(site)]
    try:
        until = time.monotonic() + PATIENCE
        while place.ask("SELECT COUNT(*) FROM grimoire_proof WHERE state <> 'waiting'") == [(0,)]:
            assert time.monotonic() < until
            time.sleep(0.02)
        workers.pop().kill()  # perhaps in the middle of one
        report = play_while_killing(site, 4)
        assert report.kills == 4 and report.games >= 2
        while place.ask("SELECT COUNT(*) FROM grimoire_proof WHERE state = 'done'") != [(PROOFS,)]:
            assert time.monotonic() < until, place.ask("SELECT state, COUNT(*) FROM grimoire_proof GROUP BY state")
            time.sleep(0.2)
    finally:
        for worker in workers:
            worker.kill()
    solved = "SELECT COUNT(*) FROM grimoire_proof WHERE verdict LIKE 'unique%'"
    assert place.ask(solved) == [(PROOFS,)]
    # Each was ended by one task: what the killed worker had in hand counts as nobody's.
    tasks = DBTaskResult._meta.db_table
    ended = place.ask(
        f"SELECT COUNT(*) FROM {tasks} WHERE status = 'SUCCESSFUL' AND task_path LIKE 'grimoire.proving%'"
    )
    assert PROOFS <= ended[0][0] <= PROOFS + 2

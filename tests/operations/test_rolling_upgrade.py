"""An upgrade without a pause, for real: the last release and this one side by side on one database while clients play
and solve. New migrations run under the old code, the new code starts beside it, the old is drained.

The last release is the commit before the newest migration, taken out of the history of the repository.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from tests.databases import EmptyDatabases
from tests.operations.busy import QUEUING, SolvingClient, Worker, queue
from tests.operations.test_backup_races import Place
from tests.processes import PATIENCE
from tests.tables.killing import play_while
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db

PROOFS = 8
SIDE_BY_SIDE = 20.0  # seconds in which both are there


def git(root: Path, *arguments: str) -> str:
    """What git says; empty where it has nothing to say."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def last_release(root: Path) -> str:
    """The commit before the newest migration."""
    if git(root, "status", "--porcelain", "--", "*/migrations/*.py"):
        return git(root, "rev-parse", "HEAD")
    newest = git(root, "log", "-1", "--first-parent", "--format=%H", "--", "*/migrations/*.py")
    return git(root, "rev-parse", f"{newest}^") if newest else ""


@pytest.fixture
def old(root: Path, tmp_path: Path) -> Path:
    """The code of the last release, with the packages and fonts of this one."""
    commit = last_release(root) if shutil.which("git") else ""
    if not commit:
        pytest.skip("the history of the repository is not here")
    folder = tmp_path / "old"
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=root, capture_output=True, check=True)
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    (folder / "node_modules").symlink_to((root / "node_modules").resolve())
    for catalogue in root.glob("locale/*/LC_MESSAGES/*.mo"):
        shutil.copy(catalogue, folder / catalogue.relative_to(root))
    return folder


def manage(folder: Path, environment: dict[str, str], *command: str) -> str:
    """A command of manage.py of one of both; what it prints."""
    arguments = [sys.executable, "manage.py", *command]
    return subprocess.run(arguments, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    started: list[Worker] = []
    yield started
    for worker in started:
        worker.kill()


@pytest.mark.long
def test_old_and_new_side_by_side(
    root: Path,
    old: Path,
    empty_databases: EmptyDatabases,
    tmp_path: Path,
    workers: list[Worker],
) -> None:
    environment = {**empty_databases.make_bare(), "GRIMOIRE_MEDIA_ROOT": str(tmp_path / "media")}
    manage(old, environment, "migrate", "--verbosity", "0")
    waiting = manage(root, environment, "showmigrations", "--plan").count("[ ]")
    assert waiting, "there is nothing to migrate: the last release has all of it"
    site = Site(old, environment, tmp_path, ())
    stop, client = Event(), SolvingClient(site, root)
    begun, seconds = time.monotonic(), {}
    try:
        for name in ("pages", "streams"):
            site.add(name, old)
        workers.append(Worker(site, old))

        def upgrade(end: Event) -> int:
            end.wait(SIDE_BY_SIDE / 2)
            queue(QUEUING, old, environment, PROOFS)
            seconds["migrating from"] = time.monotonic() - begun
            manage(root, environment, "migrate", "--verbosity", "0")
            seconds["migrated"] = time.monotonic() - begun
            for name in ("pages2", "streams2"):
                site.add(name, root)
            workers.append(Worker(site, root))
            seconds["both"] = time.monotonic() - begun
            end.wait(SIDE_BY_SIDE)
            for name in ("pages", "streams"):
                assert site.drain(name) in (0, -signal.SIGTERM)
            assert workers[0].drain() == 0
            seconds["old is gone"] = time.monotonic() - begun
            end.wait(SIDE_BY_SIDE / 4)
            return 2

        with ThreadPoolExecutor(1) as pool:
            solving = pool.submit(client.run, stop)
            try:
                report = play_while(site, upgrade)
                place = Place(root, environment, tmp_path / "media")
                while place.ask("SELECT COUNT(*) FROM grimoire_proof WHERE state = 'done'") != [(PROOFS,)]:
                    assert time.monotonic() - begun < 3 * PATIENCE
                    time.sleep(0.2)
            finally:
                stop.set()
            solving.result()
    finally:
        site.close()
    assert not client.failed, client.answers
    logged = "".join(path.read_text(errors="replace") for path in tmp_path.glob("*.log"))
    assert "Traceback" not in logged, logged[-3000:]
    assert report.games >= 2
    assert client.answers[200] > 20
    print({"migrations": waiting, **vars(report), **client.answers, **seconds})

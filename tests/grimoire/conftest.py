"""What tests of this room share. No clock decides how they end; and for tests of several at the same moment there is a
process of its own with threads, on a database in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import pytest

# Sets Django up, and defines ``at_once(work, items)``: what each of some threads, let loose together, came to. With
# ``tell`` an exception counts as an answer, by its name; else it is the end of the process.
PREPARED = """
import django, json; django.setup()
from django.conf import settings
settings.DATABASES["default"]["OPTIONS"]["timeout"] = 120  # a busy machine is no error
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection

def at_once(work, items, tell=False):
    start = Barrier(len(items))
    def one(item):
        try:
            start.wait()
            return work(item)
        except Exception as wrong:
            if not tell:
                raise
            return type(wrong).__name__
        finally:
            connection.close()
    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(one, items))
"""


BEGUN = datetime.now().astimezone()


class OneDay(datetime):
    """A day that does not end at midnight."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return BEGUN.astimezone(tz)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches end when they have counted enough, however slow the machine is; and it is the same day all the time."""
    monkeypatch.setattr("grimoire.proving.services.QUICK_SECONDS", 3600.0)
    monkeypatch.setattr("grimoire.solving.following.MOST_SECONDS", 3600.0)
    monkeypatch.setattr("grimoire.browsing.daily.datetime", OneDay)


@pytest.fixture(scope="session")
def race_database(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them."""
    path = tmp_path_factory.mktemp("races") / "empty.sqlite3"
    environment = {**os.environ, "GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(path)}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=root, env=environment, check=True)
    return path


@pytest.fixture
def race(root: Path, race_database: Path, tmp_path: Path) -> Callable[[str], Any]:
    """Runs a script after ``PREPARED``, on a copy of the empty database; what it prints last is JSON."""

    def run(script: str) -> Any:
        copy = tmp_path / "race.sqlite3"
        copy.write_bytes(race_database.read_bytes())
        environment = {**os.environ, "GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(copy)}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        command = [sys.executable, "-c", PREPARED + script]
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run

"""Fixtures for tests of what happens when several do something at the same moment, each in its own connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.forking import Forks

if TYPE_CHECKING:
    from tests.databases import EmptyDatabases

PREPARED = """
import json
from django.conf import settings
patience = settings.DATABASES["default"]["OPTIONS"]
patience.get("pool", patience)["timeout"] = 120  # a busy machine is no error
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


@pytest.fixture(scope="session")
def race_database(root: Path) -> Path:
    """A file of SQLite with all tables and nothing in them, of which tests make copies."""
    from tests.databases import kept_database

    return kept_database(root)


@pytest.fixture(scope="session")
def empty_databases(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmptyDatabases]:
    """Databases with all tables and nothing in them, on the engine that the tests run on."""
    from tests.databases import EmptyDatabases

    databases = EmptyDatabases(root, tmp_path_factory.mktemp("databases"))
    yield databases
    databases.drop()


@pytest.fixture(scope="session")
def forks(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """Copies of a process with the site set up."""
    made = Forks(root, tmp_path_factory.mktemp("forks"))
    yield made
    made.end()


@pytest.fixture
def race(forks: Forks, empty_databases: EmptyDatabases) -> Callable[[str], Any]:
    """Runs a script after ``PREPARED``, on an empty database of its own; what it prints last is JSON."""

    def run(script: str) -> Any:
        return json.loads(forks.run(PREPARED + script, empty_databases.make()).splitlines()[-1])

    return run

"""Databases of their own for processes that tests start: files of SQLite, and on PostgreSQL copies of an empty one."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from django.db import connection


def on_file(path: Path, **more: str) -> dict[str, str]:
    """The environment of a process whose database is that file, whatever the tests themselves run on."""
    kept = {name: value for name, value in os.environ.items() if name != "GRIMOIRE_DATABASE_URL"}
    own = {"GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return {**kept, **own, **more}


def digest_of_migrations(root: Path) -> str:
    """Another one whenever migrations have changed, those of packages too."""
    others = [root / "requirements" / "base.txt", root / "config" / "settings.py"]
    digest = hashlib.sha256()
    for path in [*sorted(root.glob("*/migrations/*.py")), *others]:
        digest.update(f"{path.relative_to(root)} ".encode() + path.read_bytes() + bytes(1))
    return digest.hexdigest()[:16]


def migrate(root: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=root, env=environment, check=True)


def kept_database(root: Path) -> Path:
    """A file of SQLite below ``var/`` with all tables and nothing in them, made anew when migrations have changed.

    To migrate takes seconds. Tests use copies. Of several processes that ask at the same moment one makes it.
    """
    folder = root / "var" / "tests"
    kept = folder / f"empty-{digest_of_migrations(root)}.sqlite3"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=folder) as work:
                made = Path(work) / kept.name
                migrate(root, on_file(made))
                for old in folder.glob("empty-*"):
                    old.unlink(missing_ok=True)
                made.rename(kept)
    return kept


def kept_template(root: Path) -> str:
    """The same on the tests' cluster of PostgreSQL: the name of a database of which others are made as copies."""
    name = f"empty_{digest_of_migrations(root)}"
    with administration() as connected:
        connected.execute("SELECT pg_advisory_lock(1)")  # let go with the connection
        if not connected.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            draft = f"{name}_draft"
            connected.execute(f'DROP DATABASE IF EXISTS "{draft}"')
            connected.execute(f'CREATE DATABASE "{draft}"')
            migrate(root, on_cluster(draft))
            connected.execute(f'ALTER DATABASE "{draft}" RENAME TO "{name}"')
    return name


def on_cluster(name: str) -> dict[str, str]:
    """The environment of a process whose database has that name on the tests' cluster."""
    server = settings.DATABASES["default"]
    url = f"postgresql://{server['USER']}@{quote(str(server['HOST']), safe='')}/{name}"
    own = {"GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    return {**os.environ, **own}


def administration() -> Any:
    """A connection to the tests' cluster in which databases are made and dropped."""
    import psycopg  # not where the tests run on SQLite alone

    server = settings.DATABASES["default"]
    return psycopg.connect(host=server["HOST"], user=server["USER"], dbname="postgres", autocommit=True)


class EmptyDatabases:
    """Databases with all tables and nothing in them, on the engine that the tests run on."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self.names: list[str] = []
        if connection.vendor == "sqlite":
            self.template = "empty"
            shutil.copyfile(kept_database(root), folder / f"{self.template}.sqlite3")
        else:
            self.template = kept_template(root)

    def make(self) -> dict[str, str]:
        """The environment of processes that share a new one."""
        return self.environment(self._new(f"race_{uuid4().hex[:12]}", self.template))

    def make_bare(self) -> dict[str, str]:
        """The same of one without tables."""
        return self.environment(self._new(f"bare_{uuid4().hex[:12]}", None))

    def environment(self, name: str) -> dict[str, str]:
        """The environment of processes whose database is the one of that name."""
        if connection.vendor == "sqlite":
            return on_file(self.folder / f"{name}.sqlite3")
        return on_cluster(name)

    def _new(self, name: str, template: str | None) -> str:
        if connection.vendor == "sqlite":
            if template:
                content = (self.folder / f"{template}.sqlite3").read_bytes()
                (self.folder / f"{name}.sqlite3").write_bytes(content)
            return name
        name = f"{name}_{uuid4().hex[:12]}"
        self._ask(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{template}"' if template else ""))
        self.names.append(name)
        return name

    def drop(self) -> None:
        """Drops them all; files go with their folder."""
        for name in self.names:
            self._ask(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _ask(self, statement: str) -> None:
        with administration() as connected:
            connected.execute(statement)

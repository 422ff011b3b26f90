"""Databases of their own for processes that tests start: files of SQLite, and on PostgreSQL copies of an empty one."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from django.db import connection


def on_file(path: Path, **more: str) -> dict[str, str]:
    """The environment of a process whose database is that file, whatever the tests themselves run on."""
    kept = {name: value for name, value in os.environ.items() if name != "GRIMOIRE_DATABASE_URL"}
    own = {"GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return {**kept, **own, **more}


def kept_database(root: Path) -> Path:
    """A file of SQLite below ``var/`` with all tables and nothing in them, made anew when migrations have changed.

    To migrate takes seconds. Tests use copies. Several processes may ask at the same moment: each makes one, and the
    last one's stays.
    """
    others = [root / "requirements" / "base.txt", root / "config" / "settings.py"]  # whose migrations count, too
    made_from = [*sorted(root.glob("*/migrations/*.py")), *others]
    digest = hashlib.sha256()
    for path in made_from:
        digest.update(f"{path.relative_to(root)} ".encode() + path.read_bytes() + bytes(1))
    folder = root / "var" / "tests"
    kept = folder / f"empty-{digest.hexdigest()[:16]}.sqlite3"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            made = Path(work) / kept.name
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, cwd=root, env=on_file(made), check=True)
            for old in folder.glob("empty-*"):
                old.unlink(missing_ok=True)
            made.rename(kept)
    return kept


class EmptyDatabases:
    """Databases with all tables and nothing in them, on the engine that the tests run on."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self.names: list[str] = []
        self.template = self._new("empty", None)
        if connection.vendor == "sqlite":
            shutil.copyfile(kept_database(root), folder / f"{self.template}.sqlite3")
        else:
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, cwd=root, env=self.environment(self.template), check=True)

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
        server = settings.DATABASES["default"]
        host = quote(str(server["HOST"]), safe="")
        url = f"postgresql://{server['USER']}@{host}/{name}"
        own = {"GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        return {**os.environ, **own}

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
        import psycopg  # not where the tests run on SQLite alone

        server = settings.DATABASES["default"]
        with psycopg.connect(
            host=server["HOST"], user=server["USER"], dbname="postgres", autocommit=True
        ) as administration:
            administration.execute(statement)

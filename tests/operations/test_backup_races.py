"""A backup made while somebody writes, restored into another database of the engine that the tests run on."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.databases import EmptyDatabases

WRITING = """
import django
django.setup()
from django.db import connection, transaction
number = 0
while True:
    number += 1
    with transaction.atomic(), connection.cursor() as cursor:
        for key in ("backup:one", "backup:other"):
            cursor.execute("UPDATE accounts_allowance SET count = %s WHERE key = %s", [number, key])
    print(number, flush=True)
"""
GUESTS = 40


class Place:
    """A database and a folder for files, as processes of the site find them."""

    def __init__(self, root: Path, environment: dict[str, str], media: Path) -> None:
        self.root = root
        self.environment = {**environment, "GRIMOIRE_MEDIA_ROOT": str(media)}
        self.media = media

    def manage(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs a command of manage.py."""
        command = [sys.executable, "manage.py", *map(str, arguments)]
        return subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query, or of a change that returns some."""
        url = self.environment.get("GRIMOIRE_DATABASE_URL")
        if url:
            with psycopg.connect(url) as server:
                return server.execute(query).fetchall()  # type: ignore[call-overload]
        with closing(sqlite3.connect(self.environment["GRIMOIRE_DATABASE"])) as file, file:
            return file.execute(query).fetchall()

    def rows(self) -> dict[str, list[str]]:
        """All rows of all tables."""
        names = (
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            if "GRIMOIRE_DATABASE_URL" in self.environment
            else "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        tables = sorted(name for (name,) in self.ask(names))
        return {table: sorted(map(repr, self.ask(f'SELECT * FROM "{table}"'))) for table in tables}


@pytest.fixture
def here(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Place:
    """A site with somebody's things in it."""
    place = Place(root, empty_databases.make(), tmp_path / "here" / "media")
    guests = ", ".join(f"('{number:032x}', '2026-01-01 00:00:00+00:00')" for number in range(GUESTS))
    place.ask(f"INSERT INTO accounts_owner (id, created) VALUES {guests} RETURNING id")
    counts = "('backup:one', 1, 0), ('backup:other', 1, 0)"
    place.ask(f"INSERT INTO accounts_allowance (key, span, count) VALUES {counts} RETURNING key")
    place.media.mkdir(parents=True)
    (place.media / "ada.jpg").write_bytes(b"a picture")
    return place


@pytest.fixture
def there(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Place:
    """Another one, with nothing in it but its tables."""
    return Place(root, empty_databases.make(), tmp_path / "there" / "media")


@pytest.mark.long
def test_what_is_restored_elsewhere_is_what_was_there(here: Place, there: Place, tmp_path: Path) -> None:
    backup = tmp_path / "backup.tar"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITING], cwd=here.root, env=here.environment, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    try:
        before = int([writer.stdout.readline() for _ in range(20)][-1])
        done = here.manage("backup", backup)
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    assert done.returncode == 0, done.stderr
    done = there.manage("restore", backup)
    assert done.returncode != 0
    assert "--force" in done.stderr
    done = there.manage("restore", backup, "--force")
    assert done.returncode == 0, done.stderr
    assert "what was there before" in done.stdout
    counts = there.ask("SELECT count FROM accounts_allowance WHERE key LIKE 'backup:%'")
    assert len(set(counts)) == 1  # both halves of a change, or none
    assert counts[0][0] >= before
    was, is_now = here.rows(), there.rows()
    for rows in (was, is_now):
        del rows["accounts_allowance"]
    assert is_now == was
    assert len(is_now["accounts_owner"]) == GUESTS
    assert (there.media / "ada.jpg").read_bytes() == b"a picture"
    # What has been restored is a site like another: its backup is restored over it.
    again = tmp_path / "again.tar"
    for arguments in (("backup", again), ("restore", again, "--force"), ("check", "--database", "default")):
        done = there.manage(*arguments)
        assert done.returncode == 0, done.stderr
    assert len(there.rows()["accounts_owner"]) == GUESTS


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file of SQLite is put in its place as it is")
def test_a_copy_that_the_server_cannot_read_changes_nothing_there(here: Place, tmp_path: Path) -> None:
    was = here.rows()
    harmed = tmp_path / "harmed.tar"
    (tmp_path / "database.dump").write_bytes(b"PGDMP and nothing else")
    manifest = {
        "format": "grimoire-backup/1",
        "database_sha256": hashlib.sha256(b"PGDMP and nothing else").hexdigest(),
        "migrations": [],
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with tarfile.open(harmed, "w") as archive:
        for name in ("manifest.json", "database.dump"):
            archive.add(tmp_path / name, name)
    done = here.manage("restore", harmed, "--force")
    assert done.returncode != 0
    assert "Nothing was restored" in done.stderr
    assert here.rows() == was
    assert (here.media / "ada.jpg").exists()


@pytest.mark.long
def test_a_backup_of_the_other_engine_is_refused_by_name(here: Place, tmp_path: Path) -> None:
    other = "database.sqlite3" if connection.vendor == "postgresql" else "database.dump"
    (tmp_path / other).write_bytes(b"whatever")
    with tarfile.open(tmp_path / "other.tar", "w") as archive:
        archive.add(tmp_path / other, other)
    done = here.manage("restore", tmp_path / "other.tar", "--force")
    assert done.returncode != 0
    assert "a file of SQLite" in done.stderr
    assert "a server of PostgreSQL" in done.stderr

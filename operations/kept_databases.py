"""The database that a backup is of: a file of SQLite, or one on a server of PostgreSQL."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from django.db import connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

SERVER_PROGRAMS: Final = Path("/usr/lib/postgresql")  # where Debian and Ubuntu keep those of each version
ASIDE: Final = "before_"  # a schema with what was there before something was restored

Migrations = list[list[str]]  # app and name of each that has been applied, in order


class BackupProblem(Exception):
    """Why there is no backup, or why it is not restored."""


class KeptDatabase(Protocol):
    """A database that can be copied while it is used, and be put back while it is not."""

    member: ClassVar[str]  # the copy's name in a backup

    def copy(self, target: Path) -> Migrations:
        """Copies it as it is at one moment into a file. Raises ``BackupProblem``."""

    def what_is_there(self) -> str:
        """What restoring would move aside, in words; nothing if there is nothing."""

    def put(self, copy: Path) -> list[str]:
        """Puts a copy in its place, and says where what was there is now. Raises ``BackupProblem``, nothing changed."""


def kept_database(settings: Mapping[str, Any]) -> KeptDatabase:
    if settings["ENGINE"].endswith("sqlite3"):
        return SqliteFile(Path(settings["NAME"]))
    return PostgresqlDatabase(settings)


class SqliteFile:
    """A file, and what was written last in another one beside it: a plain copy would not do."""

    member: ClassVar = "database.sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path

    def copy(self, target: Path) -> Migrations:
        """SQLite's own copy of a live database: what has been written when it ends, and nothing half."""
        if not self.path.is_file():
            raise BackupProblem(f"There is no database at {self.path}.")
        with closing(sqlite3.connect(self.path, timeout=60)) as live, closing(sqlite3.connect(target)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, with all in it
            if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise BackupProblem(f"The database {self.path} is damaged. PRAGMA integrity_check says where.")
            try:
                return [list(row) for row in copy.execute("SELECT app, name FROM django_migrations ORDER BY id")]
            except sqlite3.OperationalError as error:
                raise BackupProblem(f"This is not a database of this site: {error}") from error

    def what_is_there(self) -> str:
        return f"a database at {self.path}" if self.path.exists() else ""

    def put(self, copy: Path) -> list[str]:
        """Files change places."""
        files = [self.path, *(self.path.with_name(self.path.name + ending) for ending in ("-wal", "-shm"))]
        moved = [str(move_away(path)) for path in files if path.exists()]
        os.replace(copy, self.path)
        return moved


class PostgresqlDatabase:
    """A database of a server, copied by the programs that come with it."""

    member: ClassVar = "database.dump"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        command, self.environment = DatabaseClient.settings_to_cmd_args_env(dict(settings), ["--dbname"])
        self.named = command[1:]  # options that name server, user and database; the password is not among them
        self.name = str(settings["NAME"])

    @transaction.atomic
    def copy(self, target: Path) -> Migrations:
        """What one transaction sees, which goes on seeing it while the program copies."""
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT to_regclass('django_migrations') IS NOT NULL")
            if not cursor.fetchone()[0]:
                raise BackupProblem(f"{self.name} is not a database of this site: it has no migrations.")
            cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
            migrations = [list(row) for row in cursor.fetchall()]
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            options = [f"--exclude-schema={ASIDE}*", f"--snapshot={snapshot}", f"--file={target}"]
            self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--no-comments", *options)
        return migrations

    def what_is_there(self) -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'")
            (tables,) = cursor.fetchone()
        return f"a database, {self.name}, with {tables} tables" if tables else ""

    def put(self, copy: Path) -> list[str]:
        """What was there becomes a schema of another name, which goes back if the copy cannot be read."""
        aside = f"{ASIDE}{datetime.now(UTC):%Y%m%d_%H%M%S_%f}" if self.what_is_there() else ""
        if aside:
            self._ask(f'ALTER SCHEMA public RENAME TO "{aside}"', "CREATE SCHEMA public")
            self._bring_extensions(aside, "public")  # a server has each once, and the copy asks for it there
        connection.close()
        try:
            whole = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
            self._run("pg_restore", *whole, str(copy))
        except BackupProblem:
            if aside:
                self._bring_extensions("public", aside)
                self._ask("DROP SCHEMA public CASCADE", f'ALTER SCHEMA "{aside}" RENAME TO public')
            raise
        return [f'schema "{aside}" of {self.name}'] if aside else []

    def _bring_extensions(self, source: str, target: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT extname FROM pg_extension WHERE extnamespace = %s::regnamespace", [f'"{source}"'])
            names = [name for (name,) in cursor.fetchall()]
        self._ask(*(f'ALTER EXTENSION "{name}" SET SCHEMA "{target}"' for name in names))

    @transaction.atomic
    def _ask(self, *statements: str) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def _run(self, program: str, *arguments: str) -> None:
        environment = {**os.environ, **(self.environment or {})}
        command = [find_program(program), *self.named, *arguments]
        process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if process.returncode:
            raise BackupProblem(f"{program} failed: {process.stderr.strip()}")


def find_program(name: str) -> str:
    """The newest of PostgreSQL's programs of that name, for none reads a newer server. Raises ``BackupProblem``."""
    versions = [path for path in SERVER_PROGRAMS.glob(f"*/bin/{name}") if path.parent.parent.name.isdecimal()]
    newest = max(versions, key=lambda path: int(path.parent.parent.name), default=None)
    program = str(newest) if newest else shutil.which(name)
    if program is None:
        raise BackupProblem(f"{name} is missing. Install the package postgresql-client.")
    return program


def name_aside(path: Path) -> Path:
    """Where something is moved to that gives way to what is restored: a name of its own beside it."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return path.with_name(f"{path.name}.before-{moment}")


def move_away(path: Path) -> Path:
    """Gives a file or folder a name of its own beside itself."""
    return Path(shutil.move(path, name_aside(path)))

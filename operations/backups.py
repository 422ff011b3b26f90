"""Copies of all that the site keeps: the database as it is at one moment, and the files that were uploaded.

A backup is one tar file: ``manifest.json``, ``database.sqlite3``, ``media/…``. It is made while the site runs. A plain
copy of the database's file would not do: what was written last stands in another file beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

FORMAT: Final = "grimoire-backup/1"
DATABASE: Final = "database.sqlite3"
MANIFEST: Final = "manifest.json"
MEDIA: Final = "media"
_PASSING: Final = frozenset({"prints"})  # folders of media/ with what is made again when somebody asks


class BackupProblem(Exception):
    """Why there is no backup, or why it is not restored."""


def database_file(settings: Mapping[str, Any]) -> Path:
    """The file of a database's settings. Raises ``BackupProblem`` for a server, which has tools of its own."""
    if not settings["ENGINE"].endswith("sqlite3"):
        raise BackupProblem(
            "This site's database is a server of PostgreSQL: pg_dump and pg_restore copy it. Copy the uploaded files, "
            "GRIMOIRE_MEDIA_ROOT, beside it (docs/hosting.md)."
        )
    return Path(settings["NAME"])


def write_backup(*, database: Path, media: Path, target: Path) -> dict[str, Any]:
    """Writes a backup into a file that must not exist yet, and returns its manifest. Raises ``BackupProblem``."""
    if not database.is_file():
        raise BackupProblem(f"There is no database at {database}.")
    if target.exists():
        raise BackupProblem(f"{target} exists already.")
    part = target.with_name(f".{target.name}.part")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        copy = Path(folder) / DATABASE
        _copy_database(database, copy)
        manifest = {
            "format": FORMAT,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "database_sha256": _sha256(copy),
            "migrations": _migrations_of(copy),
        }
        (Path(folder) / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        try:
            with tarfile.open(part, "w") as archive:
                archive.add(Path(folder) / MANIFEST, MANIFEST)
                archive.add(copy, DATABASE)
                _add_media(archive, media)
            part.chmod(0o600)  # it holds everybody's addresses
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    return manifest


def restore_backup(*, source: Path, database: Path, media: Path, known: set[tuple[str, str]]) -> list[Path]:
    """Puts a backup in the place of what is there, and returns where that has been moved to.

    ``known`` are the migrations of this version of the site, as (app, name): a backup of a later version is refused.
    The site must not run. Nothing is changed before all has been unpacked and checked. Raises ``BackupProblem``.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    media.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=database.parent, prefix=".restore-") as near_database,
        tempfile.TemporaryDirectory(dir=media.parent, prefix=".restore-") as near_media,
    ):
        copy, pictures = Path(near_database) / DATABASE, Path(near_media) / MEDIA
        pictures.mkdir()
        try:
            with tarfile.open(source) as archive:
                archive.extract(MANIFEST, near_database, filter="data")
                archive.extract(DATABASE, near_database, filter="data")
                files = [member for member in archive if member.name.startswith(f"{MEDIA}/")]
                archive.extractall(near_media, files, filter="data")
            manifest = json.loads((Path(near_database) / MANIFEST).read_text("utf-8"))
        except (OSError, KeyError, ValueError, tarfile.TarError) as error:
            raise BackupProblem(f"{source} is no backup, or it is damaged: {error}") from error
        _check(source, copy, manifest, known)
        moved = [_move_away(path) for path in (*_files_of(database), media) if path.exists()]
        os.replace(copy, database)
        os.replace(pictures, media)
    return moved


def _copy_database(database: Path, target: Path) -> None:
    """SQLite's own copy of a live database: what has been written when it ends, and nothing half."""
    with closing(sqlite3.connect(database, timeout=60)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with all in it
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise BackupProblem(f"The database {database} is damaged: PRAGMA integrity_check tells what is wrong.")


def _add_media(archive: tarfile.TarFile, media: Path) -> None:
    for path in sorted(media.rglob("*")):
        name = path.relative_to(media)
        if path.is_file() and name.parts[0] not in _PASSING:
            try:
                archive.add(path, f"{MEDIA}/{name.as_posix()}", recursive=False)
            except FileNotFoundError:
                continue  # its owner has deleted it just now


def _check(source: Path, copy: Path, manifest: Any, known: set[tuple[str, str]]) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupProblem(f"{source} is no backup of this site.")
    if _sha256(copy) != manifest.get("database_sha256"):
        raise BackupProblem(f"The database in {source} is not the one that was put there.")
    later = sorted({tuple(one) for one in manifest["migrations"]} - known)
    if later:
        names = ", ".join(".".join(one) for one in later)
        raise BackupProblem(f"{source} is of a later version of the site, which has these migrations too: {names}")


def _migrations_of(database: Path) -> list[list[str]]:
    with closing(sqlite3.connect(database)) as opened:
        try:
            return [list(row) for row in opened.execute("SELECT app, name FROM django_migrations ORDER BY id")]
        except sqlite3.OperationalError as error:
            raise BackupProblem(f"The database is not one of this site: {error}") from error


def _files_of(database: Path) -> list[Path]:
    return [database, *(database.with_name(database.name + ending) for ending in ("-wal", "-shm"))]


def _move_away(path: Path) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return Path(shutil.move(path, path.with_name(f"{path.name}.before-{moment}")))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Copies of all that the site keeps: the database as it is at one moment, and the files that were uploaded.

A backup is one tar file, made while the site runs: ``manifest.json``, the database (``database.sqlite3``, or
``database.dump`` of a server of PostgreSQL), ``media/…``, and last ``files.json``, the digest of each file of these.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from operations.kept_databases import BackupProblem, KeptDatabase, PostgresqlDatabase, SqliteFile
from operations.kept_media import MEDIA, Digests, KeptMedia

FORMAT: Final = "grimoire-backup/1"
MANIFEST: Final = "manifest.json"
FILES: Final = "files.json"  # backups of earlier versions have none, and their manifests do not say so
KINDS: Final = {SqliteFile.member: "SQLite", PostgresqlDatabase.member: "PostgreSQL"}


def write_backup(*, database: KeptDatabase, media: KeptMedia, target: Path) -> dict[str, Any]:
    """Writes a backup into a file that must not exist yet, and returns its manifest. Raises ``BackupProblem``."""
    if target.exists():
        raise BackupProblem(f"{target} already exists.")
    part = target.with_name(f".{target.name}.part")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        copy = Path(folder) / database.member
        migrations = database.copy(copy)
        manifest = {
            "format": FORMAT,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "database_sha256": _sha256(copy),
            "migrations": migrations,
            "files": FILES,
        }
        (Path(folder) / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        try:
            with tarfile.open(part, "w") as archive:
                archive.add(Path(folder) / MANIFEST, MANIFEST)
                archive.add(copy, database.member)
                digests = media.add_to(archive)
                (Path(folder) / FILES).write_text(json.dumps(digests, indent=1), encoding="utf-8")
                archive.add(Path(folder) / FILES, FILES)
            part.chmod(0o600)  # it holds everybody's addresses
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    return manifest


def restore_backup(
    *, source: Path, database: KeptDatabase, beside: Path, media: KeptMedia, known: set[tuple[str, str]]
) -> list[str]:
    """Puts a backup in the place of what is there, and returns where that has been moved to.

    ``beside`` is a folder on the database's disk. ``known`` are the migrations of this version of the site, as (app,
    name): a backup of a later version is refused. The site must not run. Nothing is changed before all has been
    unpacked and checked. Raises ``BackupProblem``.
    """
    beside.mkdir(parents=True, exist_ok=True)
    media.workplace.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=beside, prefix=".restore-") as near_database,
        tempfile.TemporaryDirectory(dir=media.workplace, prefix=".restore-") as near_media,
    ):
        copy, pictures = Path(near_database) / database.member, Path(near_media) / MEDIA
        pictures.mkdir()
        try:
            with tarfile.open(source) as archive:
                _check_kind(source, archive, database)
                _unpack(archive, archive.getmember(MANIFEST), Path(near_database))
                _unpack(archive, archive.getmember(database.member), Path(near_database))
                for member in archive:
                    if member.name.startswith(f"{MEDIA}/"):
                        _unpack(archive, member, Path(near_media))
                manifest = json.loads((Path(near_database) / MANIFEST).read_text("utf-8"))
                digests = _digests(archive, manifest)
        except (OSError, KeyError, ValueError, tarfile.TarError) as error:
            raise BackupProblem(f"{source} is not a backup, or it is damaged: {error}") from error
        _check(source, copy, manifest, known)
        if digests is not None:
            _check_files(source, Path(near_media), digests)
        moved = database.put(copy)
        moved += media.put(pictures)
    return moved


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """A plain file into a folder, none outside: tarfile of Debian 12 (3.11.2) has no filters."""
    if member.isdir():
        return
    path = folder / member.name
    if not member.isreg() or ".." in path.parts or not path.is_relative_to(folder):
        raise tarfile.ExtractError(f"{member.name} is no plain file")
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = archive.extractfile(member)
    assert opened is not None
    with opened, path.open("wb") as file:
        shutil.copyfileobj(opened, file)
    path.chmod(member.mode & 0o644 | 0o600)


def _check_kind(source: Path, archive: tarfile.TarFile, database: KeptDatabase) -> None:
    names = set(archive.getnames())
    for member, kind in KINDS.items():
        if member in names and member != database.member:
            raise BackupProblem(f"{source} is a backup of {kind}, but this site uses {KINDS[database.member]}.")


def _check(source: Path, copy: Path, manifest: Any, known: set[tuple[str, str]]) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupProblem(f"{source} is not a backup of this site.")
    if _sha256(copy) != manifest.get("database_sha256"):
        raise BackupProblem(f"The database in {source} was changed after the backup was made.")
    later = sorted({tuple(migration) for migration in manifest["migrations"]} - known)
    if later:
        names = ", ".join(".".join(migration) for migration in later)
        raise BackupProblem(
            f"{source} comes from a newer version of the site. Update first. Migrations missing here: {names}"
        )


def _digests(archive: tarfile.TarFile, manifest: Any) -> Digests | None:
    """What the backup says of its files; None where it is of a version that said nothing. Raises ``KeyError`` where it
    should be there, as when the end is missing."""
    if not isinstance(manifest, dict) or "files" not in manifest:
        return None
    file = archive.extractfile(FILES)
    if file is None:
        raise ValueError(f"{FILES} is not a file")
    return dict(json.load(file))


def _check_files(source: Path, folder: Path, digests: Digests) -> None:
    """Each is there, as it was put there, and no other."""
    files = {path.relative_to(folder).as_posix(): path for path in (folder / MEDIA).rglob("*") if path.is_file()}
    for name in sorted({*files, *digests}):
        if name not in files:
            raise BackupProblem(f"The file {name} is missing from {source}.")
        if _sha256(files[name]) != digests.get(name):
            raise BackupProblem(f"The file {name} in {source} was changed after the backup was made.")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

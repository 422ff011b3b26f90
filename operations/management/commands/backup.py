"""``manage.py backup``: everything that the site keeps, in one file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from operations.backups import write_backup
from operations.kept_databases import BackupProblem, kept_database
from operations.kept_media import kept_media


class Command(BaseCommand):
    help = "Writes the database and the uploaded files to one tar file. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="a new file, or a folder in which to make one")
        parser.add_argument("--keep", type=int, metavar="N", help="with a folder: delete all but its newest N backups")

    def handle(self, *_args: Any, target: Path, keep: int | None, **_options: Any) -> None:
        """Says where the backup is."""
        folder = target if target.is_dir() else None
        if keep is not None and (folder is None or keep < 1):
            raise CommandError("--keep needs a folder, and a number of at least 1.")
        if folder:
            target = folder / f"grimoire-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar"
        try:
            database = kept_database(settings.DATABASES["default"])
            write_backup(database=database, media=kept_media(), target=target)
        except (BackupProblem, DatabaseError, OSError) as problem:
            raise CommandError(f"No backup was made. {problem}") from problem
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes")
        if folder and keep:
            for old in sorted(folder.glob("grimoire-*-*.tar"))[:-keep]:
                old.unlink()
                self.stdout.write(f"{old}: deleted")

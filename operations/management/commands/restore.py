"""``manage.py restore``: puts a backup in the place of what is there. The site must not run meanwhile."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections
from django.db.migrations.loader import MigrationLoader

from operations.backups import restore_backup
from operations.deployment import BROUGHT_BACK
from operations.kept_databases import BackupProblem, SqliteFile, kept_database
from operations.kept_media import kept_media, was_restored


class Command(BaseCommand):
    help = "Restores a backup that manage.py backup made. Stop the site and its worker first."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", type=Path, help="the backup's tar file")
        parser.add_argument("--force", action="store_true", help="even if there is a database: it is moved aside")

    def handle(self, *_args: Any, source: Path, force: bool, **_options: Any) -> None:
        """Says what has been moved aside, and what is to be done next."""
        database = kept_database(settings.DATABASES["default"])
        media = kept_media()
        beside = database.path.parent if isinstance(database, SqliteFile) else media.workplace
        try:
            contents = database.what_is_there()
        except DatabaseError as problem:
            raise CommandError(f"Nothing was restored. Cannot reach the database: {problem}") from problem
        if contents and not force:
            raise CommandError(f"There is already {contents}. Stop the site and add --force: it will be moved aside.")
        known = set(MigrationLoader(None).disk_migrations)
        connections.close_all()
        try:
            moved = restore_backup(source=source, database=database, beside=beside, media=media, known=known)
        except (BackupProblem, OSError) as problem:
            raise CommandError(f"Nothing was restored. {problem}") from problem
        for place in moved:
            self.stdout.write(f"Moved aside: {place}")
        with suppress(OSError):
            was_restored().touch()
        self.stdout.write("Restored. Next: run manage.py migrate, load_sets and load_books, then start the site.")
        self.stdout.write(BROUGHT_BACK)

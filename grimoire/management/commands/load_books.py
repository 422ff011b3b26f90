"""manage.py load_books"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from grimoire.shelving import load_books


class Command(BaseCommand):
    help = "Brings the site's own books and their pages in the database in line with the files of grimoire/shelf."

    def handle(self, *_args: Any, **options: Any) -> None:
        done = load_books()
        if options["verbosity"]:
            self.stdout.write(f"Books: {done}")

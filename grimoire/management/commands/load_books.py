"""manage.py load_books"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from grimoire.book_loading import load_books
from grimoire.booklets import tasks as pictures
from grimoire.offline import tasks as packs


class Command(BaseCommand):
    help = "Loads the site's books from grimoire/book_files into the database. Run it after every update."

    def handle(self, *_args: Any, **options: Any) -> None:
        """The pictures of their links take minutes, and so do the packs of their puzzles: a worker makes them."""
        loaded = load_books()
        packs.ask_for_all()
        pictures.ask_for_all(tomorrow=timezone.now() + timedelta(days=1))
        if options["verbosity"]:
            self.stdout.write(f"Books: {loaded}")

"""manage.py measure_books [BOOK...]"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from grimoire.book_files import all_volumes
from tools.books.measuring import measured, shelf, table


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Measures the site's own books, a row for each: pages by level, how far levels follow the number of plays, "
        "pages with a tempting try and with forced steps; pages by number of plays and turns; medians of reachable "
        "positions, of a random player's chance and of near misses; pages of 3 plays or more, of 2 or 3 turns, those "
        "that a random player solves once in 12; predictions, with how many Creatures; objectives; texts written. Then "
        "what all books together come to."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [volume.slug for volume in all_volumes()]
        parser.add_argument("books", nargs="*", metavar="BOOK", choices=[*slugs, []], help="default: all books")
        parser.add_argument(
            "--anew", action="store_true", help="solve every page again instead of using the stored proofs"
        )
        parser.add_argument("--check", action="store_true", help="end with status 1 if a book misses its target")

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = options["books"]
        books = [
            measured(volume, anew=options["anew"]) for volume in all_volumes() if not wanted or volume.slug in wanted
        ]
        for line in table(books):
            self.stdout.write(line)
        missed = [f"{book.slug}: {fault}" for book in books for fault in book.missed]
        if not wanted:
            for line, is_reached in shelf(books):
                self.stdout.write(line)
                missed += [] if is_reached else [f"all books: {line}"]
        if missed and options["check"]:
            raise CommandError("\n".join(missed))
        for line in missed:
            self.stderr.write(line)

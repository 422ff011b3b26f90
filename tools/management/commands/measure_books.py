"""manage.py measure_books [BOOK...]"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from grimoire.book_files import all_volumes
from tools.books.measuring import measured, table


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Measures the site's own books and prints a row for each: how many pages have so many plays and turns; the "
        "median of the positions in reach, of a random player's luck and of the tries that come near; pages of 3 to 5 "
        "plays, of two or three turns, and those that a random player solves once in 12; what is foretold and with "
        "how many Creatures; objectives; what has been written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [volume.slug for volume in all_volumes()]
        parser.add_argument("books", nargs="*", metavar="BOOK", choices=[*slugs, []], help="default all")
        parser.add_argument("--anew", action="store_true", help="solve every page again; without it kept proofs count")
        parser.add_argument("--check", action="store_true", help="fail if a book is not what it should be")

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = options["books"]
        books = [
            measured(volume, anew=options["anew"]) for volume in all_volumes() if not wanted or volume.slug in wanted
        ]
        for line in table(books):
            self.stdout.write(line)
        missed = [f"{book.slug}: {fault}" for book in books for fault in book.missed]
        if missed and options["check"]:
            raise CommandError("\n".join(missed))
        for line in missed:
            self.stderr.write(line)

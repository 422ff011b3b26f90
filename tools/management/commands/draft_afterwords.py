"""manage.py draft_afterwords BOOK..."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from grimoire.book_files import all_volumes
from tools.books.drafting import draft


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Prints what an afterword can say about each page of a book: board, solution, what happens, and the nearest "
        "wrong tries with what each lacks. Shows solutions. A person writes the text."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("books", nargs="+", metavar="BOOK", choices=[volume.slug for volume in all_volumes()])
        parser.add_argument("--missing", action="store_true", help="only pages without an afterword")

    def handle(self, *_args: Any, **options: Any) -> None:
        for volume in all_volumes():
            if volume.slug not in options["books"]:
                continue
            for page in volume.pages:
                if options["missing"] and page.afterword.en:
                    continue
                self.stdout.write(page.title.en)
                for line in draft(page):
                    self.stdout.write(line)

"""manage.py check_claims [BOOK...]"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from grimoire.book_files import CLAIM, all_volumes, other_volumes
from tools.books.claims import NO_CLAIM, faults_of


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Checks what the texts of the site's puzzles claim: each figure and each word for what is destroyed must refer "
        "to a fact that the engine knows, and say it rightly. Prints what is false and what no reference covers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [volume.slug for volume in (*all_volumes(), *other_volumes())]
        parser.add_argument("books", nargs="*", metavar="BOOK", choices=[*slugs, []], help="default: all books")

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = options["books"]
        pages = [
            page
            for book in (*all_volumes(), *other_volumes())
            if not wanted or book.slug in wanted
            for page in book.pages
        ]
        counts: Counter[bool] = Counter()
        for page in pages:
            for texts in (page.marked_words, page.marked_afterword):
                for match in CLAIM.finditer(texts.en + texts.fr):
                    counts[match["reference"] != NO_CLAIM] += 1
        faults = [str(fault) for page in pages for fault in faults_of(page)]
        self.stdout.write(f"{counts[True]} claims, {counts[False]} phrases without one, {len(faults)} faults")
        if faults:
            raise CommandError("\n".join(faults))

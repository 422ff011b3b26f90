"""manage.py measure_levels"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from grimoire.book_files import all_volumes
from tools.books.calibration import figures, read_attempts, tried, tried_page, write_attempts


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Compares the levels of the site's own books with what solvers of several strengths make of the pages: the "
        "rank correlation, and of each level the share that each strength solves. Pages that they have not tried yet "
        "they try first, and what they did is kept (tools/books/attempts.jsonl)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="try every page again (two minutes)")
        parser.add_argument("--check", action="store_true", help="end with status 1 where a level is no harder")

    def handle(self, *_args: Any, **options: Any) -> None:
        pages = list(tried(all_volumes(), {} if options["anew"] else read_attempts()))
        write_attempts(pages)
        missed = []
        for line, is_so in figures([tried_page(page, shares) for page, shares in pages]):
            self.stdout.write(line)
            missed += [] if is_so else [line.strip()]
        if missed and options["check"]:
            raise CommandError("\n".join(missed))
        for line in missed:
            self.stderr.write(line)

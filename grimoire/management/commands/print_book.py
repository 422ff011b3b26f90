"""manage.py print_book initiation --paper a4 --out FILE.pdf"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from grimoire.booklets.booklet import Booklet, BookletOptions
from grimoire.gate import Gate
from grimoire.models import Book


class Command(BaseCommand):
    help = "Makes a PDF booklet of a book, with all solutions at the back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("book", metavar="BOOK", help="the book's slug or token")
        parser.add_argument("--out", required=True, metavar="FILE", help="the file to write; - for standard output")
        for name, allowed in BookletOptions.CHOICES.items():
            parser.add_argument(f"--{name}", choices=allowed, default=allowed[0], help=f"default: {allowed[0]}")

    def handle(self, *_args: Any, **arguments: Any) -> None:
        book = (
            Book.objects.filter(slug=arguments["book"]).first() or Book.objects.filter(token=arguments["book"]).first()
        )
        if not arguments["book"] or book is None:
            raise CommandError(f"No book {arguments['book']!r}.")
        options = BookletOptions(**{name: arguments[name] for name in BookletOptions.CHOICES})
        with translation.override(options.language):
            # Whoever may read the database's files need not earn anything.
            booklet = Booklet(book, book.owner, options, lambda puzzles, _owner: [Gate(is_open=True)] * len(puzzles))
            product = booklet.finish()
        if arguments["out"] == "-":
            self.stdout._out.buffer.write(product.content)  # type: ignore[attr-defined]  # bytes go past Django's wrapper
            return
        Path(arguments["out"]).write_bytes(product.content)
        if arguments["verbosity"]:
            self.stdout.write(f"{arguments['out']}: {len(product.content) / 1e6:.1f} MB")

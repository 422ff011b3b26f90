"""manage.py measure_packs [BOOK...]"""

from __future__ import annotations

import gzip
import json
import time
from argparse import ArgumentParser
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand

from engine.decks.solving.objective import PREDICT
from grimoire.book_files import VolumePage, all_volumes
from grimoire.book_loading import page_token
from grimoire.models import Puzzle
from grimoire.offline.packs import write_pack


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Measures the packs of the site's own books, in English: puzzles, those that cannot be taken along, nodes, "
        "kilobytes of a book and of a puzzle (median, largest) as they are sent, and seconds of the processor to make."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [volume.slug for volume in all_volumes()]
        parser.add_argument("books", nargs="*", metavar="BOOK", choices=[*slugs, []], help="default: all books")

    def handle(self, *_args: Any, **options: Any) -> None:
        self.stdout.write(_row("book", "puzzles", "stay", "nodes", "kB", "median", "largest", "seconds"))
        for volume in all_volumes():
            if options["books"] and volume.slug not in options["books"]:
                continue
            begun, sizes, nodes, stay = time.thread_time(), list[int](), 0, 0
            for page in volume.pages:
                written = write_pack(_puzzle(page), "en")
                pack = json.loads(written)
                stay += "left" in pack
                nodes += len(pack.get("nodes", ())) // 2
                sizes.append(len(gzip.compress(written)))
            kilobytes = [f"{size / 1000:.1f}" for size in (sum(sizes), median(sizes), max(sizes))]
            seconds = f"{time.thread_time() - begun:.1f}"
            self.stdout.write(_row(volume.slug, len(sizes), stay, nodes, *kilobytes, seconds))


def _puzzle(page: VolumePage) -> Puzzle:
    kind = Puzzle.Kind.FORETELL if page.goal == PREDICT else Puzzle.Kind.FIND
    answer_by = Puzzle.AnswerBy.BOARD if page.by_board else Puzzle.AnswerBy.CHOICES
    asked = {"kind": kind, "answer_by": answer_by, "questions": [page.asks] if page.asks else []}
    return Puzzle(token=page_token(page), position=dict(page.position), position_key=page.key, **asked)


def _row(book: str, *figures: object) -> str:
    return f"{book:16}" + "".join(f"{figure!s:>9}" for figure in figures)

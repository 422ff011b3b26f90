"""manage.py prove_pages"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from grimoire.authoring import upkeep

WIDTH: Final = 30  # of the progress bar


class Command(BaseCommand):
    help = (
        "Proves all published puzzles again, or a sample of them. If one no longer holds, its author is told and the "
        "command ends with status 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sample", type=_count, metavar="N", help="only N puzzles, picked by the seed")
        parser.add_argument("--seed", type=int, default=0, metavar="S", help="default: 0")
        parser.add_argument(
            "--seconds", type=float, default=upkeep.SECONDS, help="at most so long per puzzle; default: 60"
        )
        parser.add_argument("--processes", type=_count, metavar="N", help="default: one per core")

    def handle(self, *_args: Any, **options: Any) -> None:
        pages = upkeep.pages_to_prove(options["sample"], options["seed"])
        bar = _Bar(self.stderr, len(pages))
        failed: list[str] = []
        proved = upkeep.prove_many(puzzles=pages, processes=options["processes"], seconds=options["seconds"])
        for done, (page, reason) in enumerate(proved, start=1):
            if reason:
                failed.append(f"{page.token} ({page.title}): {reason}")
            bar.show(done, len(failed))
        bar.end()
        for line in failed:
            self.stderr.write(line)
        self.stdout.write(f"{len(pages)} puzzles: {len(pages) - len(failed)} hold, {len(failed)} do not")
        if failed:
            raise CommandError(f"{len(failed)} puzzles no longer hold.", returncode=1)


class _Bar:
    """How far it is: one line that is written over on a terminal, a line for each tenth elsewhere."""

    def __init__(self, out: Any, total: int) -> None:
        self.out = out
        self.total = total
        self.on_terminal = sys.stderr.isatty()
        self.tenth = 0

    def show(self, done: int, failed: int) -> None:
        filled = WIDTH * done // self.total
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {self.total}, {failed} failed"
        if self.on_terminal:
            self.out.write(f"\r{text}", ending="")
        elif 10 * done // self.total > self.tenth:
            self.tenth = 10 * done // self.total
            self.out.write(text)

    def end(self) -> None:
        if self.on_terminal and self.total:
            self.out.write("")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number

"""``manage.py measure_search``: how often is the right answer first, or among three, for questions that players ask?"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from rulings.searching import search
from rulings.texts import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[2] / "asked"
KINDS: Final = {"r": "ruling", "a": "ability", "c": "cell", "p": "rule", "t": "term"}


def questions(name: str) -> list[tuple[str, frozenset[tuple[str, str]]]]:
    """The questions of a file, ``en`` or ``en-more``, each with what answers it as kinds and ids."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    split = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return [(asked, frozenset(_answer(word) for word in answers.split())) for asked, answers in split]


def _answer(word: str) -> tuple[str, str]:
    kind, _, name = word.partition(":")
    return KINDS[kind], "/".join(sorted(name.split("/")))


def rank_of(asked: str, answers: frozenset[tuple[str, str]], language: str) -> int:
    """The place of the first right answer, from 1; 0 where none is found."""
    for place, hit in enumerate(search(asked, language), start=1):
        if (hit.kind, "/".join(sorted(hit.id.split("/")))) in answers:
            return place
    return 0


class Command(BaseCommand):
    """Asks every question; those with an even number are held back from tuning, and never shown with ``--misses``."""

    help = "Measure how often the search answers players' questions first (hit@1) or among three (hit@3)."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--misses`` names the questions for tuning whose answer is not first."""
        parser.add_argument("--misses", action="store_true", help="show tuned questions that are not answered first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each language and half."""
        for language in LANGUAGES:
            ranks = [(asked, rank_of(asked, right, language)) for asked, right in questions(language)]
            more = [("", rank_of(asked, right, language)) for asked, right in questions(f"{language}-more")]
            for name, half in (("tuned", ranks[0::2]), ("held back", ranks[1::2]), ("more, tuned", more)):
                first = sum(rank == 1 for _, rank in half) / len(half)
                three = sum(1 <= rank <= 3 for _, rank in half) / len(half)
                self.stdout.write(f"{language} {name}: {len(half)} questions, hit@1 {first:.0%}, hit@3 {three:.0%}")
            for asked, rank in ranks[0::2] if options["misses"] else ():
                if rank != 1:
                    best = [f"{hit.kind}:{hit.id}" for hit in search(asked, language, 3)]
                    self.stdout.write(f"  {rank or '-'}  {asked}  {' '.join(best)}")

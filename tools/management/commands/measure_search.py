"""``manage.py measure_search``: how often is the right answer first, or among three, for questions that players ask?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.searching import Answer, BadPhrasings, answer_of, search
from rulings.texts import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[2] / "search_questions"

Question = tuple[str, frozenset[Answer]]


def questions(name: str) -> list[Question]:
    """The questions of one of our files, ``en`` or ``en-more``, each with what answers it as kinds and ids."""
    return read_questions(FOLDER / f"{name}.txt")


def read_questions(path: Path) -> list[Question]:
    """The questions of a file, lines of ``QUESTION | r:rage a:rage``. Raises ``BadPhrasings``, which names the line."""
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            question, bar, right = line.rpartition(" | ")
            if not bar or not right.strip():
                raise BadPhrasings(f"{path.name}:{number}: write QUESTION | ANSWERS, not {line!r}")
            questions.append((question, frozenset(answer_of(word, f"{path.name}:{number}") for word in right.split())))
    return questions


def rank_of(question: str, answers: frozenset[Answer], language: str) -> int:
    """The place of the first right answer, from 1; 0 where none is found."""
    for place, hit in enumerate(search(question, language), start=1):
        if (hit.kind, "/".join(sorted(hit.id.split("/")))) in answers:
            return place
    return 0


class Command(BaseCommand):
    """Asks every question; those with an even number are held back from tuning, and never shown with ``--misses``."""

    help = "Measures how often the right answer to a player's question comes first (hit@1) or in the first 3 (hit@3)."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--misses`` names the questions whose answer is not first; ``--questions`` takes other ones than ours."""
        parser.add_argument(
            "--misses", action="store_true", help="also show the questions whose right answer is not first"
        )
        parser.add_argument("--questions", type=Path, help="a folder with en.txt and fr.txt, or one such file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each language and half, or for each language of other questions."""
        try:
            if options["questions"]:
                for language, path in _files(options["questions"]):
                    self._tell(language, "", read_questions(path), shows=options["misses"])
                return
            for language in LANGUAGES:
                ours = questions(language)
                self._tell(language, " tuned", ours[0::2], shows=options["misses"])
                self._tell(language, " held back", ours[1::2], shows=False)
                self._tell(language, " more, tuned", questions(f"{language}-more"), shows=options["misses"])
        except (BadPhrasings, OSError) as error:
            raise CommandError(str(error)) from error

    def _tell(self, language: str, name: str, questions: Sequence[Question], *, shows: bool) -> None:
        if not questions:
            raise CommandError(f"{language}{name}: no questions.")
        ranks = [rank_of(question, right, language) for question, right in questions]
        first = sum(rank == 1 for rank in ranks) / len(ranks)
        three = sum(1 <= rank <= 3 for rank in ranks) / len(ranks)
        self.stdout.write(f"{language}{name}: {len(ranks)} questions, hit@1 {first:.0%}, hit@3 {three:.0%}")
        for (question, _), rank in zip(questions, ranks, strict=True):
            if shows and rank != 1:
                best = [f"{hit.kind}:{hit.id}" for hit in search(question, language, 3)]
                self.stdout.write(f"  {rank or '-'}  {question}  {' '.join(best)}")


def _files(path: Path) -> Iterable[tuple[str, Path]]:
    """The files of questions at a path, each with the language that its name begins with."""
    files = sorted(path.glob("*.txt")) if path.is_dir() else [path]
    named = [(language, file) for file in files for language in LANGUAGES if file.name.startswith(language)]
    if not named:
        raise CommandError(f"{path}: no file of questions. Its name must start with {' or '.join(LANGUAGES)}.")
    return named

"""``manage.py measure_desk``: how often is the right answer first, of all games' rules, and no yes or no wrong?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.desk import Desk, look_up
from rulings.searching import Answer, BadPhrasings, answer_of
from rulings.texts import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[2] / "search_questions" / "desk"
REPORTED: Final = "-reported"  # files whose questions are all tuned on
_VERDICT: Final = "="


@dataclass(frozen=True)
class DeskQuestion:
    """A question with what answers it, and the yes, no or number that may stand first; "" where none may."""

    text: str
    answers: frozenset[Answer]
    verdict: str


@dataclass(frozen=True)
class Measured:
    """Counts: of questions, those whose right answer is first or among three, verdicts given, wrong ones."""

    questions: int
    first: int
    three: int
    verdicts: int
    wrong: int
    unsure: int


def read_desk_questions(path: Path) -> list[DeskQuestion]:
    """The questions of a file, lines of ``QUESTION | r:C9.3 r:rage =yes``. Raises ``BadPhrasings``."""
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            text, bar, right = line.rpartition(" | ")
            words = right.split()
            verdict = next((word.removeprefix(_VERDICT) for word in words if word.startswith(_VERDICT)), "")
            where = f"{path.name}:{number}"
            answers = frozenset(answer_of(word, where) for word in words if not word.startswith(_VERDICT))
            if not bar or not answers:
                raise BadPhrasings(f"{where}: write QUESTION | ANSWERS, not {line!r}")
            questions.append(DeskQuestion(text, answers, verdict))
    return questions


def order_of(desk: Desk) -> list[Answer]:
    """What is shown, in its order: the answer, those of other games, then the other results of its game."""
    shown = [(hit.kind, hit.id) for hit in desk.games[0].hits] if desk.games else []
    first = [(answer.hit.kind, answer.hit.id) for answer in (desk.answer, *desk.others) if answer]
    return list(dict.fromkeys(first + shown))


def measure(questions: list[DeskQuestion], language: str) -> tuple[Measured, list[str]]:
    """The counts, and a line for each question that is not answered first or wrongly."""
    first = three = verdicts = wrong = unsure = 0
    misses = []
    for question in questions:
        desk = look_up(question.text, language)
        order = order_of(desk)
        rank = next((place for place, found in enumerate(order, start=1) if found in question.answers), 0)
        verdict = desk.answer.verdict if desk.answer else ""
        first += rank == 1 and desk.is_sure
        three += 1 <= rank <= 3
        verdicts += bool(verdict)
        wrong += bool(verdict) and verdict != question.verdict
        unsure += not desk.is_sure
        if rank != 1 or not desk.is_sure or (verdict and verdict != question.verdict):
            sign = "" if desk.is_sure else "unsure "
            found = " ".join(f"{kind}:{identifier}" for kind, identifier in order[:3])
            misses.append(f"  {sign}{rank or '-'} {verdict}  {question.text}  {found}")
    return Measured(len(questions), first, three, verdicts, wrong, unsure), misses


class Command(BaseCommand):
    """Asks every question; every second one of a file is held back from tuning, and never shown with ``--misses``."""

    help = "Measures the first answers of the search of all games (hit@1, hit@3, wrong yes, no or number)."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--misses`` names the questions whose answer is not first; ``--questions`` takes another folder."""
        parser.add_argument("--misses", action="store_true", help="also show questions that are not answered first")
        parser.add_argument("--questions", type=Path, default=FOLDER, help="a folder of files such as en.txt")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each file and half."""
        files = sorted(options["questions"].glob("*.txt"))
        if not files:
            raise CommandError(f"{options['questions']}: no files of questions.")
        try:
            for path in files:
                language = next((code for code in LANGUAGES if path.name.startswith(code)), LANGUAGES[0])
                questions = read_desk_questions(path)
                if path.stem.endswith(REPORTED):
                    self._tell(path.stem, questions, language, shows=options["misses"])
                else:
                    self._tell(f"{path.stem} tuned", questions[0::2], language, shows=options["misses"])
                    self._tell(f"{path.stem} held back", questions[1::2], language, shows=False)
        except BadPhrasings as error:
            raise CommandError(str(error)) from error

    def _tell(self, name: str, questions: list[DeskQuestion], language: str, *, shows: bool) -> None:
        counts, misses = measure(questions, language)
        self.stdout.write(
            f"{name}: {counts.questions} questions, hit@1 {counts.first / counts.questions:.0%}, "
            f"hit@3 {counts.three / counts.questions:.0%}, {counts.verdicts} yes/no/numbers, {counts.wrong} wrong, "
            f"{counts.unsure} not sure"
        )
        for line in misses if shows else ():
            self.stdout.write(line)

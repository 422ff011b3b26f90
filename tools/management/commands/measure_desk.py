"""``manage.py measure_desk``: how often is the right answer first, of all games' rules, and no yes or no wrong?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.catalogue import numbers_by_id
from rulings.desk import Desk, look_up
from rulings.editorial import answers as answers_of_editors
from rulings.games.registry import plain_games
from rulings.models import Question
from rulings.rulebook import RULING
from rulings.searching import Answer, BadPhrasings, RuleEntry, answer_of
from rulings.texts import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[2] / "search_questions" / "desk"
REPORTED: Final = "-reported"  # files whose questions are all tuned on, since they were answered wrongly once;
TUNED: Final = "-tuned"  # all tuned on;
HELD_BACK: Final = "-held-back"  # none of them;
OFF_TOPIC: Final = "-off-topic"  # of nothing that the rules say: lines that name no answers
_CITED: Final = re.compile(r"\b[CM]?\d{1,2}\.\d{1,2}\b|(?<=/rulings/)[a-z][a-z0-9-]+(?=/)")  # in an editor's answer
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


def read_off_topic(path: Path) -> list[str]:
    """The questions of a file that no rules answer, one on each line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def taken_for_sure(questions: Iterable[str], language: str) -> list[str]:
    """Those of some questions that get an answer as if it were sure."""
    return [question for question in questions if look_up(question, language).is_sure]


def answered(*statuses: str) -> Iterator[tuple[str, DeskQuestion]]:
    """Readers' questions that editors answered with rulings, with their languages; those of these statuses.

    The rulings are those that were made of a question, and those that its answer cites by number or by address.
    """
    by_number = {number: identifier for identifier, number in numbers_by_id().items()}
    known = {*by_number.values(), *(number for game in plain_games().values() for number in game.ids())}
    for question in Question.objects.filter(status__in=statuses).prefetch_related("rulings").order_by("created", "pk"):
        cited = [by_number.get(name, name) for name in _CITED.findall(question.answer)]
        rulings = [*(ruling.pk for ruling in question.rulings.all()), *(name for name in cited if name in known)]
        if rulings:
            text = " ".join(question.text.replace("|", " ").split())
            yield question.language, DeskQuestion(text, frozenset((RULING, name) for name in rulings), "")


def order_of(desk: Desk) -> list[Answer]:
    """What is shown, in its order: the answer, those of other games, then the other results of its game."""
    shown = [(hit.kind, hit.id) for hit in desk.games[0].hits] if desk.games else []
    first = [(answer.hit.kind, answer.hit.id) for answer in (desk.answer, *desk.others) if answer]
    return list(dict.fromkeys(first + shown))


def measure(
    questions: list[DeskQuestion], language: str, answers: tuple[RuleEntry, ...] = ()
) -> tuple[Measured, list[str]]:
    """The counts, and a line for each question that is not answered first or wrongly."""
    first = three = verdicts = wrong = unsure = 0
    misses = []
    for question in questions:
        desk = look_up(question.text, language, answers=answers)
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
    """Asks every question; every second one of a file is held back from tuning, and never shown with ``--misses``.

    A file can say by its name that all of its questions were tuned on, or none.
    """

    help = "Measures the first answers of the search of all games (hit@1, hit@3, wrong yes, no or number)."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--misses`` names the questions whose answer is not first; ``--questions`` takes another folder."""
        parser.add_argument("--misses", action="store_true", help="also show questions that are not answered first")
        parser.add_argument("--questions", type=Path, default=FOLDER, help="a folder of files such as en.txt")
        parser.add_argument("--answered", action="store_true", help="also readers' questions that editors answered")
        parser.add_argument(
            "--export", choices=LANGUAGES, help="only print those that became rulings, as lines of a file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each file and half, and for readers' questions of each language."""
        if options["export"]:
            for language, question in answered(Question.Status.PUBLISHED):  # any other one is its owner's
                if language == options["export"]:
                    right = " ".join(sorted(f"r:{identifier}" for _kind, identifier in question.answers))
                    self.stdout.write(f"{question.text} | {right}")
            return
        files = sorted(options["questions"].glob("*.txt"))
        if not files:
            raise CommandError(f"{options['questions']}: no files of questions.")
        try:
            for path in files:
                language = next((code for code in LANGUAGES if path.name.startswith(code)), LANGUAGES[0])
                if path.stem.endswith(OFF_TOPIC):
                    self._tell_off_topic(path, language)
                    continue
                questions = read_desk_questions(path)
                if path.stem.endswith((REPORTED, TUNED, HELD_BACK)):
                    shows = options["misses"] and not path.stem.endswith(HELD_BACK)
                    self._tell(path.stem, questions, language, shows=shows)
                else:
                    self._tell(f"{path.stem} tuned", questions[0::2], language, shows=options["misses"])
                    self._tell(f"{path.stem} held back", questions[1::2], language, shows=False)
        except BadPhrasings as error:
            raise CommandError(str(error)) from error
        if options["answered"]:
            asked = list(answered(Question.Status.ANSWERED, Question.Status.PUBLISHED))
            for language in LANGUAGES:
                questions = [question for code, question in asked if code == language]
                self._tell(
                    f"{language} answered", questions, language, answers_of_editors(language), shows=options["misses"]
                )

    def _tell_off_topic(self, path: Path, language: str) -> None:
        questions = read_off_topic(path)
        sure = len(taken_for_sure(questions, language))
        share = sure / (len(questions) or 1)
        self.stdout.write(f"{path.stem}: {len(questions)} questions, {sure} answered as if sure ({share:.0%})")

    def _tell(
        self,
        name: str,
        questions: list[DeskQuestion],
        language: str,
        answers: tuple[RuleEntry, ...] = (),
        *,
        shows: bool,
    ) -> None:
        counts, misses = measure(questions, language, answers)
        many = counts.questions or 1
        self.stdout.write(
            f"{name}: {counts.questions} questions, hit@1 {counts.first / many:.0%}, "
            f"hit@3 {counts.three / many:.0%}, {counts.verdicts} yes/no/numbers, {counts.wrong} wrong, "
            f"{counts.unsure} not sure"
        )
        for line in misses if shows else ():
            self.stdout.write(line)

"""Pages on which the outcome is foretold: what is asked, how an answer is read and graded."""

from __future__ import annotations

from collections.abc import Mapping

from grimoire.models import Puzzle
from grimoire.solving.following import stored_position
from grimoire.solving.outcomes import GONE, Course, Part, course_of, graded, parts_of
from grimoire.solving.questions import Question, questions_of


def questions_for(puzzle: Puzzle) -> tuple[Question, ...]:
    """The questions of a page that is answered by choices."""
    return questions_of(stored_position(puzzle.position), puzzle.position_key)


def course_for(puzzle: Puzzle) -> Course:
    """The Assault of a page: its end is the answer, so it stays on the server until the gate is open."""
    return course_of(stored_position(puzzle.position))


def read_said(puzzle: Puzzle, given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What a solver says, part by part, and the keys of the parts that were not said or mean nothing."""
    if puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        allowed = {one.key: {str(number) for number in range(len(one.answers))} for one in questions_for(puzzle)}
        said = {key: given.get(key, "") for key in allowed}
        return said, [key for key, value in said.items() if value not in allowed[key]]
    parts = parts_of(course_for(puzzle).start)
    said = {part.key: _said_of(part, given) for part in parts}
    return said, [part.key for part in parts if not _makes_sense(part, said[part.key])]


def _said_of(part: Part, given: Mapping[str, str]) -> str:
    if part.kind == "stronghold":
        return f"{given.get(f'{part.key}-side', '')} {_number(given.get(part.key, ''))}"
    written = given.get(part.key, "")
    return GONE if written == GONE else _number(written)


def _number(written: str) -> str:
    written = written.strip()
    return str(int(written)) if written.isascii() and written.isdigit() and len(written) < 4 else ""


def _makes_sense(part: Part, said: str) -> bool:
    if part.kind == "creature":
        return said == GONE or (said != "" and int(said) <= part.most)
    if part.kind == "newcomers":
        return said not in ("", GONE) and int(said) <= part.most
    side, _, left = said.partition(" ")
    return side in ("bastion", "fort") and left != "" and int(left) <= part.most


def judge_said(puzzle: Puzzle, said: Mapping[str, str]) -> dict[str, bool]:
    """Which parts of what was said are right."""
    if puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        return {one.key: said.get(one.key) == str(one.right) for one in questions_for(puzzle)}
    return graded(course_for(puzzle), dict(said))

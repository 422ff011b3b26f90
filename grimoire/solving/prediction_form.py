"""The form of a page on which something is foretold: its fields in words, with what was said and how it was graded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from board.plays import line_name
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.trace.scenes import Scene
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle
from grimoire.outcomes import GONE, OutcomePart, course_of, parts_of
from grimoire.solving.predicting import questions_for
from grimoire.solving.solving_text import answer_words, fate_words, part_name, question_words


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer to choose."""

    value: str
    words: str
    is_chosen: bool
    was_wrong: bool = False  # it was said before, and is not so


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is asked. ``grade`` is None before the answer was judged."""

    key: str
    kind: str  # "question", "creature", "newcomers", "stronghold"
    name: str
    choices: tuple[AnswerOption, ...] = ()
    side: str = ""  # of a Stronghold: the side that was said
    value: str = ""
    highest: int = 0
    grade: bool | None = None
    hp: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a name: a line of a Kingdom, the Strongholds."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """The whole form; ``by_choices`` or by setting up the result. ``is_done`` once all of it was right."""

    by_choices: bool
    groups: tuple[Group, ...]
    is_done: bool


def asking_of(attempt: Attempt) -> Asking:
    """The form as it stands. It is made of the start and of what the solver has said alone."""
    scene = course_of(state_of(attempt).start.position).start
    answer: Mapping[str, Any] = attempt.answer
    prediction: Mapping[str, str] = answer.get("said", {})
    grades: Mapping[str, bool] = answer.get("grades", {})
    wrong: Mapping[str, list[str]] = answer.get("wrong", {})
    is_done = answer.get("verdict") == "solved"
    if attempt.puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        fields = tuple(
            Field(
                question.key,
                "question",
                question_words(question.key, scene),
                tuple(
                    AnswerOption(
                        str(number),
                        answer_words(question.key, value, scene),
                        prediction.get(question.key) == str(number),
                        str(number) in wrong.get(question.key, ()),
                    )
                    for number, value in enumerate(question.answers)
                ),
                grade=grades.get(question.key),
            )
            for question in questions_for(attempt)
        )
        return Asking(True, (Group("", fields),), is_done)
    groups: dict[str, list[Field]] = {}
    for part in parts_of(scene):
        groups.setdefault(_group(part), []).append(_field(part, scene, prediction, grades, wrong))
    return Asking(False, tuple(Group(name, tuple(fields)) for name, fields in groups.items()), is_done)


def _group(part: OutcomePart) -> str:
    if part.row < 0:
        return _("Strongholds")
    facts = {"line": line_name(part.row & 1), "seat": SEAT_NAMES[part.seat]}
    return _("Kingdom of %(seat)s, %(line)s") % facts


def _field(
    part: OutcomePart,
    scene: Scene,
    prediction: Mapping[str, str],
    grades: Mapping[str, bool],
    wrong: Mapping[str, list[str]],
) -> Field:
    value = prediction.get(part.key, part.start)
    name, grade = part_name(part, scene), grades.get(part.key)
    if part.kind == "stronghold":
        side, left = value.split()
        return Field(part.key, part.kind, name, side=side, value=left, highest=part.highest, grade=grade)
    if part.kind == "newcomers":
        return Field(part.key, part.kind, name, value=value, highest=part.highest, grade=grade)
    values = [GONE, *map(str, range(part.highest + 1))]
    chips = tuple(
        AnswerOption(option, fate_words(option), option == value, option in wrong.get(part.key, ()))
        for option in values
    )
    hp = scene.body(scene.rows[part.row][part.place]).hp
    return Field(part.key, part.kind, name, chips, value=value, highest=part.highest, grade=grade, hp=hp)

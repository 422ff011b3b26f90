"""Pages on which the outcome is foretold: what is asked, how an answer is read and graded."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.numbers import whole_number
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle
from grimoire.outcomes import GONE, OutcomePart, graded, parts_of
from grimoire.solving.questions import PredictionQuestion, questions_of


def questions_for(attempt: Attempt) -> tuple[PredictionQuestion, ...]:
    """The questions of a page that is answered by choices."""
    puzzle = attempt.puzzle
    return questions_of(state_of(attempt).start.position, puzzle.position_key, puzzle.questions)


def read_prediction(attempt: Attempt, params: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """A solver's prediction, part by part, and the keys of the parts that were not said or mean nothing."""
    if attempt.puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        allowed = {
            question.key: {str(number) for number in range(len(question.answers))}
            for question in questions_for(attempt)
        }
        prediction = {key: params.get(key, "") for key in allowed}
        return prediction, [key for key, value in prediction.items() if value not in allowed[key]]
    parts = parts_of(state_of(attempt).course.start)
    prediction = {part.key: _prediction_of(part, params) for part in parts}
    return prediction, [part.key for part in parts if not _makes_sense(part, prediction[part.key])]


def _prediction_of(part: OutcomePart, params: Mapping[str, str]) -> str:
    if part.kind == "stronghold":
        return f"{params.get(f'{part.key}-side', '')} {_number(params.get(part.key, ''))}"
    value = params.get(part.key, "")
    return GONE if value == GONE else _number(value)


def _number(text: str) -> str:
    number = whole_number(text.strip(), 3)
    return "" if number is None else str(number)


def _makes_sense(part: OutcomePart, prediction: str) -> bool:
    if part.kind == "creature":
        return prediction == GONE or (prediction != "" and int(prediction) <= part.highest)
    if part.kind == "newcomers":
        return prediction not in ("", GONE) and int(prediction) <= part.highest
    side, _, left = prediction.partition(" ")
    return side in ("bastion", "fort") and left != "" and int(left) <= part.highest


def grade_prediction(attempt: Attempt, prediction: Mapping[str, str]) -> dict[str, bool]:
    if attempt.puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        return {
            question.key: prediction.get(question.key) == str(question.right) for question in questions_for(attempt)
        }
    return graded(state_of(attempt).course, dict(prediction))

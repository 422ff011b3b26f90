"""The positions of readers' questions on pages."""

from __future__ import annotations

from contract.questions import ShownQuestion
from contract.registry import GAMES
from rulings.models import Question


def shown_of(question: Question) -> ShownQuestion | None:
    """The position of a question, where it has one that can be shown."""
    game = GAMES[question.game].questions if question.game in GAMES else None
    if game is None or not question.position:
        return None
    return game.shown(question.position, question.action_list)

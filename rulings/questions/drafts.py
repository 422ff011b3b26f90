"""A draft of an answer: the engine carries out what a question asks about, and the step that decides is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext, override

from contract.registry import GAMES
from rulings.models import Question
from rulings.texts import LANGUAGES


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The step that decides, by language; a sentence for the answer, by language; the numbers of its rulings."""

    steps: Mapping[str, str]
    texts: Mapping[str, str]
    cites: Sequence[str]


def draft_of(question: Question) -> AnswerDraft | None:
    """The draft of a question's answer; None where nothing is done in it, or no step cites a ruling."""
    game = GAMES[question.game].questions if question.game in GAMES else None
    if game is None or not question.position or not question.action_list:
        return None
    steps: dict[str, str] = {}
    texts: dict[str, str] = {}
    cites: tuple[str, ...] = ()
    for language in LANGUAGES:
        step = game.deciding(question.position, question.action_list, language)
        if step is None:
            return None
        steps[language], cites = step.words, tuple(step.rulings)
        with override(language):
            words = ngettext("%(step)s See ruling %(numbers)s.", "%(step)s See rulings %(numbers)s.", len(cites))
            texts[language] = words % {"step": _sentence(step.words), "numbers": ", ".join(cites)}
    return AnswerDraft(steps, texts, cites)


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."

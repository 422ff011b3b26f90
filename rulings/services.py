"""Services of questions and editorial rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.begun import made_before, token_for
from accounts.models import Owner
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.errors import EngineError
from rulings.example_runner import play
from rulings.expectations import engine_text
from rulings.models import EditorialRuling, Question


@transaction.atomic
def ask(*, owner: Owner, text: str, position: str, actions: str, language: str, token: str = "") -> Question:
    """Keeps a question of an owner; only this owner and the editors ever see it.

    ``token`` is that of the form that asks (``accounts.begun``): the same sent again is no other question.
    """
    fields = {"text": text, "position": position, "actions": actions, "language": language}
    existing = made_before(Question, owner, token, **fields)
    return existing or Question.objects.create(owner=owner, token=token_for(Question, token), **fields)


@transaction.atomic
def withdraw(*, question: Question) -> None:
    """Deletes a question; a ruling that came of it stays."""
    question.delete()


def looked_at(*, question: Question) -> None:
    """Notes that its owner has seen the answer to a question, which is then news no more."""
    if question.status != Question.Status.OPEN and not question.seen:
        Question.objects.filter(pk=question.pk).update(seen=True)


@transaction.atomic
def publish(*, question: Question, ruling: EditorialRuling) -> None:
    """Marks a question as one that became a ruling."""
    ruling.question = question
    ruling.save(update_fields=["question"])
    question.status, question.seen = Question.Status.PUBLISHED, False
    question.save(update_fields=["status", "seen", "updated"])


@transaction.atomic
def give(ruling: EditorialRuling, question: Question | None) -> EditorialRuling:
    """Keeps a ruling, and tells whoever asked the question that it answers."""
    ruling.save()
    if question is not None:
        publish(question=question, ruling=ruling)
    return ruling


def facts_found(position: str, actions: Sequence[str]) -> list[dict[str, Any]]:
    """The seats after some actions, as facts for an editor to start from; none where they cannot be done."""
    try:
        end = play(position, tuple(actions)).position
    except (EngineError, ValueError):
        return []
    assert end is not None
    return [{"seat": seat, "is": engine_text(end, seat)} for seat in SEAT_NAMES[: end.mode.seats]]

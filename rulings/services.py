"""What is done to questions and editorial rulings."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Owner
from rulings.models import EditorialRuling, Question


@transaction.atomic
def ask(*, owner: Owner, text: str, position: str, actions: str, language: str) -> Question:
    """Keeps a question of an owner; only this owner and the editors ever see it."""
    return Question.objects.create(owner=owner, text=text, position=position, actions=actions, language=language)


@transaction.atomic
def withdraw(*, question: Question) -> None:
    """Deletes a question; a ruling that came of it stays."""
    question.delete()


@transaction.atomic
def publish(*, question: Question, ruling: EditorialRuling) -> None:
    """Marks a question as one that became a ruling."""
    ruling.question = question
    ruling.save(update_fields=["question"])
    question.status = Question.Status.PUBLISHED
    question.save(update_fields=["status", "updated"])

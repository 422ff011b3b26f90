"""Services of questions and editorial rulings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.begun import made_before, token_for
from accounts.models import Owner, Visibility
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.errors import EngineError
from rulings import tasks
from rulings.example_runner import play
from rulings.expectations import engine_text
from rulings.models import EditorialRuling, Question


@transaction.atomic
def ask(*, owner: Owner, language: str, origin: str = "", token: str = "", **said: Any) -> Question:
    """Keeps a question of an owner; ``said`` are the fields of the form.

    ``token`` is that of the form that asks (``accounts.begun``): the same sent again is no other question.
    """
    fields = {"language": language, "origin": origin, **said}
    existing = made_before(Question, owner, token, **fields)
    return existing or Question.objects.create(owner=owner, token=token_for(Question, token), **fields)


class AnsweredMeanwhileError(Exception):
    """Somebody has changed the question since the editor saw it."""


@transaction.atomic
def answer(
    question: Question, *, seen: str, answer: str, translated_answer: str, cites: Sequence[str], is_public: bool = False
) -> None:
    """Keeps what an editor answers, "" for nothing yet, and tells whoever asked; ``is_public`` lets it through.

    ``seen`` is when the question that the editor saw had last changed, in ISO 8601. Raises ``AnsweredMeanwhileError``
    where that is not so any more, whoever was quicker: another editor, or the asker who withdrew it.
    """
    is_new = answer != question.answer
    values: dict[str, Any] = {
        "answer": answer,
        "translated_answer": translated_answer,
        "cites": list(cites),
        "visibility": Visibility.PUBLIC if is_public and question.may_be_public else Visibility.PRIVATE,
    }
    if is_new or question.status == Question.Status.DECLINED:
        values |= {
            "status": Question.Status.ANSWERED if answer else Question.Status.OPEN,
            "answered_at": timezone.now() if answer else None,
            "seen": False,
        }
    _change(question, seen, values)
    if is_new:
        question.also_asked.update(seen=False)
    if is_new and answer:
        tasks.tell_of_answer.enqueue(question.pk)


@transaction.atomic
def decline(question: Question, *, seen: str) -> None:
    """Closes a question without an answer; nobody else sees it then. Raises ``AnsweredMeanwhileError``."""
    values = {"status": Question.Status.DECLINED, "visibility": Visibility.PRIVATE, "seen": False}
    _change(question, seen, values)


def _change(question: Question, seen: str, values: dict[str, Any]) -> None:
    try:
        since = datetime.fromisoformat(seen)
    except ValueError as wrong:
        raise AnsweredMeanwhileError from wrong
    if timezone.is_naive(since):
        raise AnsweredMeanwhileError
    rows = Question.objects.filter(pk=question.pk, updated=since)
    if not rows.update(updated=timezone.now(), **values):
        raise AnsweredMeanwhileError


def answered_in_admin(question: Question) -> None:
    """Notes that an answer was given on the page of the admin, and tells whoever asked."""
    if question.status == Question.Status.OPEN and question.answer.strip():
        question.status = Question.Status.ANSWERED
    if question.answered_at is None and question.status in (Question.Status.ANSWERED, Question.Status.PUBLISHED):
        question.answered_at = timezone.now()


@transaction.atomic
def make_private(*, question: Question) -> None:
    """Takes a question out of what everybody reads, for good: only its asker and the editors read it then."""
    values = {"may_be_public": False, "visibility": Visibility.PRIVATE, "updated": timezone.now()}
    Question.objects.filter(pk=question.pk).update(**values)


@transaction.atomic
def withdraw(*, question: Question) -> None:
    """Deletes a question; a ruling that came of it stays."""
    question.delete()


def looked_at(*, question: Question, owner: Owner | None) -> None:
    """Notes that somebody who has a question has seen the answer to it, which is then news no more."""
    if question.status == Question.Status.OPEN or owner is None:
        return
    if not question.is_owned_by(owner):
        question.also_asked.filter(owner=owner, seen=False).update(seen=True)
    elif not question.seen:
        Question.objects.filter(pk=question.pk).update(seen=True)


@transaction.atomic
def publish(*, question: Question, ruling: EditorialRuling) -> None:
    """Marks a question as one that became a ruling."""
    ruling.question = question
    ruling.save(update_fields=["question"])
    question.status, question.seen = Question.Status.PUBLISHED, False
    question.answered_at = timezone.now()
    question.save(update_fields=["status", "seen", "answered_at", "updated"])
    question.also_asked.update(seen=False)
    tasks.tell_of_answer.enqueue(question.pk)


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

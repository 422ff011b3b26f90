"""Questions that others have too: counted once for each person, account or guest, and told of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.dispatch import receiver

from accounts.models import Owner
from accounts.services import guest_adopted
from rulings.models import AlsoAsked, Question


@dataclass(frozen=True, slots=True)
class Sharing:
    """How many others have a question, and what the reader has said of it: None where the reader does not have it."""

    count: int
    mine: AlsoAsked | None


def sharing_of(question: Question, owner: Owner | None) -> Sharing:
    mine = question.also_asked.filter(owner=owner).first() if owner is not None else None
    return Sharing(question.also_asked.count(), mine)


@transaction.atomic
def share(*, question: Question, owner: Owner, language: str, origin: str, is_told: bool) -> None:
    """Notes that an owner has a question too; said again, it is still one. Raises ``PermissionError`` for the asker,
    and where not everybody may read it."""
    if question.is_owned_by(owner) or not question.is_public:
        raise PermissionError("only another's public question is had too")
    values = {"language": language, "origin": origin, "is_told": is_told}
    AlsoAsked.objects.update_or_create(question=question, owner=owner, defaults=values)


def unshare(*, question: Question, owner: Owner) -> None:
    question.also_asked.filter(owner=owner).delete()


@receiver(guest_adopted)
def adopt_shared(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """What a guest had too comes along, once; nobody has their own question too."""
    own = AlsoAsked.objects.filter(owner=owner).values_list("question", flat=True)
    AlsoAsked.objects.filter(owner=guest).exclude(question__in=list(own)).update(owner=owner)
    AlsoAsked.objects.filter(models.Q(owner=owner, question__owner=owner)).delete()

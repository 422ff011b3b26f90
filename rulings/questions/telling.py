"""Whoever asked, and others who have the question too, are told of the answer: by mail, in browsers with notifications;
a worker's part of it."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.mailing import address_of
from accounts.models import Owner
from background import services as background
from background.upkeep import register
from rulings.models import AlsoAsked, AnswerMessage, Question
from tables.models import PushSubscription
from tables.pushing.sending import KEPT_FOR, settle
from tables.pushing.transport import send
from tables.services.turn_messages import tell_browsers

logger = logging.getLogger(__name__)

MAX_TRIES: Final = 4
TRY_AGAIN: Final = timedelta(minutes=30)
MESSAGES_KEPT_FOR: Final = timedelta(days=2)
_SHORT: Final = 80


def can_be_told(owner: Owner | None) -> bool:
    """Whether there is a way to tell an owner of an answer who has no page open."""
    if owner is None:
        return False
    has_browser = bool(settings.VAPID_PRIVATE_KEY) and PushSubscription.objects.filter(owner=owner).exists()
    return has_browser or bool(address_of(owner))


def _untold(question_id: int) -> QuerySet[Question]:
    """The question, if its asker wants to be told of an answer and has not looked at it."""
    return _answered().filter(pk=question_id, is_told=True, seen=False)


def _answered() -> QuerySet[Question]:
    return Question.objects.filter(answered_at__isnull=False).exclude(status=Question.Status.OPEN)


def _untold_others() -> QuerySet[AlsoAsked]:
    """Those who have a question too that everybody may read, want to be told of an answer and have not looked at it."""
    public = _answered() & Question.objects.published()
    return AlsoAsked.objects.filter(question__in=public, is_told=True, seen=False)


@transaction.atomic
def tell_of_answer(question_id: int) -> list[int | None]:
    """Queues the push messages about an answer. Returns who is to be mailed too: numbers of ``AlsoAsked``, None for
    whoever asked."""
    others = list(_untold_others().filter(question=question_id).select_related("owner__user").order_by("pk"))
    asked = _untold(question_id).select_related("owner__user").first()
    question = asked or (Question.objects.get(pk=question_id) if others else None)
    if question is None:
        return []
    told: list[tuple[int | None, Owner | None]] = [(other.pk, other.owner) for other in others]
    told += [(None, asked.owner)] if asked is not None else []
    owners = {owner.pk: "" for _who, owner in told if owner is not None}
    tell_browsers(AnswerMessage, owners, {"question": question}, {"since": question.answered_at})
    return [who for who, owner in told if address_of(owner)]


def work(message_id: int) -> None:
    """A worker's task: tells one browser of an answer, if nobody has looked at it yet."""
    lease = background.claim(AnswerMessage.objects.select_related("question", "subscription"), message_id)
    if lease is None:
        return
    with lease:
        message = lease.job
        if not settings.VAPID_PRIVATE_KEY or not _is_news(message):
            lease.drop()
            return
        settle(lease, send(message.subscription, write(message), topic=message.question.token, seconds=KEPT_FOR))


def _is_news(message: AnswerMessage) -> bool:
    """Whether the answer is still to be told to the browser's owner."""
    owner = message.subscription.owner_id
    if message.question.owner_id == owner:
        return _untold(message.question_id).exists()
    return _untold_others().filter(question=message.question_id, owner=owner).exists()


def write(message: AnswerMessage) -> bytes:
    """The message as JSON in its browser's language."""
    question, language = message.question, message.subscription.language
    is_own = question.owner_id == message.subscription.owner_id
    with translation.override(language):
        payload = {
            "game": question.token,
            "url": question.get_absolute_url(),
            "title": _title(is_own=is_own),
            "body": Truncator(question.text).chars(_SHORT),
        }
    return json.dumps(payload, ensure_ascii=False).encode()


def _title(*, is_own: bool) -> str:
    if is_own:
        return _("Your question about a rule has an answer.")
    return _("A question about a rule that you have too has an answer.")


def mail_answer(question_id: int, tries: int, other: int | None = None) -> tuple[datetime, int] | None:
    """Mails an answer to whoever asked, or to another who has the question too, once. Returns when to try again and how
    often that was tried, where it could not be sent."""
    found: QuerySet[Question] | QuerySet[AlsoAsked]
    found = _untold(question_id) if other is None else _untold_others().filter(pk=other, question=question_id)
    who = found.select_related("owner__user").first()
    address = address_of(who.owner) if who is not None else ""
    if who is None or not address:
        return None
    question = who if isinstance(who, Question) else who.question
    now, before = timezone.now(), who.mailed_at
    unsent = Q(mailed_at__isnull=True) | Q(mailed_at__lt=question.answered_at)
    if not found.filter(unsent).update(mailed_at=now):  # of two workers one sends it
        return None
    try:
        with translation.override(who.language):
            _mail(question, who.origin, address, is_own=other is None).send()
    except Exception:
        logger.exception("An answer could not be mailed")
        type(who)._default_manager.filter(pk=who.pk, mailed_at=now).update(mailed_at=before)
        return (now + TRY_AGAIN, tries + 1) if tries + 1 < MAX_TRIES else None
    return None


def _mail(question: Question, origin: str, address: str, *, is_own: bool) -> EmailMessage:
    title = _title(is_own=is_own)
    ticked = (
        _("You ticked “Tell me when it's answered” when you asked. There are no further emails about it.")
        if is_own
        else _("You ticked “Tell me when it's answered”. There are no further emails about it.")
    )
    body = [title, Truncator(question.text).chars(_SHORT), origin + question.get_absolute_url(), ticked]
    return EmailMessage(subject=settings.EMAIL_SUBJECT_PREFIX + title, body="\n\n".join(body), to=[address])


def sweep_messages() -> int:
    """Deletes messages to browsers that were sent, or are not sent any more."""
    old = AnswerMessage.objects.filter(since__lt=timezone.now() - MESSAGES_KEPT_FOR)
    return old.exclude(state__in=AnswerMessage.BUSY).delete()[0]


def start() -> None:
    register("old answers", sweep_messages)

"""Whoever asked is told of the answer: by mail, in browsers with notifications; a worker's part of it."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import Owner
from background import services as background
from background.upkeep import register
from rulings.models import AnswerMessage, Question
from tables.models import PushSubscription
from tables.pushing.sending import KEPT_FOR, settle
from tables.pushing.transport import send
from tables.services.turn_messages import tell_browsers

logger = logging.getLogger(__name__)

MAX_TRIES: Final = 4
TRY_AGAIN: Final = timedelta(minutes=30)
MESSAGES_KEPT_FOR: Final = timedelta(days=2)
_SHORT: Final = 80


def address_of(owner: Owner | None) -> str:
    """The address that an account's mails go to; empty without one that is verified."""
    if owner is None or owner.user is None or not owner.user.is_active:
        return ""
    verified = EmailAddress.objects.filter(user=owner.user, verified=True).order_by("-primary", "pk")
    return str(verified.values_list("email", flat=True).first() or "")


def can_be_told(owner: Owner | None) -> bool:
    """Whether there is a way to tell an owner of an answer who has no page open."""
    if owner is None:
        return False
    has_browser = bool(settings.VAPID_PRIVATE_KEY) and PushSubscription.objects.filter(owner=owner).exists()
    return has_browser or bool(address_of(owner))


def _untold(question_id: int) -> QuerySet[Question]:
    """The question, if its asker wants to be told of an answer and has not looked at it."""
    answered = Question.objects.filter(pk=question_id, is_told=True, seen=False, answered_at__isnull=False)
    return answered.exclude(status=Question.Status.OPEN)


@transaction.atomic
def tell_of_answer(question_id: int) -> bool:
    """Queues the push messages about an answer; whether it is to be mailed too."""
    question = _untold(question_id).select_related("owner__user").first()
    if question is None or question.owner is None:
        return False
    tell_browsers(AnswerMessage, {question.owner.pk: ""}, {"question": question}, {"since": question.answered_at})
    return bool(address_of(question.owner))


def work(message_id: int) -> None:
    """A worker's task: tells one browser of an answer, if nobody has looked at it yet."""
    lease = background.claim(AnswerMessage.objects.select_related("question", "subscription"), message_id)
    if lease is None:
        return
    with lease:
        message = lease.job
        is_news = message.question.owner_id == message.subscription.owner_id
        if not settings.VAPID_PRIVATE_KEY or not is_news or not _untold(message.question_id).exists():
            lease.drop()
            return
        settle(lease, send(message.subscription, write(message), topic=message.question.token, seconds=KEPT_FOR))


def write(message: AnswerMessage) -> bytes:
    """The message as JSON in its browser's language."""
    question, language = message.question, message.subscription.language
    with translation.override(language):
        payload = {
            "game": question.token,
            "url": question.get_absolute_url(),
            "title": _("Your question about a rule has an answer."),
            "body": Truncator(question.text).chars(_SHORT),
        }
    return json.dumps(payload, ensure_ascii=False).encode()


def mail_answer(question_id: int, tries: int) -> tuple[datetime, int] | None:
    """Mails an answer to whoever asked, once. Returns when to try again and how often that was tried, where it could
    not be sent."""
    question = _untold(question_id).select_related("owner__user").first()
    address = address_of(question.owner) if question is not None else ""
    if question is None or not address:
        return None
    now, before = timezone.now(), question.mailed_at
    unsent = _untold(question_id).filter(Q(mailed_at__isnull=True) | Q(mailed_at__lt=F("answered_at")))
    if not unsent.update(mailed_at=now):  # of two workers one sends it
        return None
    try:
        with translation.override(question.language):
            _mail(question, address).send()
    except Exception:
        logger.exception("An answer could not be mailed")
        Question.objects.filter(pk=question_id, mailed_at=now).update(mailed_at=before)
        return (now + TRY_AGAIN, tries + 1) if tries + 1 < MAX_TRIES else None
    return None


def _mail(question: Question, address: str) -> EmailMessage:
    body = [
        _("Your question about a rule has an answer."),
        Truncator(question.text).chars(_SHORT),
        question.origin + question.get_absolute_url(),
        _("You ticked “Tell me when it's answered” when you asked. There are no further emails about it."),
    ]
    subject = settings.EMAIL_SUBJECT_PREFIX + _("Your question about a rule has an answer.")
    return EmailMessage(subject=subject, body="\n\n".join(body), to=[address])


def sweep_messages() -> int:
    """Deletes messages to browsers that were sent, or are not sent any more."""
    old = AnswerMessage.objects.filter(since__lt=timezone.now() - MESSAGES_KEPT_FOR)
    return old.exclude(state__in=AnswerMessage.BUSY).delete()[0]


def start() -> None:
    register("old answers", sweep_messages)

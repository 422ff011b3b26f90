"""A worker's part of telling people what others did: whether it is still true, and in which words."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mailing import address_of, without_addresses
from accounts.models import Owner
from background import services as background
from tables.models import (
    Challenge,
    GameMail,
    GameSeat,
    LiveGame,
    MailLine,
    MailWhen,
    MessageSettings,
    PeopleMessage,
    Told,
)
from tables.pushing.sending import KEPT_FOR, settle
from tables.pushing.transport import send
from tables.services.game_mails import DAY, settings_of
from tables.services.people_messages import are_apart
from tables.summaries import summary_of
from tables.telling import is_looking

logger = logging.getLogger(__name__)

MAX_LINES: Final = 30  # of a mail; what is beyond is not mailed, for a list says it better
MAX_TRIES: Final = 4
TRY_AGAIN: Final = timedelta(minutes=30)
_SALT: Final = "mail-about-games"


def is_news(kind: str, game: LiveGame, owner: UUID, other: Owner | None) -> bool:
    """Whether something is still so, and its reader does not see it anyway."""
    if is_looking(game, owner) or (other is not None and are_apart(owner, other)):
        return False
    challenges = Challenge.objects.filter(seat__game=game)
    if kind == Told.CHALLENGE:
        return challenges.filter(challenged=owner, is_declined=False, seat__is_taken=False).exists()
    if kind == Told.DECLINED:
        return challenges.filter(challenger=owner, is_declined=True).exists()
    own = GameSeat.objects.filter(game=game, owner=owner, is_taken=True)
    if kind == Told.REMATCH:  # who resigned is asked as well
        return own.asked_for_rematch().exists()
    names = set(own.filter(has_left=False).values_list("seat_name", flat=True))
    if game.status == LiveGame.Status.OVER or not names:
        return False
    return kind == Told.ACCEPTED or bool(names.intersection(game.acting))


def words_of(kind: str, other: Owner | None) -> str:
    """What is told, in a sentence, in the language of the moment."""
    name = {"name": (other.name_at_tables if other is not None else "") or _("Your opponent")}
    if kind == Told.CHALLENGE:
        return _("%(name)s challenges you.") % name
    if kind == Told.ACCEPTED:
        return _("%(name)s accepted your challenge.") % name
    if kind == Told.DECLINED:
        return _("%(name)s declined your challenge.") % name
    return _("%(name)s wants a rematch.") % name if kind == Told.REMATCH else _("It's your turn.")


def address_to(kind: str, game: LiveGame) -> str:
    """Where whoever is told goes: a challenge is answered on the page of players."""
    return reverse("play:people") if kind in (Told.CHALLENGE, Told.DECLINED) else game.get_absolute_url()


# Push messages


def work(message_id: int) -> None:
    """A worker's task: tells one browser, if it is still true and nobody is looking."""
    messages = PeopleMessage.objects.select_related("game", "subscription", "other__user")
    lease = background.claim(messages, message_id)
    if lease is None:
        return
    with lease:
        message = lease.job
        owner = message.subscription.owner_id
        is_begun = message.kind == Told.ACCEPTED and message.game.status != LiveGame.Status.WAITING  # told as such
        if not settings.VAPID_PRIVATE_KEY or is_begun or not is_news(message.kind, message.game, owner, message.other):
            lease.drop()
            return
        settle(lease, send(message.subscription, write(message), topic=message.game.token, seconds=KEPT_FOR))


def write(message: PeopleMessage) -> bytes:
    """The message as JSON in its browser's language."""
    game = message.game
    with translation.override(message.subscription.language):
        payload = {
            "game": game.token,
            "url": address_to(message.kind, game),
            "title": words_of(message.kind, message.other),
            "body": str(summary_of(game)),
        }
    return json.dumps(payload, ensure_ascii=False).encode()


# Mail


def work_mail(mail_id: int) -> None:
    """A worker's task: one mail with all that is due to somebody, and the next one later for what is not due yet."""
    lease = background.claim(GameMail.objects.select_related("owner__user"), mail_id)
    if lease is None:
        return
    with lease:
        mail, now = lease.job, timezone.now()
        chosen, address = settings_of(mail.owner), address_of(mail.owner)
        lines = list(MailLine.objects.filter(owner=mail.owner_id).select_related("game", "other__user"))
        is_day = mail.daily_at is None or mail.daily_at + DAY <= now
        later = [line for line in lines if chosen.by_mail(line.kind) == MailWhen.DAILY and not is_day]
        lines = [line for line in lines if line not in later]
        wanted = [line for line in lines if address and chosen.by_mail(line.kind)]
        true = [line for line in wanted if is_news(line.kind, line.game, mail.owner_id, line.other)][:MAX_LINES]
        try:
            if true:
                _written(chosen, true, address).send()
        except Exception:
            logger.exception("A mail about games could not be sent")
            if mail.tries + 1 < MAX_TRIES:
                lease.requeue(after=now + TRY_AGAIN, tries=mail.tries + 1)
                return
        # A line that came anew meanwhile is another one's to send.
        for line in lines:
            MailLine.objects.filter(pk=line.pk, at=line.at).delete()
        is_daily = any(chosen.by_mail(line.kind) == MailWhen.DAILY for line in true)
        daily_at = now if is_daily else mail.daily_at
        if later and daily_at is not None:
            lease.requeue(after=daily_at + DAY, tries=0)
        else:
            lease.finish(tries=0, daily_at=daily_at)


def _written(chosen: MessageSettings, lines: list[MailLine], address: str) -> EmailMessage:
    stop = chosen.origin + reverse("play:stop_mail", args=[stop_token(chosen)])
    with translation.override(chosen.language):
        texts = [without_addresses(words_of(line.kind, line.other)) for line in lines]
        body = [
            f"{text}\n{summary_of(line.game)}\n{chosen.origin}{address_to(line.kind, line.game)}"
            for text, line in zip(texts, lines, strict=True)
        ]
        body.append(_("No more of these emails: %(url)s") % {"url": stop})
        count = {"count": len(lines)}
        subject = ngettext("%(count)d message about your games", "%(count)d messages about your games", len(lines))
        return EmailMessage(
            subject=settings.EMAIL_SUBJECT_PREFIX + (texts[0] if len(texts) == 1 else subject % count),
            body="\n\n".join(body),
            to=[address],
            headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
        )


def stop_token(chosen: MessageSettings) -> str:
    """What a link in a mail ends the mails with, without signing in."""
    return signing.dumps(str(chosen.owner_id), salt=_SALT)


def settings_of_token(token: str) -> MessageSettings | None:
    """The settings that a link in a mail is for; None where there are none, or the link is made up."""
    try:
        key = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return MessageSettings.objects.filter(owner=key).first()


def stop_mail(chosen: MessageSettings) -> None:
    """Has nothing about games mailed any more."""
    none = dict.fromkeys(("turns_mail", "challenges_mail", "rematches_mail"), MailWhen.NEVER)
    MessageSettings.objects.filter(pk=chosen.pk).update(**none)

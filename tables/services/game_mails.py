"""What somebody is to be mailed about their games, and when; ``tables.people.telling`` sends it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from accounts.models import Owner
from background import services as background
from contract.clocks import FISCHER, ClockSetting
from tables.models import GameMail, LiveGame, MailLine, MailWhen, MessageSettings, Told

MAIL_DELAY: Final = timedelta(minutes=3)  # what comes within goes into one mail; who looks meanwhile gets none
DAY: Final = timedelta(days=1)


def settings_of(owner: Owner | UUID | None) -> MessageSettings:
    """By which ways somebody is told; not saved for somebody who has set nothing."""
    kept = MessageSettings.objects.filter(owner=owner).first() if owner is not None else None
    return kept or MessageSettings()


def has_days(game: LiveGame) -> bool:
    """Whether there are days for a turn, so that turns are worth a mail."""
    clock = None if game.clock is None else ClockSetting.from_json(game.clock)
    seconds = game.deadline if clock is None or clock.kind == FISCHER else clock.limit
    return seconds is not None and seconds >= DAY.total_seconds()


def mail_turns(game: LiveGame, owners: Collection[UUID]) -> None:
    """Has owners mailed that it is their turn, who want that."""
    if has_days(game):
        for chosen in MessageSettings.objects.filter(owner__in=list(owners)).exclude(turns_mail=MailWhen.NEVER):
            mail_later(chosen, Told.TURN, game, None)


def mail_later(chosen: MessageSettings, kind: Told, game: LiveGame, other: Owner | None) -> None:
    """Has something mailed when it is due, with what comes until then."""
    values = {"other": other, "at": timezone.now()}
    MailLine.objects.update_or_create(owner_id=chosen.owner_id, game=game, kind=kind, defaults=values)
    mail, _new = GameMail.objects.get_or_create(owner_id=chosen.owner_id)
    soon = timezone.now() + MAIL_DELAY
    when = max(soon, mail.daily_at + DAY) if chosen.by_mail(kind) == MailWhen.DAILY and mail.daily_at else soon
    _queue(mail, when)


def _queue(mail: GameMail, when: datetime) -> None:
    if not background.is_queued(mail):
        background.queue(job=mail, after=when, tries=0)
    elif not background.is_queued(mail, by=when):
        background.bring_forward(job=mail, to=when)

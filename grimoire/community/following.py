"""What is new of the authors whom one follows, and whether one hears of it by mail or by push messages."""

from __future__ import annotations

from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Owner
from grimoire.models import NewsSettings, Puzzle
from tables.models import Relation
from tables.people.services import followed_by

MAX_SHOWN: Final = 20
_SALT: Final = "grimoire-news-mail"


def mark_seen(owner: Owner | None, author: Owner) -> None:
    """Notes that a follower has seen the author's puzzles."""
    if owner is not None and _with_new_puzzles(owner).filter(other=author).exists():
        followed_by(owner).filter(other=author).update(seen_at=timezone.now())


def _with_new_puzzles(owner: Owner) -> QuerySet[Any]:
    """Whom somebody follows and who has published something since they last looked, with its ``count``."""
    new = Puzzle.objects.published().filter(owner=OuterRef("other"), announced_at__gt=OuterRef("seen_at"))
    counts = new.order_by().values("owner").annotate(count=Count("pk")).values("count")
    return followed_by(owner).annotate(count=Subquery(counts)).filter(count__gt=0)


def new_puzzles_for(owner: Owner | None) -> list[Relation]:
    """The authors with new puzzles whom somebody follows."""
    return [] if owner is None else list(_with_new_puzzles(owner).select_related("other__user")[:MAX_SHOWN])


def settings_of(owner: Owner | None) -> NewsSettings:
    """How an owner hears of news; not saved for somebody who has set nothing."""
    kept = NewsSettings.objects.filter(owner=owner).first() if owner is not None else None
    return kept or NewsSettings(owner=owner)


@transaction.atomic
def save_settings(
    *, owner: Owner, by_mail: bool, by_push: bool, origin: str, language: str, is_daily: bool = False
) -> NewsSettings:
    """Sets how an owner hears of news. What was there before mail was switched on is in no mail."""
    settings, _made = NewsSettings.objects.select_for_update().get_or_create(owner=owner)
    if by_mail and not settings.by_mail:
        settings.mailed_until = timezone.now()
    settings.by_mail, settings.by_push, settings.is_daily = by_mail, by_push, is_daily
    settings.origin, settings.language = origin, language
    settings.save()
    return settings


def stop_token(settings: NewsSettings) -> str:
    """What a link in a mail ends the mails with, without signing in."""
    return signing.dumps(settings.pk, salt=_SALT)


def settings_of_token(token: str) -> NewsSettings | None:
    """The settings that a link in a mail is for; None where there are none, or the link is made up."""
    try:
        key = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return NewsSettings.objects.filter(pk=key).first()


def stop_mail(settings: NewsSettings) -> None:
    NewsSettings.objects.filter(pk=settings.pk).update(by_mail=False)

"""Following authors, and whether one hears of their new puzzles by mail or by push messages."""

from __future__ import annotations

from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from accounts.quotas import QuotaExceeded
from grimoire.models import Follow, NewsSettings, Puzzle

MAX_FOLLOWED: Final = 500
MAX_SHOWN: Final = 20
_SALT: Final = "grimoire-news-mail"


class OwnWork(ValueError):
    """Somebody wants to follow themselves."""


@transaction.atomic
def set_follow(*, owner: Owner, author: Owner, wanted: bool) -> None:
    """Follows an author, or no longer. Raises ``OwnWork`` and ``QuotaExceeded``."""
    if owner.pk == author.pk:
        raise OwnWork
    if not wanted:
        Follow.objects.filter(owner=owner, author=author).delete()
        return
    lock_row(Owner, owner.pk)
    if not is_following(owner, author) and Follow.objects.filter(owner=owner).count() >= MAX_FOLLOWED:
        raise QuotaExceeded
    Follow.objects.get_or_create(owner=owner, author=author)


def is_following(owner: Owner | None, author: Owner) -> bool:
    return owner is not None and Follow.objects.filter(owner=owner, author=author).exists()


def mark_seen(owner: Owner | None, author: Owner) -> None:
    """Notes that a follower has seen the author's puzzles."""
    if owner is not None and new_puzzles().filter(owner=owner, author=author).exists():
        Follow.objects.filter(owner=owner, author=author).update(seen_at=timezone.now())


def new_puzzles() -> QuerySet[Any]:
    """Follows whose author has published something since the follower last looked, with its ``count``."""
    new = Puzzle.objects.published().filter(owner=OuterRef("author"), announced_at__gt=OuterRef("seen_at"))
    counts = new.order_by().values("owner").annotate(count=Count("pk")).values("count")
    return Follow.objects.annotate(count=Subquery(counts)).filter(count__gt=0)


def new_puzzles_for(owner: Owner | None) -> list[Follow]:
    """The authors with new puzzles whom an owner follows."""
    if owner is None:
        return []
    return list(new_puzzles().filter(owner=owner).select_related("author__user")[:MAX_SHOWN])


def followed_by(owner: Owner | None) -> list[Owner]:
    """The authors whom an owner follows, by name."""
    if owner is None:
        return []
    return list(Owner.objects.filter(followers__owner=owner).select_related("user").order_by("user__username"))


def settings_of(owner: Owner | None) -> NewsSettings:
    """How an owner hears of news; not saved for somebody who has set nothing."""
    found = NewsSettings.objects.filter(owner=owner).first() if owner is not None else None
    return found or NewsSettings(owner=owner)


@transaction.atomic
def save_settings(*, owner: Owner, by_mail: bool, by_push: bool, origin: str, language: str) -> NewsSettings:
    """Sets how an owner hears of news. What was there before mail was switched on is in no mail."""
    settings, _made = NewsSettings.objects.select_for_update().get_or_create(owner=owner)
    if by_mail and not settings.by_mail:
        settings.mailed_until = timezone.now()
    settings.by_mail, settings.by_push, settings.origin, settings.language = by_mail, by_push, origin, language
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

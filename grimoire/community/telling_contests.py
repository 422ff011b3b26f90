"""What followers of a contest are told: that it opens, that it closes, that it has its award."""

from __future__ import annotations

import json
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.models import Visibility
from grimoire.models import Contest, ContestFollow, ContestNews, NewsMessage, NewsSettings
from tables.services.turn_messages import tell_browsers


@transaction.atomic
def tell_of_contest(contest_id: int, event: str) -> list[int]:
    """Notes an event of a contest, once, and queues the push messages; the keys of the settings of those who get a
    mail."""
    contest = _shown().filter(pk=contest_id).first()
    if contest is None or not _is_true(contest, event):
        return []
    news, is_new = ContestNews.objects.get_or_create(contest=contest, event=event)
    if not is_new:
        return []
    followers = ContestFollow.objects.filter(contest=contest).values("owner")
    switched_on = list(NewsSettings.objects.filter(owner__in=followers))
    by_push = {settings.owner_id: "" for settings in switched_on if settings.by_push}
    tell_browsers(NewsMessage, by_push, {"contest_news": news}, {"is_comment": False, "since": timezone.now()})
    return [settings.pk for settings in switched_on if settings.by_mail]


def _shown() -> QuerySet[Contest]:
    shown: QuerySet[Contest] = Contest.objects.filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)
    return shown


def _is_true(contest: Contest, event: str) -> bool:
    moments = {
        ContestNews.Event.OPENS: contest.opens_at,
        ContestNews.Event.CLOSES: contest.closes_at,
        ContestNews.Event.AWARD: contest.awarded_at,
    }
    moment = moments[ContestNews.Event(event)]
    return moment is not None and moment <= timezone.now()


def contest_news_for(owner: UUID, since: datetime) -> QuerySet[ContestNews]:
    """What has happened in the contests that an owner follows."""
    return ContestNews.objects.filter(
        contest__follows__owner=owner,
        contest__visibility=Visibility.PUBLIC,
        contest__hidden_at__isnull=True,
        created__gt=since,
    ).select_related("contest")


def write_contest_news(message: NewsMessage) -> bytes:
    """The push message as JSON in its browser's language; empty where there is nothing to be told any more."""
    news, browser = message.contest_news, message.subscription
    if (
        news is None
        or not contest_news_for(browser.owner_id, datetime.min.replace(tzinfo=news.created.tzinfo))
        .filter(pk=news.pk)
        .exists()
    ):
        return b""
    with translation.override(browser.language):
        payload = {
            "game": news.contest.token,
            "url": news.contest.get_absolute_url(),
            "title": str(news.get_event_display()),
            "body": news.contest.heading,
        }
    return json.dumps(payload, ensure_ascii=False).encode()

"""A worker's part of news: whom to tell, whether it is still true when it is sent, and in which words."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings as site_settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Min, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from accounts.mailing import address_of, without_addresses
from background import services as background
from grimoire.community.following import stop_token
from grimoire.community.news import unread_comments
from grimoire.community.telling_contests import contest_news_for, write_contest_news
from grimoire.models import Comment, ContestNews, NewsMessage, NewsSettings, Puzzle
from grimoire.models.puzzles import PuzzleQuerySet
from tables.people.services import blocked_with, followed_by, followers
from tables.pushing.sending import KEPT_FOR, settle
from tables.pushing.transport import send
from tables.services.turn_messages import tell_browsers

logger = logging.getLogger(__name__)

MAIL_EVERY: Final = timedelta(hours=1)  # at most, to one owner
DAILY: Final = timedelta(days=1)  # at most, to who wants it so
MAIL_DELAY: Final = timedelta(minutes=10)  # what comes within goes into one mail
COMMIT_TIME: Final = timedelta(minutes=5)  # news is dated inside its transaction, which may be committed later
MAX_TRIES: Final = 4
TRY_AGAIN: Final = timedelta(minutes=30)
MAX_LINES: Final = 30  # of each kind in one mail; the next one goes on from there


def tell_of_puzzle(puzzle_id: int) -> list[int]:
    """Queues the push messages about a new puzzle; the keys of the settings of those who get a mail."""
    puzzle = Puzzle.objects.published().filter(pk=puzzle_id).first()
    if puzzle is None or puzzle.owner_id is None:
        return []
    return _tell(puzzle, followers(puzzle.owner_id).values_list("owner", flat=True), is_comment=False)


def tell_of_comment(comment_id: int) -> list[int]:
    """Queues the push messages about a comment; the keys of the settings of those who get a mail."""
    comment = Comment.objects.filter(pk=comment_id, hidden_at__isnull=True).select_related("puzzle").first()
    if comment is None:
        return []
    said = Comment.objects.filter(puzzle=comment.puzzle_id).exclude(owner=comment.owner_id)
    readers = {owner for owner in said.values_list("owner", flat=True) if owner is not None}
    if comment.puzzle.owner_id not in (None, comment.owner_id):
        readers.add(comment.puzzle.owner_id)
    return _tell(comment.puzzle, readers - blocked_with(comment.owner), is_comment=True)


@transaction.atomic
def _tell(puzzle: Puzzle, owners: Iterable[UUID], *, is_comment: bool) -> list[int]:
    switched_on = list(NewsSettings.objects.filter(owner__in=list(owners)))
    by_push = {settings.owner_id: "" for settings in switched_on if settings.by_push}
    tell_browsers(NewsMessage, by_push, {"puzzle": puzzle}, {"is_comment": is_comment, "since": timezone.now()})
    return [settings.pk for settings in switched_on if settings.by_mail]


# Push messages


def work(message_id: int) -> None:
    """A worker's task: tells one browser of one puzzle, if it is still true."""
    messages = NewsMessage.objects.select_related("puzzle__owner__user", "contest_news__contest", "subscription")
    lease = background.claim(messages, message_id)
    if lease is None:
        return
    with lease:
        body = write(lease.job) if site_settings.VAPID_PRIVATE_KEY else b""
        if not body:
            lease.drop()
            return
        browser = lease.job.subscription
        about = lease.job.puzzle or (lease.job.contest_news and lease.job.contest_news.contest)
        settle(lease, send(browser, body, topic=about.token if about else "", seconds=KEPT_FOR))


def write(message: NewsMessage) -> bytes:
    """The message as JSON in its browser's language; empty where there is nothing to be told any more."""
    puzzle, browser = message.puzzle, message.subscription
    if not NewsSettings.objects.filter(owner=browser.owner_id, by_push=True).exists():
        return b""
    if puzzle is None:
        return write_contest_news(message)
    if message.is_comment:
        is_true = unread_comments(browser.owner_id).filter(puzzle=puzzle).exists()
    else:
        is_true = (
            Puzzle.objects.published().filter(pk=puzzle.pk).exists()
            and followed_by(browser.owner_id).filter(other=puzzle.owner_id).exists()
        )
    if not is_true:
        return b""
    with translation.override(browser.language):
        title = _("New comment") if message.is_comment else _("New puzzle by %(name)s") % {"name": puzzle.author}
        payload = {"game": puzzle.token, "url": puzzle.get_absolute_url(), "title": title, "body": puzzle.heading}
    return json.dumps(payload, ensure_ascii=False).encode()


# Mail


@dataclass(frozen=True, slots=True)
class MailLine:
    """A puzzle in a mail, or a contest; ``comments`` counts the new ones, 0 for a new puzzle; ``event`` says what has
    happened in a contest."""

    title: str
    author: str
    url: str
    comments: int = 0
    event: str = ""


def is_mail_waiting(task_path: str, settings_id: int) -> bool:
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=task_path)
    return waiting.filter(args_kwargs__args__0=settings_id).exists()


def next_mail(settings_id: int) -> datetime:
    """When the next mail goes out: not at once, and not soon after the last one."""
    now = timezone.now()
    chosen = NewsSettings.objects.filter(pk=settings_id).first()
    if chosen is None or chosen.mailed_until > now:
        return now + MAIL_DELAY
    return max(now + MAIL_DELAY, chosen.mailed_until + (DAILY if chosen.is_daily else MAIL_EVERY))


def mail_news(settings_id: int, tries: int) -> tuple[datetime, int] | None:
    """Mails an owner what is new since the last mail. Returns when to mail next and how often that was tried, where
    the mail could not be sent or did not list all."""
    settings = NewsSettings.objects.select_related("owner__user").filter(pk=settings_id, by_mail=True).first()
    address = address_of(settings.owner) if settings is not None else ""
    if settings is None or not address:
        return None
    since, now = settings.mailed_until, timezone.now()
    until = _listed_until(settings, since, max(since, now - COMMIT_TIME))
    # Of two workers one sends it.
    if not NewsSettings.objects.filter(pk=settings.pk, mailed_until=since).update(mailed_until=until):
        return None
    try:
        with translation.override(settings.language):
            if lines := _lines(settings, since, until):
                _mail(settings, lines, address).send()
    except Exception:
        logger.exception("News could not be mailed")
        NewsSettings.objects.filter(pk=settings.pk, mailed_until=until).update(mailed_until=since)
        return (now + TRY_AGAIN, tries + 1) if tries + 1 < MAX_TRIES else None
    new = (_new_puzzles, _new_comments, _contest_news)
    is_all = not any(of_kind(settings, until).exists() for of_kind in new)
    return None if is_all else (next_mail(settings.pk), 0)


def _new_puzzles(settings: NewsSettings, since: datetime) -> PuzzleQuerySet:
    authors = followed_by(settings.owner_id).values("other")
    return Puzzle.objects.published().filter(owner__in=authors, announced_at__gt=since)


def _new_comments(settings: NewsSettings, since: datetime) -> QuerySet[Comment]:
    return unread_comments(settings.owner_id).filter(created__gt=since)


def _contest_news(settings: NewsSettings, since: datetime) -> QuerySet[ContestNews]:
    return contest_news_for(settings.owner_id, since)


def _listed_until(settings: NewsSettings, since: datetime, until: datetime) -> datetime:
    """The end of what one mail lists: before the first puzzle that has no line in it."""
    announced = _new_puzzles(settings, since).order_by("announced_at").values_list("announced_at", flat=True)
    discussed = _new_comments(settings, since).order_by().values("puzzle").annotate(first=Min("created"))
    firsts = discussed.order_by("first").values_list("first", flat=True)
    beyond: list[datetime | None] = [*announced[MAX_LINES : MAX_LINES + 1], *firsts[MAX_LINES : MAX_LINES + 1]]
    return min([until, *(moment - timedelta(microseconds=1) for moment in beyond if moment is not None)])


def _lines(settings: NewsSettings, since: datetime, until: datetime) -> list[MailLine]:
    puzzles = _new_puzzles(settings, since).with_author().filter(announced_at__lte=until).order_by("-announced_at")
    lines = [MailLine(puzzle.heading, puzzle.author, _url(settings, puzzle)) for puzzle in puzzles]
    comments = _new_comments(settings, since).filter(created__lte=until)
    counts: dict[int, int] = {}
    for puzzle_id in comments.values_list("puzzle", flat=True):
        counts[puzzle_id] = counts.get(puzzle_id, 0) + 1
    discussed = Puzzle.objects.with_author().in_bulk(counts)
    lines += [
        MailLine(puzzle.heading, puzzle.author, f"{_url(settings, puzzle)}#comments", counts[key])
        for key, puzzle in discussed.items()
    ]
    return lines + [
        MailLine(news.contest.heading, "", settings.origin + news.contest.get_absolute_url(), event=_event(news))
        for news in _contest_news(settings, since).filter(created__lte=until)[:MAX_LINES]
    ]


def _event(news: ContestNews) -> str:
    return str(news.get_event_display())


def _url(settings: NewsSettings, puzzle: Puzzle) -> str:
    return settings.origin + puzzle.get_absolute_url()


def _mail(settings: NewsSettings, lines: list[MailLine], address: str) -> EmailMessage:
    stop = settings.origin + reverse("grimoire:stop_mail", args=[stop_token(settings)])
    texts = [line.event or (_comments(line.comments) if line.comments else line.author) for line in lines]
    body = [
        f"{without_addresses(f'{line.title} · {text}')}\n{line.url}" for line, text in zip(lines, texts, strict=True)
    ]
    body.append(_("No more of these emails: %(url)s") % {"url": stop})
    contests, comments = [line for line in lines if line.event], sum(line.comments for line in lines)
    puzzles = sum(not line.comments and not line.event for line in lines)
    subject = ngettext("%(count)d new puzzle", "%(count)d new puzzles", puzzles) % {"count": puzzles}
    subjects = [subject] * bool(puzzles) + [_comments(comments)] * bool(comments)
    subjects += [f"{without_addresses(line.title)}: {line.event}" for line in contests[:1]]
    return EmailMessage(
        subject=f"{site_settings.EMAIL_SUBJECT_PREFIX}{', '.join(subjects)}",
        body="\n\n".join(body),
        to=[address],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _comments(count: int) -> str:
    return ngettext("%(count)d new comment", "%(count)d new comments", count) % {"count": count}

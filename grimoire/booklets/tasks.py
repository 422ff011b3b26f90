"""Pictures of links, drawn in the background before anybody asks for them: a preview of a link does not wait long.

They lie in a cache that may be deleted at any time: what is missing is drawn again each day, and until then by whoever
asks first. Whatever else waits for a worker goes before them.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from cards.texts import LANGUAGES
from grimoire.booklets.pictures import picture_of
from grimoire.models import Puzzle

AFTER_ALL_ELSE: Final = -50  # of -100 to 100
STEP_SECONDS: Final = 0.5  # after so long, or one picture, a worker looks whether something else waits, as a bot does

logger = logging.getLogger(__name__)


@task(priority=AFTER_ALL_ELSE)
def draw_site() -> None:
    """The pictures of the site's own links."""
    draw_of_site()


@task(priority=AFTER_ALL_ELSE)
def draw(puzzle_id: int, done: int = 0) -> None:
    """The pictures of one page, if everybody may see it, from the language number ``done`` on, in steps."""
    for puzzle in Puzzle.objects.of_decks().open_to(None).select_related("owner__user").filter(pk=puzzle_id):
        end = time.monotonic() + STEP_SECONDS
        for number, language in enumerate(LANGUAGES[done:], done + 1):
            draw_in(puzzle, language)
            if time.monotonic() > end and number < len(LANGUAGES):
                draw.enqueue(puzzle_id, number)
                return


@task(priority=AFTER_ALL_ELSE)
def draw_missing(after: int, done: int = 0) -> None:
    """The pictures of all pages with a higher key than ``after`` that are not in the cache, of the first of them from
    the language number ``done`` on, in steps of one picture."""
    end = time.monotonic() + STEP_SECONDS
    puzzles = Puzzle.objects.of_decks().open_to(None).select_related("owner__user").order_by("pk")
    # One by one: while a query is still being read, SQLite refuses to write as soon as somebody else has written.
    while (puzzle := puzzles.filter(pk__gt=after).first()) is not None:
        for number, language in enumerate(LANGUAGES[done:], done + 1):
            draw_in(puzzle, language)
            if time.monotonic() > end and number < len(LANGUAGES):
                draw_missing.enqueue(after, number)
                return
        after, done = puzzle.pk, 0
        if time.monotonic() > end:
            draw_missing.enqueue(after)
            return


@task(priority=AFTER_ALL_ELSE)
def draw_daily() -> None:
    ask_for_all(tomorrow=timezone.now() + timedelta(days=1))


def ask_for_one(puzzle: Puzzle) -> None:
    """Has the pictures of a page drawn, unless they are going to be anyway."""
    if not _is_waiting(draw, [puzzle.pk]):
        draw.enqueue(puzzle.pk)


def ask_for_all(tomorrow: datetime) -> None:
    """Has all pictures drawn that are missing, now and, from the time given, each day; where somebody develops the
    site nobody waits for them, so whoever asks first has them drawn."""
    if settings.DEBUG:
        return
    if not _is_waiting(draw_daily, []):
        draw_daily.using(run_after=tomorrow).enqueue()  # first: whatever ends this, there is a next
    if not _is_waiting(draw_missing, [0]):
        draw_site.enqueue()
        draw_missing.enqueue(0)


def draw_now(puzzle: Puzzle) -> None:
    """The pictures of a page into the cache, if everybody may see it."""
    for language in LANGUAGES:
        draw_in(puzzle, language)


def draw_in(puzzle: Puzzle, language: str) -> None:
    """One of them. One that cannot be drawn does not keep the others from it."""
    if not puzzle.is_open_to_all:
        return
    try:
        picture_of(puzzle, language)
    except Exception:
        logger.exception("The picture of page %s in %s cannot be drawn.", puzzle.token, language)


def draw_of_site() -> None:
    """The picture of the site's own links into the cache, likewise."""
    try:
        import_string(settings.DRAW_SITE_PICTURES)()
    except Exception:
        logger.exception("The picture of the site cannot be drawn.")


def _is_waiting(kind: Any, arguments: list[int]) -> bool:
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=kind.module_path)
    return waiting.filter(args_kwargs__args=arguments).exists()

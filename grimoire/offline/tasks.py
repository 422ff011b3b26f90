"""Packs, made in the background before somebody asks for them: those of the site's own books after each release.

They lie in a cache that may be deleted at any time (``cards.rendering.store``).
"""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from cards.texts import LANGUAGES
from grimoire.models import Puzzle
from grimoire.offline.packs import pack_of

AFTER_ALL_ELSE: Final = -50  # of -100 to 100
STEP_SECONDS: Final = 0.5  # after so long a worker looks whether something else waits


@task()
def make_pack(puzzle_id: int, language: str) -> None:
    """The pack of a puzzle that takes longer than a visitor's request may."""
    for puzzle in Puzzle.objects.open_to(None).filter(pk=puzzle_id):
        pack_of(puzzle, language)


@task(priority=AFTER_ALL_ELSE)
def make_missing(after: int) -> None:
    """The packs of all puzzles in the site's own books with a higher key than ``after``, in steps."""
    end = time.monotonic() + STEP_SECONDS
    puzzles = Puzzle.objects.of_decks().open_to(None).filter(owner=None, book_pages__isnull=False).order_by("pk")
    while (puzzle := puzzles.filter(pk__gt=after).first()) is not None:
        for language in LANGUAGES:
            pack_of(puzzle, language)
        after = puzzle.pk
        if time.monotonic() > end:
            make_missing.enqueue(after)
            return


def ask_for(puzzle: Puzzle, language: str) -> None:
    """Has a pack made, unless it is going to be anyway."""
    if not is_asked_for(puzzle, language):
        make_pack.enqueue(puzzle.pk, language)


def is_asked_for(puzzle: Puzzle, language: str) -> bool:
    """Whether a worker makes a pack, or is going to."""
    asked = DBTaskResult.objects.filter(task_path=make_pack.module_path, args_kwargs__args=[puzzle.pk, language])
    return asked.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING)).exists()


def ask_for_all() -> None:
    """Has all packs of the site's own books made; where somebody develops the site, each when it is asked for."""
    if settings.DEBUG:
        return
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=make_missing.module_path)
    if not waiting.exists():
        make_missing.enqueue(0)

"""The page of the day: the same for everybody, chosen when the first reader of a day (UTC) looks, of whatever game.

Whatever the site has published, and what readers have voted up, gets its day before anything comes a second time. The
choice hangs on the date and the pages alone, so two servers that choose at the same moment choose alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from engine.decks.solving.result import SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER
from grimoire.browsing.tiles import for_tiles
from grimoire.models import DailyPage, Puzzle

LIKED: Final = 3  # votes for, less votes against, from which a reader's page may become page of the day
SOUND: Final = (UNIQUE, UNIQUE_UP_TO_ORDER)


def today() -> date:
    """The day that it is, in UTC."""
    return datetime.now(UTC).date()


def candidates() -> QuerySet[Any]:
    """Pages that may become page of the day: published, proven sound, the site's own or liked by readers.

    A page with several solutions is sound when its author wants them.
    """
    sound = Q(proof__verdict__in=SOUND) | Q(proof__verdict=SEVERAL, allows_several=True)
    return Puzzle.objects.published().filter(sound).filter(Q(owner=None) | Q(score__gte=LIKED))


def page_of(day: date) -> Puzzle | None:
    """The page of a day, up to today; None for days to come, for those that nobody looked at, or without any page.

    Today's is chosen with the first look, and once more if it has been taken back since.
    """
    if day > today():
        return None
    puzzle = _kept(day)
    if puzzle is not None or day < today():
        return puzzle
    chosen = _choose(day)
    if chosen is None:  # nothing is written: this is asked with every page that shows it
        return None
    try:
        with transaction.atomic():
            DailyPage.objects.filter(day=day).exclude(puzzle__in=Puzzle.objects.published()).delete()
            DailyPage.objects.create(day=day, puzzle_id=chosen)
    except IntegrityError:
        pass  # somebody else looked at the same moment
    return _kept(day)


def _kept(day: date) -> Puzzle | None:
    return for_tiles(Puzzle.objects.published()).filter(days__day=day).first()


def _choose(day: date) -> int | None:
    """The number of the page that is due: of those with the fewest days so far, the one whose lot is lowest."""
    last = dict(candidates().order_by().annotate(last=Max("days__day")).values_list("pk", "last"))
    fresh = [pk for pk, before in last.items() if before is None]
    if fresh:
        return lot(day, fresh)
    longest_ago = sorted(last, key=lambda pk: (last[pk], pk))[: max(len(last) // 2, 1)]
    return lot(day, longest_ago) if longest_ago else None


def lot(day: date, keys: Iterable[int]) -> int:
    """One of some keys (at least one): always the same for the same day and keys, and no rule to be guessed by eye."""
    return min(keys, key=lambda key: hashlib.sha256(f"{day.isoformat()} {key}".encode()).digest())


def past_days(limit: int, before: date | None = None) -> list[DailyPage]:
    """The latest days up to today, or those before a day, with pages that can still be solved, newest first."""
    # Asked day by day: the keys of all published pages are many.
    days = DailyPage.objects.filter(Exists(Puzzle.objects.published().filter(pk=OuterRef("puzzle"))), day__lte=today())
    if before is not None:
        days = days.filter(day__lt=before)
    return list(days.order_by("-day")[:limit])

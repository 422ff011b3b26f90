"""Who has solved the puzzle of the day on its day, and for how many days in a row somebody has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Case, DurationField, ExpressionWrapper, F, Q, Value, When

from accounts.models import Owner
from grimoire.browsing.daily import page_of, today
from grimoire.models import Attempt
from web.clock_times import clock_time

LISTED: Final = 20
MAX_DAYS: Final = 1000  # that are looked at for a streak


@dataclass(frozen=True, slots=True)
class DayRow:
    """Somebody with an account who has solved the puzzle of the day."""

    name: str
    is_first_try: bool
    time: str
    is_me: bool


@dataclass(frozen=True, slots=True)
class DayTable:
    rows: list[DayRow]
    streak: int  # of the reader, in days
    has_started: bool


def day_table(owner: Owner | None) -> DayTable:
    """The table of today: first tries without a hint first, then by the time from the start or the first play."""
    puzzle, day = page_of(today()), today()
    solved = Attempt.objects.filter(puzzle=puzzle, state=Attempt.State.SOLVED, solved_at__date=day)
    solved = solved.filter(owner__user__isnull=False, started__date=day, is_timed=True).exclude(
        owner=puzzle.owner if puzzle else None
    )
    first = Case(When(Q(first_try=True, hint_level_at_first=0, saw_preview=False), then=Value(0)), default=Value(1))
    taken = ExpressionWrapper(F("solved_at") - F("started"), DurationField())
    best = solved.annotate(first=first, taken=taken).select_related("owner__user").order_by("first", "taken", "pk")
    rows = [
        DayRow(
            attempt.owner.name,
            not attempt.first,
            clock_time(int(attempt.taken.total_seconds())),
            attempt.owner_id == getattr(owner, "pk", None),
        )
        for attempt in best[:LISTED]
    ]
    has_started = owner is not None and Attempt.objects.filter(puzzle=puzzle, owner=owner).exists()
    return DayTable(rows, streak_of_days(owner), has_started)


def streak_of_days(owner: Owner | None) -> int:
    """For how many days in a row, up to today or yesterday, the puzzle of the day was solved on its day."""
    if owner is None:
        return 0
    solved = Attempt.objects.filter(owner=owner, solved_at__isnull=False, puzzle__days__isnull=False)
    rows = solved.order_by("-puzzle__days__day").values_list("puzzle__days__day", "solved_at")[:MAX_DAYS]
    days: set[date] = {day for day, solved_at in rows if solved_at is not None and solved_at.date() == day}
    day = today() if today() in days else today() - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count

"""Days off of accounts: clocks of games by post stand still on them. So many a year, and none that is over."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from contract.clocks import DAYS
from tables.models import DayOff, LiveGame
from tables.services.timeout_jobs import arm
from tables.states import state_of
from web.refusals import RequestRefused

PER_YEAR: Final = 24
AHEAD: Final = timedelta(days=366)


def today() -> date:
    """The day of now; all days are in UTC."""
    return timezone.now().astimezone(UTC).date()


def days_off(owner: Owner) -> QuerySet[DayOff]:
    """Those that are not over."""
    return DayOff.objects.filter(owner=owner, day__gte=today())


def left_in(owner: Owner, year: int) -> int:
    """How many days of a year an account may still take."""
    return max(0, PER_YEAR - DayOff.objects.filter(owner=owner, day__year=year).count())


@transaction.atomic
def add(owner: Owner, day: date) -> None:
    """Takes a day off; the one of today from now on. Raises ``RequestRefused``."""
    if owner.user_id is None or not today() <= day <= today() + AHEAD:
        raise RequestRefused(422, "no-day-off", "days off are taken by accounts, from today on for a year", "/day")
    lock_row(Owner, owner.pk)
    if DayOff.objects.filter(owner=owner, day=day).exists():
        return
    if not left_in(owner, day.year):
        raise RequestRefused(422, "no-day-off", f"{PER_YEAR} days off a year are allowed", "/day")
    DayOff.objects.create(owner=owner, day=day, made=timezone.now())


@transaction.atomic
def remove(owner: Owner, day: date) -> None:
    """Gives a day back that has not begun; one that has was a day off already."""
    lock_row(Owner, owner.pk)
    if not DayOff.objects.filter(owner=owner, day=day, day__gt=today()).delete()[0]:
        return
    running = LiveGame.objects.filter(seats__owner=owner, clock__kind=DAYS).exclude(status=LiveGame.Status.OVER)
    for game in running.distinct():  # time is up earlier now
        arm(game, state_of(game))

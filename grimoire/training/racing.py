"""Services of races: people gather, the host starts, each runs a storm through the same puzzles.

Nobody sees a puzzle before the race begins: the puzzles are chosen when it is started. What the others see of a racer
is the score.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Owner
from grimoire.models import PuzzleRace, TrainingRun
from grimoire.models.puzzles import DECKS
from grimoire.training.runs import DURATION, RACE, run_puzzles
from web.refusals import RequestRefused

MAX_RACERS: Final = 8
MIN_RACERS: Final = 2
COUNTDOWN: Final = timedelta(seconds=5)
WAITING_FOR: Final = timedelta(days=1)  # a race that nobody starts can be joined and started so long,
KEPT_FOR: Final = timedelta(days=2)  # and is kept so long


@dataclass(frozen=True, slots=True)
class Place:
    """A racer in the order of the race: the first has the most right answers, then the fewest mistakes, then the
    earlier last right answer, ``seconds`` from the start; who is equal in all has the same place."""

    place: int
    run: TrainingRun
    wrong: int
    seconds: float
    is_running: bool


def new_race(owner: Owner, game: str = DECKS) -> PuzzleRace:
    race: PuzzleRace = PuzzleRace.objects.create(game=game)
    _add(race, owner)
    return race


def join(race: PuzzleRace, owner: Owner) -> None:
    """Adds a racer; one who is there already stays. Raises ``RequestRefused``: the race has started, or is full."""
    with transaction.atomic():
        locked = PuzzleRace.objects.select_for_update().get(pk=race.pk)
        owners = list(locked.runs.values_list("owner", flat=True))
        if owner.pk in owners:
            return
        if locked.starts_at is not None or has_waited_in_vain(locked, timezone.now()):
            raise RequestRefused(409, "race-started", "this race takes no more racers")
        if len(owners) >= MAX_RACERS:
            raise RequestRefused(409, "race-full", f"at most {MAX_RACERS} race")
        _add(locked, owner)


def leave(race: PuzzleRace, owner: Owner) -> None:
    """Takes a racer out of a race that has not started; the last one takes the race along."""
    with transaction.atomic():
        locked = PuzzleRace.objects.select_for_update().get(pk=race.pk)
        if locked.starts_at is None:
            locked.runs.filter(owner=owner).delete()
            if not locked.runs.exists():
                locked.delete()


def start(race: PuzzleRace, owner: Owner) -> None:
    """Begins the race in some seconds, if its host asks and nobody has; with too few racers, or too late, nothing
    happens."""
    with transaction.atomic():
        locked = PuzzleRace.objects.select_for_update().get(pk=race.pk)
        runs = list(racers_in(locked))
        if locked.starts_at is not None or has_waited_in_vain(locked, timezone.now()):
            return
        if len(runs) < MIN_RACERS or runs[0].owner_id != owner.pk:
            return
        locked.starts_at = timezone.now() + COUNTDOWN
        locked.save(update_fields=["starts_at"])
        locked.runs.update(
            puzzles=run_puzzles([run.owner for run in runs], locked.game),
            started=locked.starts_at,
            ends_at=locked.starts_at + DURATION,
        )


def race_again(race: PuzzleRace, owner: Owner) -> PuzzleRace:
    """The race that the racers of this one go on with, which the first to ask makes. Raises ``RequestRefused``."""
    with transaction.atomic():
        # Without ``select_related``: after waiting for the lock, PostgreSQL joins what was there before.
        locked = PuzzleRace.objects.select_for_update().get(pk=race.pk)
        if locked.again is None:
            locked.again = new_race(owner, locked.game)
            locked.save(update_fields=["again"])
    join(locked.again, owner)
    return locked.again


def has_waited_in_vain(race: PuzzleRace, now: datetime) -> bool:
    return race.starts_at is None and now > race.created + WAITING_FOR


def open_race_of(owner: Owner | None, now: datetime) -> PuzzleRace | None:
    """The last race of a racer that still waits, or in which they still run."""
    if owner is None:
        return None
    waits = Q(starts_at=None, created__gte=now - WAITING_FOR)
    runs = Q(runs__ended=False, runs__ends_at__gt=now)
    return PuzzleRace.objects.filter(waits | runs, runs__owner=owner).first()


def sweep_races() -> int:
    """Deletes races that nobody started, and those whose racers are all gone."""
    never_started = Q(starts_at=None, created__lt=timezone.now() - KEPT_FOR)
    return PuzzleRace.objects.filter(never_started | Q(runs=None)).delete()[0]


def racers_in(race: PuzzleRace) -> QuerySet[TrainingRun]:
    """The runs of a race with their owners, the host's first."""
    return race.runs.select_related("owner__user").order_by("pk")


def places(runs: Iterable[TrainingRun], now: datetime) -> list[Place]:
    """The racers of a race that has started, the first one first."""
    ranked = sorted(((_rank(run), run) for run in runs), key=lambda pair: (pair[0], pair[1].pk))
    ranks = [rank for rank, _run in ranked]
    return [
        Place(ranks.index(rank) + 1, run, rank[1], rank[2], is_running=not run.is_over(now)) for rank, run in ranked
    ]


def _rank(run: TrainingRun) -> tuple[int, int, float]:
    """What is the smaller, the better: no right answers, mistakes, seconds to the last right answer."""
    wrong = sum(is_right is False for _key, is_right, _seconds in run.answers)
    last = max((seconds for _key, is_right, seconds in run.answers if is_right), default=0.0)
    return (-run.score, wrong, last)


def _add(race: PuzzleRace, owner: Owner) -> None:
    TrainingRun.objects.create(owner=owner, kind=RACE, race=race, game=race.game, started=timezone.now())

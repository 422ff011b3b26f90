"""Turns in the queue: what each visitor asks for waits in a lane of its own, and a worker goes from lane to lane.

So nobody waits for all that somebody else has asked for, only for what a worker has in hand, and one thing of each who
waits. Within a lane the kinds of work take turns in the same way. A lane is the ``queue_name`` of its tasks. What
workers did for each lane is counted (``JOBS``): those for which much was done let others go first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Final

from django.db.models import Max, QuerySet
from django.utils.crypto import salted_hmac
from django_tasks_db.models import DBTaskResult

from background.meters import Meter

UPKEEP: Final = "default"  # of tasks that nobody asked for
_LENGTH: Final = 24  # hexadecimal digits
JOBS: Final = Meter("processor-jobs", limit=1800, seconds=3600)  # what workers do for one lane
STEP: Final = 10.0  # seconds of the processor: who has used so many more lets others go first


_asking: ContextVar[Callable[[], str] | None] = ContextVar("asking", default=None)


@contextmanager
def asked_by(visitor: Callable[[], str]) -> Iterator[None]:
    """A context whose queued work belongs to this visitor, whose name is only made if it is needed."""
    token = _asking.set(visitor)
    try:
        yield
    finally:
        _asking.reset(token)


def lane_of_now() -> str:
    """The lane of whoever asks at the moment; empty where that is nobody. It does not tell who it is."""
    visitor = _asking.get()
    return salted_hmac("background.lanes", visitor()).hexdigest()[:_LENGTH] if visitor is not None else ""


def next_task(tasks: QuerySet[DBTaskResult[..., Any]]) -> DBTaskResult[..., Any] | None:
    """The task whose turn it is, of those that are ready, in their order; None if there is none.

    It is the lane's turn for which least was done lately, of those the one that was served longest ago, and then the
    kind's.
    """
    first = tasks.first()
    if first is None:
        return None
    tasks = tasks.filter(priority=first.priority)
    for field in ("queue_name", "task_path"):
        waiting = list(dict.fromkeys(tasks.values_list(field, flat=True)))
        if len(waiting) > 1:
            waiting = _modest(waiting) if field == "queue_name" else waiting
            tasks = tasks.filter(**{field: _longest_ago(field, waiting, tasks)})
    return tasks.first()


def charge(lane: str, seconds: float) -> None:
    """Counts what a worker did for a lane; upkeep is nobody's."""
    if lane != UPKEEP:
        JOBS.add({lane: 1}, seconds)


def _modest(names: list[str]) -> list[str]:
    """Those lanes for which workers have done least lately."""
    usage = JOBS.usage(names)
    steps = {name: int(usage[name] / STEP) for name in names}
    return [name for name in names if steps[name] == min(steps.values())]


def _longest_ago(field: str, waiting: Iterable[str], tasks: QuerySet[DBTaskResult[..., Any]]) -> str:
    """Which of those was begun longest ago, or never; of several the first."""
    begun = DBTaskResult.objects.filter(started_at__isnull=False, **{f"{field}__in": waiting})
    if field == "task_path":
        begun = begun.filter(queue_name=tasks.values_list("queue_name", flat=True)[:1])
    last: dict[str, datetime] = dict(begun.order_by().values_list(field).annotate(Max("started_at")))
    return min(waiting, key=lambda name: last[name].timestamp() if name in last else 0.0)

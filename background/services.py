"""Services of jobs: queueing, a worker's lease of one, cancelling, going on with what stands still.

Each change is one conditional UPDATE, so that it does not matter how many visitors and workers come at once. A worker
that is stopped says nothing any more; its job stands still, and goes on when somebody looks at it (``go_on``) or when a
worker looks around (``resume_stalled``), as each does every 90 seconds.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from django.apps import apps
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from background import lanes
from background.models import SILENT, Heartbeat, Job
from background.outages import is_passing

J = TypeVar("J", bound=Job)

MOST_WORKERS: Final = 3  # that begin one task: what ended them all is perhaps the task
RETRIED_AFTER: Final = timedelta(seconds=60)  # by then a database that was started anew is back
# What a failure of the database is called: it may be away, full, or busy for others.
_OF_DATABASE: Final = frozenset(f"{kind.__module__}.{kind.__qualname__}" for kind in (OperationalError, InterfaceError))

# Sent by a worker after the jobs that stood still, for rooms above in which something else may stand still.
resuming = Signal()


@transaction.atomic
def queue(*, job: Job, after: datetime | None = None, **values: Any) -> bool:
    """Has a worker do the job, not before ``after``, and brings ``job`` up to date; whether this call did it.

    Nothing happens if the row is not any more as ``job`` shows it: somebody else was quicker. ``values`` are written
    along. A job never has two tasks that wait. The task is in the same transaction: there is none without the other.
    The job goes into the lane of whoever asks (``background.lanes``), or stays in its own.
    """
    values["lane"] = lanes.lane_of_now() or job.lane
    rows = _rows(job).filter(state=job.state, heartbeat_at=job.heartbeat_at)
    changed = bool(rows.update(state=Job.State.WAITING, heartbeat_at=_next_heartbeat(job.heartbeat_at), **values))
    queued = is_queued(job)
    job.refresh_from_db()
    if changed and not queued:
        _enqueue(job, after)
    return changed


def is_queued(job: Job, by: datetime | None = None) -> bool:
    """Whether a task for its next step waits for a worker, with ``by`` for that moment or an earlier one."""
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=job.task)
    if by is not None:
        waiting = waiting.filter(run_after__lte=by)
    return waiting.filter(args_kwargs__args=[job.pk]).exists()


def bring_forward(*, job: Job, to: datetime) -> bool:
    """Has the task that waits for a job come at an earlier moment; whether there was one."""
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=job.task)
    return bool(waiting.filter(args_kwargs__args=[job.pk]).update(run_after=to))


def stands_still(job: Job) -> bool:
    """Whether a job that is not done is not being worked on either, and will not be: its worker was stopped."""
    return job.is_overdue and not (job.state == Job.State.WAITING and is_queued(job))


def go_on(*, job: Job) -> bool:
    """Has a job that stands still worked on again; whether it did. Two that ask at once ask once."""
    return stands_still(job) and queue(job=job)


def cancel(*, job: Job) -> None:
    """Stops a job if it is not over, and brings ``job`` up to date. Its worker learns of it with its next note."""
    _rows(job).filter(state__in=Job.BUSY).update(state=Job.State.CANCELLED, lane="")
    job.refresh_from_db(fields=["state"])


def resume_stalled() -> int:
    """Goes on with all jobs of all kinds that stand still, and with tasks of workers that are gone; how many jobs."""
    _retake_tasks()
    woken = 0
    for model in kinds():
        for job in model._default_manager.filter(state__in=Job.BUSY):
            woken += go_on(job=job)
    resuming.send(sender=Job)
    return woken


def _retake_tasks() -> None:
    """Has tasks done anew whose worker was stopped in their midst, so each may be done twice. The step of a job is left
    out: its job goes on with a task of its own."""
    now = timezone.now()
    alive = set(Heartbeat.objects.filter(heartbeat_at__gt=now - SILENT).values_list("worker", flat=True))
    steps = {model.task for model in kinds()}
    for task in DBTaskResult.objects.running().filter(started_at__lt=now - SILENT):
        if alive.intersection(task.worker_ids[-1:]):
            continue
        begun = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.RUNNING, started_at=task.started_at)
        if task.task_path in steps:
            begun.delete()
        elif len(task.worker_ids) < MOST_WORKERS:
            begun.update(status=TaskResultStatus.READY)
        else:
            begun.update(status=TaskResultStatus.FAILED, finished_at=now, traceback="Its workers were stopped.")


def retry_task(task: DBTaskResult[..., Any]) -> bool:
    """Has a task done anew that the database ended, in a while; whether it did. Like one whose worker was stopped it
    may be done twice, and is begun three times at most. Jobs look after their own steps (``Lease``)."""
    if task.exception_class_path not in _OF_DATABASE or len(task.worker_ids) >= MOST_WORKERS:
        return False
    if task.task_path in {model.task for model in kinds()}:
        return False
    failed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.FAILED)
    again = timezone.now() + RETRIED_AFTER
    return bool(failed.update(status=TaskResultStatus.READY, run_after=again, finished_at=None))


def kinds() -> list[type[Job]]:
    return [model for model in apps.get_models() if issubclass(model, Job)]


class Lease(Generic[J]):
    """A worker's lease of a job. Each of its methods writes only if it is still its own, and says whether it did.

    As a context it marks the job as failed when an exception leaves it. A worker that is ended from outside
    (``SystemExit``, ``KeyboardInterrupt``) gives the job back to the queue. Where the database is away, full or busy
    for others, the job is left as it is: it stands still, and goes on when that has passed.
    """

    def __init__(self, job: J, heartbeat_at: datetime) -> None:
        self.job = job
        self.heartbeat_at = heartbeat_at
        self.is_lost = False  # cancelled, deleted, over, or another's

    def note(self, **values: Any) -> bool:
        """Says that the work goes on, and how far it is."""
        return self._write(Job.State.RUNNING, values)

    @transaction.atomic
    def requeue(self, after: datetime | None = None, **values: Any) -> bool:
        """Ends this step and has the next one done by whichever worker is free, not before ``after``."""
        if written := self._write(Job.State.WAITING, values):
            _enqueue(self.job, after)
        return written

    def finish(self, **values: Any) -> bool:
        return self._write(Job.State.DONE, values)

    def fail(self, **values: Any) -> bool:
        """The job cannot be done."""
        return self._write(Job.State.FAILED, values)

    def drop(self, **values: Any) -> bool:
        """Nobody needs the job any more."""
        return self._write(Job.State.CANCELLED, values)

    def _write(self, state: Job.State, values: dict[str, Any]) -> bool:
        heartbeat_at = _next_heartbeat(self.heartbeat_at)
        if state not in Job.BUSY:
            values = {**values, "lane": ""}
        held = _rows(self.job).filter(state=Job.State.RUNNING, heartbeat_at=self.heartbeat_at)
        written = not self.is_lost and bool(held.update(state=state, heartbeat_at=heartbeat_at, **values))
        self.heartbeat_at = heartbeat_at
        self.is_lost = not written or state != Job.State.RUNNING
        return written

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, wrong: BaseException | None, _at: TracebackType | None
    ) -> None:
        if wrong is None or self.is_lost or is_passing(wrong):
            return
        if isinstance(wrong, Exception):
            self.fail()
        else:
            self.requeue()


def claim(jobs: type[J] | QuerySet[J], key: int) -> Lease[J] | None:
    """A lease of a job that waits, for one worker alone; None for all others, and for what does not wait.

    ``jobs`` is a kind of job, or a query that says what to load with it.
    """
    jobs_to_claim = jobs if isinstance(jobs, QuerySet) else jobs._default_manager.all()
    heartbeat_at = timezone.now()
    waiting = jobs_to_claim.model._default_manager.filter(pk=key, state=Job.State.WAITING)
    if not waiting.update(state=Job.State.RUNNING, heartbeat_at=heartbeat_at):
        return None
    job = jobs_to_claim.filter(pk=key).first()
    return Lease(job, heartbeat_at) if job is not None else None


def _enqueue(job: Job, after: datetime | None = None) -> None:
    lane = job.lane or lanes.UPKEEP
    task = import_string(job.task).using(queue_name=lane, priority=job.priority, run_after=after)
    task.enqueue(job.pk)


def _rows(job: Job) -> QuerySet[Any]:
    return type(job)._default_manager.filter(pk=job.pk)


def _next_heartbeat(last: datetime | None) -> datetime:
    """Now, and in any case another moment than the last one: a heartbeat tells two workers apart."""
    now = timezone.now()
    return now if now != last else now + timedelta(microseconds=1)

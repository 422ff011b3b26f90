"""The worker's loop: takes tasks by turns, outlives a database that is locked, full or away, shows that it lives."""

from __future__ import annotations

import logging
import random
import resource
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, TypeVar

from django.db import Error, close_old_connections, connection
from django.db.models import Q
from django.utils import timezone
from django_tasks.base import TaskResultStatus
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet
from django_tasks_db.utils import exclusive_transaction

from background import clocks, lanes, services
from background.models import STALLED_AFTER, Heartbeat
from background.outages import is_away, is_full, is_passing
from background.pulse import WORKER, beats
from web.request_ids import within

logger = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_WAIT: Final = 0.2  # seconds before it is tried again when the database was locked, doubled each time
LONGEST_WAIT: Final = 10.0
HEARTBEAT_EVERY: Final = timedelta(seconds=15)  # between two signs of life


def patiently(work: Callable[[], T], name: str) -> T:
    """The result of ``work``, retried for as long as others are in its way, the database is away or its disk is full.
    Raises whatever else goes wrong."""
    wait = FIRST_WAIT
    while True:
        try:
            return work()
        except Error as error:
            if not is_passing(error):
                raise
            if is_away(error):
                connection.close()
            problem = "out of reach" if is_away(error) else "full" if is_full(error) else "locked"
            logger.warning("The database is %s: %s is tried again in %.1f s", problem, name, wait)
        time.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


def _processor_seconds() -> float:
    """What this process and those that it began and that have ended have used of the processor."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Worker(db_worker.Worker):
    """A worker of django-tasks-db with a loop of ours."""

    def run(self) -> None:
        """Works until it is stopped; as a batch, until nothing waits."""
        logger.info("Worker %s starts", self.worker_id)
        if self.startup_delay and self.interval:
            time.sleep(random.random())
        self._heartbeat_noted = self._stalled_resumed = float("-inf")
        self._is_off = False
        if connection.vendor == "sqlite":  # in development too, where requests close theirs: it looks each second
            connection.settings_dict["CONN_MAX_AGE"] = None
        try:
            while self.running and not self._is_done():
                close_old_connections()
                patiently(self._show_life, "a sign of life")
                task = patiently(self._take, "taking a task")
                if task is not None:
                    self.run_task(task)
                elif self.batch and not patiently(self._ready().exists, "looking for tasks"):
                    return
                close_old_connections()
                if self.running and task is None:
                    time.sleep(self.interval)
        finally:
            self._leave()

    def run_task(self, db_task_result: DBTaskResult[..., Any]) -> None:
        """Runs the task, and writes down what it came to when the database lets it."""
        with within(str(db_task_result.id)):
            self._run_task(db_task_result)

    def _run_task(self, db_task_result: DBTaskResult[..., Any]) -> None:
        begun = _processor_seconds()
        try:
            super().run_task(db_task_result)
        except Error as error:
            if not is_passing(error):
                raise
            if is_away(error):
                connection.close()
            patiently(db_task_result.save, "what a task came to")
        used = _processor_seconds() - begun
        patiently(lambda: lanes.charge(db_task_result.queue_name, used), "what a task took")
        if db_task_result.status == TaskResultStatus.FAILED:
            is_retried = patiently(lambda: services.retry_task(db_task_result), "retrying a task")
            call = f"{db_task_result.task_path}{tuple(db_task_result.args_kwargs['args'])}"
            outcome = "failed and is retried" if is_retried else "failed"
            logger.error("%s %s", call, outcome, extra={"trace": db_task_result.traceback})

    def _is_done(self) -> bool:
        return self.max_tasks is not None and self._run_tasks >= self.max_tasks

    def _ready(self) -> DBTaskResultQuerySet:
        # What was put there by a clock that was ahead would wait for as long: its moment counts for nothing.
        later = timezone.now() + timedelta(seconds=clocks.TOLERATED)
        stray = Q(status=TaskResultStatus.READY, enqueued_at__gt=later)
        due = DBTaskResult.objects.ready() | DBTaskResult.objects.filter(stray)
        tasks = due.filter(backend_name=self.backend_name)
        if not self.process_all_queues:
            tasks = tasks.filter(queue_name__in=self.queue_names)
        return tasks.exclude(queue_name__in=self.excluded_queue_names)

    def _take(self) -> DBTaskResult[..., Any] | None:
        return self._claim() if not self._is_off and self._ready().exists() else None

    def _claim(self) -> DBTaskResult[..., Any] | None:
        """The task whose turn it is, now this worker's; None if there is none, or another one took it."""
        chosen = lanes.next_task(self._ready())
        if chosen is None:
            return None
        # Chosen before the lock is taken, which keeps all other writers out.
        with exclusive_transaction(DBTaskResult.objects.db):
            task = self._ready().filter(pk=chosen.pk).get_locked()
            if task is not None:
                task.claim(self.worker_id)
        return task

    def _show_life(self) -> None:
        """Notes a heartbeat now and then; and resumes now and then what a worker left that was stopped meanwhile."""
        now = time.monotonic()
        if now - self._heartbeat_noted >= HEARTBEAT_EVERY.total_seconds():
            self._look_at_clock()
            if self._is_off:
                self._heartbeat_noted = now
                return
            Heartbeat.objects.update_or_create(worker=self.worker_id, defaults={"heartbeat_at": timezone.now()})
            self._heartbeat_noted = now
        beats.beat(WORKER)
        if now - self._stalled_resumed >= STALLED_AFTER.total_seconds():
            services.resume_stalled()
            self._stalled_resumed = now

    def _look_at_clock(self) -> None:
        """A worker that other machines take for one of an hour ago is overtaken by them again and again, and overtakes
        them: it does nothing until its clock is right."""
        ahead = clocks.ahead()
        self._is_off = abs(ahead) > clocks.TOLERATED
        if self._is_off:
            logger.error("Worker %s takes no tasks: its clock is %+.0f s off the database's", self.worker_id, ahead)

    def _leave(self) -> None:
        try:
            Heartbeat.objects.filter(worker=self.worker_id).delete()
        except Error:
            logger.warning("Worker %s could not sign off", self.worker_id)

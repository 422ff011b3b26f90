"""Upkeep of the work in the background, itself in the background."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.management import call_command
from django.utils import timezone
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from background import services, upkeep, whole_files

KEPT_DAYS: Final = 7  # what tasks came to, for whoever looks into what went wrong


@task()
def wake() -> None:
    services.resume_stalled()


@task()
def prune() -> None:
    """Deletes what tasks came to that ended days ago, sweeps (``background.upkeep``), and comes again tomorrow."""
    ask_to_prune(timezone.now() + timedelta(days=1))  # first: whatever ends this one, there is a next
    call_command("prune_db_task_results", min_age_days=KEPT_DAYS, queue_name="*", verbosity=0)
    upkeep.sweep_all()


def ask_to_prune(when: datetime) -> None:
    """Has ``prune`` come, unless it is going to anyway: each worker that starts asks for it."""
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=prune.module_path)
    if not waiting.exists():
        prune.using(run_after=when).enqueue()


@task()
def make_whole_files() -> None:
    whole_files.write_all()


def ask_for_whole_files() -> None:
    """Has them made before the daily sweep, for somebody asks for one that is not there."""
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=make_whole_files.module_path)
    if not waiting.exists():
        make_whole_files.enqueue()

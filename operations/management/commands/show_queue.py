"""``manage.py show_queue``: what waits for a worker, and which workers there are."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Count, Min, Q
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from background.models import Heartbeat, Job
from background.services import kinds


class Command(BaseCommand):
    help = "Shows the jobs that wait, the last 10 tasks that failed, and the workers."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """One line for each kind of job, each worker and each task that failed."""
        now = timezone.now()
        for kind in kinds():
            states = dict(kind._default_manager.order_by().values_list("state").annotate(Count("pk")))
            counted = ", ".join(f"{states.get(state, 0)} {state}" for state in Job.State.values)
            self.stdout.write(f"{kind._meta.label}: {counted}")
        ready = DBTaskResult.objects.ready()
        waiting = ready.aggregate(count=Count("pk"), lanes=Count("queue_name", distinct=True), since=Min("enqueued_at"))
        since = f", the oldest since {waiting['since']:%Y-%m-%d %H:%M:%S} UTC" if waiting["since"] else ""
        self.stdout.write(f"Tasks: {waiting['count']} waiting in {waiting['lanes']} lanes{since}")
        for worker in Heartbeat.objects.order_by("worker"):
            ago = max(0, int((now - worker.heartbeat_at).total_seconds()))
            self.stdout.write(f"Worker {worker.worker}: last seen {ago} seconds ago")
        failed = DBTaskResult.objects.filter(Q(status="FAILED")).order_by("-finished_at")[:10]
        for task in failed:
            call = f"{task.task_path}{tuple(task.args_kwargs['args'])}"
            self.stdout.write(f"Failed {task.finished_at:%Y-%m-%d %H:%M:%S}: {call}, {task.exception_class_path}")

"""``manage.py db_worker``, as django-tasks-db has it, which first goes on with what an earlier worker left behind."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django_tasks_db.management.commands import db_worker

from background import services
from background.models import STILL
from background.tasks import wake


class Command(db_worker.Command):
    def handle(self, *, batch: bool, **options: Any) -> None:
        """Works until it is stopped; with ``batch``, until nothing waits.

        A job whose worker was stopped just now cannot be told yet from one that is being worked on: it is looked at
        again when the difference shows.
        """
        services.wake()
        if not batch:
            wake.using(run_after=timezone.now() + STILL + STILL / 10).enqueue()
        super().handle(batch=batch, **options)

"""``manage.py db_worker``, as django-tasks-db has it, which goes on with what another left behind, and prunes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django_tasks_db.management.commands import db_worker

from background import services
from background.models import STILL
from background.tasks import ask_to_prune, wake


class Command(db_worker.Command):
    def handle(self, *, batch: bool, **options: Any) -> None:
        """Works until it is stopped; with ``batch``, until nothing waits.

        A job whose worker was stopped just now cannot be told yet from one that is being worked on: it is looked at
        again when the difference shows.
        """
        services.wake()
        if not batch:
            now = timezone.now()
            wake.using(run_after=now + STILL + STILL / 10).enqueue()
            ask_to_prune(now)
        super().handle(batch=batch, **options)

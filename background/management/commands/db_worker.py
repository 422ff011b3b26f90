"""``manage.py db_worker``, as django-tasks-db has it, but with a worker of ours, which takes the tasks by turns."""

from __future__ import annotations

import os
import signal
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV, run_with_reloader
from django_tasks_db.management.commands import db_worker

from background import services
from background.models import STALLED_AFTER
from background.tasks import ask_to_prune, wake
from background.working import Worker, patiently

HANDLED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)  # by a worker, see its ``configure_signals``


class Command(db_worker.Command):
    def add_arguments(self, parser: ArgumentParser) -> None:
        """As they were; but all queues are its own, for each visitor has one (``background.lanes``)."""
        super().add_arguments(parser)
        parser.set_defaults(queue_name="*")

    def handle(self, *, batch: bool, reload: bool, **options: Any) -> None:
        """Works until it is stopped; with ``batch``, until nothing waits.

        A job whose worker was stopped just now cannot be told yet from one that is being worked on: it is looked at
        again when the difference shows.
        """
        self.configure_logging(options["verbosity"])
        queues, excluded = options["queue_name"].split(","), options["exclude_queues"]
        if excluded and "*" not in queues:
            raise CommandError("--exclude-queues can only be used with --queue-name=*")
        worker = Worker(
            batch=batch,
            queue_names=queues,
            excluded_queue_names=excluded.split(",") if excluded else [],
            **{name: options[name] for name in ("interval", "backend_name", "startup_delay", "max_tasks", "worker_id")},
        )
        patiently(services.resume_stalled, "looking for what was left")
        if not batch:
            patiently(_ask_for_upkeep, "asking for the upkeep")
        if reload and not batch:
            if os.environ.get(DJANGO_AUTORELOAD_ENV) == "true":
                worker.configure_signals()  # only the process that works has its signals
            run_with_reloader(worker.run)
        else:
            with _signals_of(worker):
                worker.run()


@contextmanager
def _signals_of(worker: Worker) -> Iterator[None]:
    """Lets the worker handle the signals that stop it, and puts the handlers back that were there before.

    Whoever calls the command from a process with another purpose is not left with a worker's handlers, which processes
    begun later would inherit: they would note SIGTERM as a wish to stop after a task and go on.
    """
    before = {number: signal.getsignal(number) for number in HANDLED}
    worker.configure_signals()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)  # None: set outside Python


def _ask_for_upkeep() -> None:
    now = timezone.now()
    wake.using(run_after=now + STALLED_AFTER + STALLED_AFTER / 10).enqueue()
    ask_to_prune(now)

"""Printing in the background."""

from __future__ import annotations

from django_tasks import task

from cards.printing import services


@task()
def print_on(job_id: int) -> None:
    services.step(job_id=job_id)

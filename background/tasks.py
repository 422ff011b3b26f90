"""Upkeep of the work in the background, itself in the background."""

from __future__ import annotations

from django_tasks import task

from background import services


@task()
def wake() -> None:
    """Goes on with what stands still."""
    services.wake()

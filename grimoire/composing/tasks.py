"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from grimoire.composing import services


@task()
def compose(key: int) -> None:
    services.work(key=key)

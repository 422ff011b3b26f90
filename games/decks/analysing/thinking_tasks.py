"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from games.decks.analysing import thinking_services


@task()
def think(thinking_id: int) -> None:
    thinking_services.work(thinking_id)

"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from champions import services


@task()
def play_on(trial_id: int) -> None:
    services.step(trial_id=trial_id)

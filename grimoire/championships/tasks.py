"""Work in the background: what happens when a championship is over."""

from __future__ import annotations

from django_tasks import task

from grimoire.championships import services
from grimoire.models import Championship


@task()
def finish(championship_id: int) -> None:
    services.finish(championship_id)


def finish_later(championship: Championship) -> None:
    finish.using(run_after=championship.ends_at).enqueue(championship.pk)

"""Jobs asked for and taken by several at the very same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_one_task_and_one_worker_for_each_job(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from background import services
from django_tasks_db.models import DBTaskResult
from grimoire.models import Proof

made = Proof.objects.create(key="k", position={}, rules_version=1, engine_version="e")
queued = at_once(lambda _number: services.queue(job=Proof.objects.get(pk=made.pk)), range(4))
tasks = DBTaskResult.objects.ready().count()
leases = [lease for lease in at_once(lambda _number: services.claim(Proof, made.pk), range(4)) if lease is not None]
ends = at_once(lambda end: end(), [leases[0].finish, lambda: services.cancel(job=Proof.objects.get(pk=made.pk))])
state = Proof.objects.get(pk=made.pk).state
print(json.dumps([any(queued), tasks, len(leases), state == ("done" if ends[0] else "cancelled")]))
"""
    )
    assert answer == [True, 1, 1, True]

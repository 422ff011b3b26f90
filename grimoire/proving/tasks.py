"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from grimoire.models import Proof
from grimoire.proving import services


@task()
def prove(proof_id: int) -> None:
    """The search for one proof, and whatever waited for it."""
    services.work(proof_id=proof_id)
    services.searched.send(sender=Proof, proof_id=proof_id)

"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from grimoire.authoring.deriving import derive
from grimoire.models import Proof, Puzzle
from grimoire.proving import services


@task()
def prove(proof_id: int) -> None:
    """The search for one proof, and what lists say of the drafts that waited for it."""
    services.work(proof_id=proof_id)
    for puzzle in Puzzle.objects.filter(proof_id=proof_id, proof__state=Proof.State.DONE):
        derive(puzzle)

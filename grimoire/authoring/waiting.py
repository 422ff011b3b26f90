"""Drafts that waited for a proof."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from grimoire.authoring.deriving import derive
from grimoire.models import Proof, Puzzle
from grimoire.proving.services import searched


@receiver(searched, sender=Proof)
def derive_waiting(proof_id: int, **_: Any) -> None:
    """Recomputes the search columns of the drafts that waited for this proof, if it is done."""
    waiting = Puzzle.objects.of_decks().filter(proof_id=proof_id, proof__state=Proof.State.DONE)
    for pk in list(waiting.values_list("pk", flat=True)):
        with transaction.atomic():  # its author may give it another position at this moment
            for puzzle in waiting.filter(pk=pk).select_related("proof", "owner__user"):
                derive(puzzle)

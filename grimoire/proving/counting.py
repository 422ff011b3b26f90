"""The count of solutions beside the board editor: what the solver finds between two edits. Nothing of it is kept."""

from __future__ import annotations

import time
from typing import Final

from board.naming import written_out
from engine.decks.formats.interchange import write_position
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget, solve
from engine.decks.solving.objective import read
from grimoire.keys import proof_key
from grimoire.models import Proof
from grimoire.proving import services
from grimoire.proving.searching import Finding, engine_version

COUNT_SECONDS: Final = 0.2  # of the processor: with the editor's pause and the network, a third of a second


def count(position: Position) -> Proof:
    """The proof of a position as far as it is known, or found at once: the latter is not saved.

    Raises ``EngineError`` (``bad-position``) for a position without an objective that means something.
    """
    read(position)
    known = services.known(position=position)
    if known is not None and services.is_final(known):
        return known
    begun = time.thread_time()
    answer = solve(position, budget=Budget(seconds=COUNT_SECONDS, clock=time.thread_time))
    finding = Finding.of(position, answer, abilities=())
    return Proof(
        key=proof_key(position),
        position=written_out(write_position(position)),
        rules_version=RULES_VERSION,
        engine_version=engine_version(),
        state=Proof.State.DONE,
        answer=finding.answer,
        verdict=finding.verdict,
        complete=finding.complete,
        level=finding.level,
        nodes=finding.nodes,
        seconds=round(time.thread_time() - begun, 3),
    )

"""Services of proofs: asking for one, the work on it, proving at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from django.dispatch import Signal
from django.utils import timezone

from background import services as background
from board.naming import written_out
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from engine.decks.solving.objective import read
from grimoire.keys import proof_key
from grimoire.models import Proof, Puzzle
from grimoire.models.proofs import MAX_SECONDS
from grimoire.proving.searching import Finding, engine_version, search, search_quickly

QUICK_SECONDS: Final = 0.3  # tried while the visitor waits
QUICK_NODES: Final = 60_000  # that looking for the abilities may cost then
MAX_NODES: Final = 20_000_000
NOTE_EVERY: Final = 1.0  # seconds between two notes in the database
MAX_WAITING: Final = 200

searched = Signal()  # a worker has left a proof: with ``proof_id``


class QueueFull(Exception):
    """There is no more room in the queue, or not for this visitor."""


def known(*, position: Position) -> Proof | None:
    """The proof of a position under the rules of now, if somebody has asked for it before."""
    return Proof.objects.filter(key=proof_key(position)).first()


def ask(*, position: Position, may_queue: Callable[[], bool] = lambda: True) -> Proof:
    """The proof of a position: the one that there is, a new one at once, or one that is waiting for a worker.

    ``may_queue`` is asked before something is put into the queue. Raises ``EngineError`` (``bad-position``) for a
    position without an objective that means something, ``QueueFull``.
    """
    read(position)
    proof = known(position=position)
    if proof is not None and (is_final(proof) or proof.is_busy):
        background.go_on(job=proof)
        return proof
    if proof is None:
        begun = time.monotonic()
        finding = search_quickly(position, Budget(seconds=QUICK_SECONDS, clock=time.monotonic), QUICK_NODES)
        if finding is not None:
            return _done(_begun(position), finding, time.monotonic() - begun)
    if not (may_queue() and Proof.objects.filter(state__in=Proof.BUSY).count() < MAX_WAITING):
        raise QueueFull
    proof = proof or _begun(position)
    background.queue(job=proof, nodes=0, seconds=0)
    return proof


def is_final(proof: Proof) -> bool:
    """Whether asking again would say the same: it is done, and not because the time was up."""
    return proof.is_done and (proof.complete or proof.answer.get("stopped_by") != "time")


def prove_now(*, position: Position, seconds: float = MAX_SECONDS) -> Proof:
    """The proof of a position, found before this returns: for commands. Raises ``EngineError`` as ``ask``."""
    read(position)
    proof = known(position=position)
    if proof is not None and is_final(proof):
        return proof
    begun = time.monotonic()
    finding = search(position, Budget(nodes=MAX_NODES, seconds=seconds, clock=time.monotonic))
    return _done(proof or _begun(position), finding, time.monotonic() - begun)


def note(*, position: Position, finding: Finding, seconds: float) -> Proof:
    """Keeps what was found by a search done elsewhere; a proof that is complete already stays as it is."""
    return _done(_begun(position), finding, seconds)


def work(*, proof_id: int, seconds: float = MAX_SECONDS) -> None:
    """The whole of one search, done by a worker; it ends early when somebody cancels it."""
    lease = background.claim(Proof, proof_id)
    if lease is None:
        return
    with lease:
        lease.note(nodes=0, seconds=0)
        running = _Search(lease, seconds)
        finding = search(read_position(lease.job.position), running.budget)
        lease.finish(**_found(finding, running.seconds))


class _Search:
    """A search as it runs: its clock notes now and then how far it is, and sees whether it is still wanted."""

    def __init__(self, lease: background.Lease[Proof], seconds: float) -> None:
        self.lease = lease
        self.begun = self.noted = time.monotonic()
        self.budget = Budget()  # the real one looks at the clock at once
        self.budget = Budget(nodes=MAX_NODES, seconds=seconds, clock=self.clock)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def clock(self) -> float:
        """For the budget: seconds, or the end of all time when nobody wants the answer any more."""
        now = time.monotonic()
        if now - self.noted >= NOTE_EVERY:
            self.noted = now
            self.lease.note(nodes=self.budget.spent, seconds=self.seconds)
        return float("inf") if self.lease.is_lost else now


def _begun(position: Position) -> Proof:
    proof, _ = Proof.objects.get_or_create(
        key=proof_key(position),
        defaults={
            "position": written_out(write_position(position)),
            "rules_version": RULES_VERSION,
            "engine_version": engine_version(),
        },
    )
    return proof


def _done(proof: Proof, finding: Finding, seconds: float) -> Proof:
    """Writes down what was found; what is complete stays as it is."""
    open_still = Proof.objects.filter(pk=proof.pk).exclude(state=Proof.State.DONE, complete=True)
    now = timezone.now()
    if open_still.update(state=Proof.State.DONE, heartbeat_at=now, **_found(finding, seconds)):
        # Whoever asks which pages have changed is told of the verdict.
        Puzzle._base_manager.filter(proof=proof, published_at__isnull=False).update(updated=now)
    proof.refresh_from_db()
    return proof


def _found(finding: Finding, seconds: float) -> dict[str, Any]:
    return {
        "answer": finding.answer,
        "verdict": finding.verdict,
        "complete": finding.complete,
        "level": finding.level,
        "abilities": list(finding.abilities),
        "engine_version": engine_version(),
        "nodes": finding.nodes,
        "seconds": round(seconds, 3),
    }

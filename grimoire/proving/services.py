"""What changes proofs: asking for one, the work on it, cancelling, proving at once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from engine.interchange import read_position, write_position
from engine.position import Position
from engine.solving import Budget
from engine.solving.objective import read
from engine.version import RULES_VERSION
from grimoire.keys import proof_key
from grimoire.models import Proof
from grimoire.naming import written_out
from grimoire.proving.searching import Finding, engine_version, search, search_quickly

QUICK_SECONDS: Final = 0.3  # tried while the visitor waits
QUICK_NODES: Final = 60_000  # that looking for the abilities may cost then
MOST_SECONDS: Final = 60.0
MOST_NODES: Final = 20_000_000
BEAT: Final = 1.0  # seconds between two notes in the database
STILL: Final = timedelta(seconds=60)  # a search that has noted nothing for so long is not running
MOST_WAITING: Final = 200
BUSY: Final = (Proof.State.WAITING, Proof.State.RUNNING)

log = logging.getLogger(__name__)


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
    if proof is not None and (is_final(proof) or (proof.state in BUSY and not stands_still(proof))):
        return proof
    begun = time.monotonic()
    finding = None
    if proof is None:
        budget = Budget(seconds=QUICK_SECONDS, clock=time.monotonic)
        finding = search_quickly(position, budget, QUICK_NODES)
    elif stands_still(proof):
        return _queued(proof)
    if finding is None and not (may_queue() and Proof.objects.filter(state__in=BUSY).count() < MOST_WAITING):
        raise QueueFull
    proof = proof or _begun(position)
    if finding is not None:
        return _done(proof, finding, time.monotonic() - begun)
    return _queued(proof)


def is_final(proof: Proof) -> bool:
    """Whether asking again would say the same: it is done, and not because the time was up."""
    return proof.is_done and (proof.complete or proof.answer.get("stopped_by") != "time")


def stands_still(proof: Proof) -> bool:
    """Whether a proof that is not done is not being worked on either: its worker was stopped."""
    return proof.state in BUSY and (proof.beat is None or timezone.now() - proof.beat > STILL)


def prove_now(*, position: Position, seconds: float = MOST_SECONDS) -> Proof:
    """The proof of a position, found before this returns: for commands. Raises ``EngineError`` as ``ask``."""
    read(position)
    proof = known(position=position)
    if proof is not None and is_final(proof):
        return proof
    begun = time.monotonic()
    finding = search(position, Budget(nodes=MOST_NODES, seconds=seconds, clock=time.monotonic))
    return _done(proof or _begun(position), finding, time.monotonic() - begun)


def note(*, position: Position, finding: Finding, seconds: float) -> Proof:
    """Keeps what was found by a search done elsewhere; a proof that is complete already stays as it is."""
    return _done(_begun(position), finding, seconds)


def go_on(*, proof: Proof) -> Proof:
    """Puts a proof whose worker was stopped back into the queue."""
    return _queued(proof) if stands_still(proof) else proof


def cancel(*, proof: Proof) -> None:
    """Stops the work on a proof; whoever asks again begins anew."""
    Proof.objects.filter(pk=proof.pk, state__in=BUSY).update(state=Proof.State.CANCELLED)


def work(*, proof_id: int, seconds: float = MOST_SECONDS) -> None:
    """The whole of one search, done by a worker.

    Of two workers that take the same proof one goes on; the work ends early when somebody cancels it.
    """
    now = timezone.now()
    taken = Proof.objects.filter(pk=proof_id, state=Proof.State.WAITING).update(
        state=Proof.State.RUNNING, beat=now, nodes=0, seconds=0
    )
    if not taken:
        return
    proof = Proof.objects.get(pk=proof_id)
    running = _Running(proof, now)
    try:
        budget = Budget(nodes=MOST_NODES, seconds=seconds, clock=running.clock)
        running.budget = budget
        finding = search(read_position(proof.position), budget)
    except Exception:
        Proof.objects.filter(pk=proof_id, state=Proof.State.RUNNING).update(state=Proof.State.FAILED)
        raise
    if not running.is_lost:
        _done(proof, finding, running.seconds, beat=running.beat)


class _Running:
    """A search as it runs: its clock notes now and then how far it is, and sees whether it is still wanted."""

    def __init__(self, proof: Proof, beat: datetime) -> None:
        self.proof = proof
        self.beat = beat
        self.budget: Budget | None = None
        self.is_lost = False  # cancelled, or taken over by another worker
        self.begun = self.noted = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def clock(self) -> float:
        """For the budget: seconds, or the end of all time when nobody wants the answer any more."""
        now = time.monotonic()
        if now - self.noted >= BEAT:
            self.noted = now
            self._note()
        return float("inf") if self.is_lost else now

    def _note(self) -> None:
        beat = timezone.now()
        wanted = Proof.objects.filter(pk=self.proof.pk, state=Proof.State.RUNNING, beat=self.beat).update(
            beat=beat, nodes=self.budget.spent if self.budget else 0, seconds=self.seconds
        )
        self.beat, self.is_lost = beat, not wanted


def _begun(position: Position) -> Proof:
    proof, _ = Proof.objects.get_or_create(
        key=proof_key(position),
        defaults={
            "position": written_out(write_position(position)),
            "rules_version": RULES_VERSION,
            "engine_version": engine_version(),
            "beat": timezone.now(),
        },
    )
    return proof


def _done(proof: Proof, finding: Finding, seconds: float, **still: Any) -> Proof:
    """Writes down what was found; with ``still`` only if the row still has these values."""
    Proof.objects.filter(pk=proof.pk, **still).exclude(state=Proof.State.DONE, complete=True).update(
        state=Proof.State.DONE,
        answer=finding.answer,
        verdict=finding.verdict,
        complete=finding.complete,
        level=finding.level,
        abilities=list(finding.abilities),
        engine_version=engine_version(),
        nodes=finding.nodes,
        seconds=round(seconds, 3),
        beat=timezone.now(),
    )
    proof.refresh_from_db()
    return proof


def _queued(proof: Proof) -> Proof:
    from grimoire.proving.tasks import prove  # the task calls this module

    with transaction.atomic():
        Proof.objects.filter(pk=proof.pk).exclude(state=Proof.State.DONE, complete=True).update(
            state=Proof.State.WAITING, beat=timezone.now(), nodes=0, seconds=0
        )
        transaction.on_commit(lambda: prove.enqueue(proof.pk))
    proof.refresh_from_db()
    return proof

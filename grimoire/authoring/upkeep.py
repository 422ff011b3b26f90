"""Proving published pages again: what no longer holds is flagged to its author, and unflagged when it does."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Owner
from board.naming import written_out
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from grimoire.authoring.checks import OTHER_SOLUTION, SolverVerdict, what_is_wrong
from grimoire.authoring.deriving import derive
from grimoire.authoring.pins import renewed_pins
from grimoire.models import Proof, Puzzle
from grimoire.models.puzzles import CHALLENGES
from grimoire.proving import services as proving
from grimoire.proving.near_misses import TryJson
from grimoire.proving.searching import Finding, search, search_written

SECONDS: Final = 60.0  # for one page


def pages_to_prove(sample: int | None = None, seed: int = 0) -> list[Puzzle]:
    """All published pages but challenges, or so many of them picked by a seed, in the order of their publication."""
    pages = list(
        Puzzle.objects.of_decks()
        .filter(published_at__isnull=False)
        .exclude(challenge__in=CHALLENGES)
        .select_related("proof")
        .order_by("published_at", "pk")
    )
    if sample is None or sample >= len(pages):
        return pages
    picked = set(random.Random(seed).sample(range(len(pages)), sample))
    return [page for number, page in enumerate(pages) if number in picked]


def flagged_of(owner: Owner | None) -> QuerySet[Puzzle]:
    """Pages of an owner that no longer hold."""
    return Puzzle.objects.of_decks().owned_by(owner).filter(flagged_at__isnull=False)


def prove_again(*, puzzle: Puzzle, seconds: float = SECONDS) -> str:
    """Solves a published page anew, flags or unflags it. Returns the code of what is wrong, empty when it holds."""
    position = _position(puzzle)
    begun = time.monotonic()
    finding = search(position, Budget(nodes=proving.MAX_NODES, seconds=seconds, clock=time.monotonic))
    return settle(puzzle=puzzle, position=position, finding=finding, seconds=time.monotonic() - begun)


def prove_many(
    *, puzzles: Sequence[Puzzle], processes: int | None = None, seconds: float = SECONDS
) -> Iterator[tuple[Puzzle, str]]:
    """The same for many pages on several cores (None: all of them), each as soon as it is done."""
    by_pk = {puzzle.pk: puzzle for puzzle in puzzles}
    jobs = [(puzzle.pk, written_out(puzzle.position), proving.MAX_NODES, seconds) for puzzle in puzzles]
    if processes == 1 or len(jobs) < 2:
        yield from ((puzzle, prove_again(puzzle=puzzle, seconds=seconds)) for puzzle in puzzles)
        return
    # Fresh processes: what they work with is plain data, and none of them shares the database's connection.
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for pk, finding, took in pool.imap_unordered(search_written, jobs):
            puzzle = by_pk[pk]
            yield puzzle, settle(puzzle=puzzle, position=_position(puzzle), finding=finding, seconds=took)


def settle(*, puzzle: Puzzle, position: Position, finding: Finding, seconds: float) -> str:
    """Notes what a new search says of a page: a flag with its reason while the old proof stays, or the new proof.

    Returns the reason, empty when the page holds. A page that was taken back meanwhile is left alone.
    """
    pins = renewed_pins(puzzle.pinned_tries, puzzle.position, Proof(answer=finding.answer))
    with transaction.atomic():
        return _settle(puzzle, position, finding, seconds, pins)


def _settle(puzzle: Puzzle, position: Position, finding: Finding, seconds: float, pins: Sequence[TryJson]) -> str:
    now = Puzzle.objects.select_related("proof", "owner__user").get(pk=puzzle.pk)
    reason = reason_against(now, position, finding)
    if not now.is_published or now.position != puzzle.position:
        return reason
    proof = proving.note(position=position, finding=finding, seconds=seconds)
    before = (now.flagged_at, now.flag_reason, now.proof_id)
    if reason:
        now.flagged_at = now.flagged_at or timezone.now()
        now.flag_reason = reason
    else:
        now.flagged_at, now.flag_reason, now.proof = None, "", proof
        now.pinned_tries = renewed_pins(now.pinned_tries, now.position, proof, pins)
    changed = before != (now.flagged_at, now.flag_reason, now.proof_id)
    now.save(update_fields=["flagged_at", "flag_reason", "proof", "pinned_tries", *(["updated"] if changed else [])])
    if not reason:
        derive(now)
    return reason


def reason_against(puzzle: Puzzle, position: Position, finding: Finding) -> str:
    """The code of why a page does not hold, by what a search of now has found; empty when it does."""
    solutions = finding.answer["solutions"]
    judged = SolverVerdict(finding.complete, finding.verdict, bool(finding.answer.get("difficulty")), solutions)
    wrong = what_is_wrong(puzzle, position, judged)
    if wrong or puzzle.proof is None or puzzle.proof.rules_version != RULES_VERSION:
        return wrong
    # Under the same rules the same comes out, or the solver is at fault.
    return "" if puzzle.proof.answer.get("solutions") == solutions else OTHER_SOLUTION


def _position(puzzle: Puzzle) -> Position:
    return read_position(written_out(puzzle.position))

"""Who may know how much of a puzzle: its gate, and the puzzles that seal a position.

The one asks the other: an author's own puzzle is closed to them while it shows what somebody else's puzzle keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import Owner, Visibility
from grimoire.models import Attempt, Proof, Puzzle
from grimoire.models.puzzles import CHALLENGES
from grimoire.nearness import near_puzzles, near_puzzles_of

MAX_SEALING: Final = 20  # puzzles of one position that are looked at: those that were published first


class Sealed(Exception):
    """Something of a solution was asked for by somebody who has not earned it yet."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The permissions of an owner at a puzzle.

    ``is_open``: everything, because they have solved it, have had the solution shown, or have made it. ``hint_level``
    is the number of hints that they have taken. ``is_author`` also where an author looks on as a solver would
    (``is_open`` is then what it would be for a solver). ``is_sealed``: their own puzzle shows what somebody else's
    keeps; giving it up, or hints, are to be asked for there.
    """

    is_open: bool
    hint_level: int = 0
    is_author: bool = False
    attempt: Attempt | None = None
    is_sealed: bool = False


def gate_for(puzzle: Puzzle, owner: Owner | None, *, as_solver: bool = False, attempt: Attempt | None = None) -> Gate:
    """The gate of an owner (None: a visitor who has kept nothing yet) at a puzzle. ``attempt`` is theirs at it, where
    it has been read already.

    An author knows everything, unless the position is somebody else's puzzle, or near one, copied to look behind its
    gate: then nothing but the answer to that very position opens it.
    """
    attempt = attempt or attempt_of(puzzle, owner)
    if not puzzle.is_owned_by(owner):
        return Gate(attempt.has_earned, attempt.hint_level, attempt=attempt)
    return _own_gate(attempt, sealing_puzzle(puzzle.position_key, owner, puzzle.proof), as_solver=as_solver)


def _own_gate(attempt: Attempt, sealing: Puzzle | None, *, as_solver: bool = False) -> Gate:
    is_solved = attempt.state == Attempt.State.SOLVED
    is_same = sealing is not None and sealing.position_key == attempt.puzzle.position_key
    if sealing is not None and not (is_solved and is_same):
        return Gate(False, 0, True, attempt, is_sealed=True)
    return Gate(attempt.has_earned or not as_solver, attempt.hint_level, True, attempt)


def gates_for(puzzles: Iterable[Puzzle], owner: Owner | None) -> list[Gate]:
    """An owner's gates at each puzzle, as ``gate_for``, in a handful of queries; their proofs should have been read."""
    puzzles = list(puzzles)
    attempts = _attempts_at(puzzles, owner)
    own_puzzles = [puzzle for puzzle in puzzles if puzzle.is_owned_by(owner)]
    sealing = sealing_puzzles([(puzzle.position_key, puzzle.proof) for puzzle in own_puzzles], owner)
    sealing_by_pk = {puzzle.pk: sealed_by for puzzle, sealed_by in zip(own_puzzles, sealing, strict=True)}
    gates = []
    for puzzle in puzzles:
        attempt = attempts.get(puzzle.pk) or Attempt(owner=owner)
        attempt.puzzle = puzzle
        if puzzle.pk in sealing_by_pk:
            gates.append(_own_gate(attempt, sealing_by_pk[puzzle.pk]))
        else:
            gates.append(Gate(attempt.has_earned, attempt.hint_level, attempt=attempt))
    return gates


def _attempts_at(puzzles: Iterable[Puzzle | int], owner: Owner | None) -> dict[int, Attempt]:
    """An owner's attempts, as they are kept, by the key of the puzzle."""
    if owner is None:
        return {}
    return {attempt.puzzle_id: attempt for attempt in Attempt.objects.filter(owner=owner, puzzle__in=puzzles)}


def attempt_of(puzzle: Puzzle, owner: Owner | None) -> Attempt:
    """An owner's attempt at a puzzle as it is kept; one that is not saved where there is none."""
    attempt = Attempt.objects.filter(puzzle=puzzle, owner=owner).first() if owner is not None else None
    if attempt is None:
        return Attempt(puzzle=puzzle, owner=owner)
    attempt.puzzle = puzzle
    return attempt


def same_puzzles(key: str, proof: Proof | None) -> Q:
    """For puzzles: those with this ``position_key``, and published ones that are near what a proof shows."""
    near = near_puzzles(proof) if proof is not None and proof.is_done else ()
    return Q(position_key=key) | Q(pk__in=near)


def sealing_puzzle(key: str, owner: Owner | None, proof: Proof | None = None) -> Puzzle | None:
    """The published puzzle of somebody else's whose solution this owner has not earned yet and would learn here.

    That is a puzzle with this ``position_key``, or one whose solution ``proof`` gives away (``nearness``). None when
    there is none, when another puzzle of the same position is open for them, and when they published the position
    first. Unlisted puzzles count for those who have begun to solve them: others are not to learn that there is one.
    """
    return sealing_puzzles([(key, proof)], owner)[0]


def sealing_puzzles(positions: Sequence[tuple[str, Proof | None]], owner: Owner | None) -> list[Puzzle | None]:
    """The sealing puzzle of each position and proof, as ``sealing_puzzle``."""
    near = _near_puzzles([proof for _, proof in positions])
    same = [(key, puzzles) for (key, _), puzzles in zip(positions, near, strict=True)]
    begun = Q(visibility=Visibility.UNLISTED, attempts__owner=owner) if owner else Q(pk__in=[])
    puzzles = Puzzle.objects.filter(_any_of(same), hidden_at__isnull=True)
    listed = Q(visibility=Visibility.PUBLIC) | Q(twin_of__visibility=Visibility.PUBLIC)
    puzzles = puzzles.exclude(challenge__in=CHALLENGES)  # whoever hunts may ask the solver what it finds
    puzzles = puzzles.filter(listed | begun).distinct().order_by("published_at", "pk")
    if owner is not None:
        puzzles = puzzles.exclude(owner=owner)
    published = _published(puzzles)
    of_each = [
        [puzzle for puzzle in published if puzzle[0] in keys or puzzle[1] == key][:MAX_SEALING] for key, keys in same
    ]
    attempts = _attempts_at({puzzle[0] for of_one in of_each for puzzle in of_one}, owner)
    earned = {pk for pk, attempt in attempts.items() if attempt.has_earned}
    first = [None if not of_one or any(puzzle[0] in earned for puzzle in of_one) else of_one[0] for of_one in of_each]
    closed = [position for position, puzzle in zip(same, first, strict=True) if puzzle is not None]
    if not closed:
        return [None] * len(positions)
    mine = _published(Puzzle.objects.owned_by(owner).filter(_any_of(closed)))
    sealing = [
        None
        if puzzle is None or any((pk in keys or at == key) and day < puzzle[2] for pk, at, day in mine)
        else puzzle[0]
        for (key, keys), puzzle in zip(same, first, strict=True)
    ]
    whole = Puzzle.objects.in_bulk({pk for pk in sealing if pk is not None})
    return [None if pk is None else whole[pk] for pk in sealing]


def _published(puzzles: QuerySet[Puzzle]) -> list[tuple[int, str, datetime]]:
    """Of those that were published: the primary key, the position key, and when."""
    rows = puzzles.filter(published_at__isnull=False).values_list("pk", "position_key", "published_at")
    return [(pk, key, day) for pk, key, day in rows if day is not None]


def _near_puzzles(proofs: Sequence[Proof | None]) -> list[set[int]]:
    """The puzzles whose solutions each proof, saved or not, gives away; none for those that are not done."""
    finished = [proof for proof in proofs if proof is not None and proof.is_done]
    near = iter(near_puzzles_of(finished))
    return [next(near) if proof is not None and proof.is_done else set() for proof in proofs]


def _any_of(same: Sequence[tuple[str, set[int]]]) -> Q:
    """For puzzles: those with one of these position keys or primary keys."""
    return Q(position_key__in={key for key, _ in same}) | Q(pk__in=set().union(*(keys for _, keys in same)))

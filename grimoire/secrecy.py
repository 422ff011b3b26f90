"""The gate: the one way by which solutions, tries, hints, answers and afterwords leave the server.

Nobody else reads a proof's answer, a page's intended line or its afterword to show them (tests/grimoire/
test_secrecy.py looks at the sources, and at every payload). What is asked for too early raises ``Sealed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from accounts.models import Owner
from engine.actions import PLAY_LINE
from engine.errors import EngineError
from engine.events import Event
from engine.interchange import read_action
from engine.position import Position
from grimoire.models import Attempt, Proof, Puzzle, PuzzleAbility
from grimoire.naming import localised
from grimoire.solving.following import opening_of, read_written, stored_position
from grimoire.solving.outcomes import course_of

THEME: Final = 1
WHERE: Final = 2
FIRST_CARD: Final = 3
FIRST_STEP: Final = 4
MANA_PHASE: Final = {"do": "mana"}  # with which a solution begins that begins before it
RUNGS: Final = (THEME, WHERE, FIRST_CARD, FIRST_STEP)


class Sealed(Exception):
    """Something of a solution was asked for by somebody who has not earned it yet."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What an owner may know of a page.

    ``is_open``: everything, because they have solved it, have had the solution shown, or have made it. ``rung`` is the
    number of hints that they have taken. ``is_author`` also where an author looks on as a solver would (``is_open`` is
    then what it would be for a solver).
    """

    is_open: bool
    rung: int = 0
    is_author: bool = False
    attempt: Attempt | None = None


@dataclass(frozen=True, slots=True)
class Refuted:
    """A line that fails: ``lack`` (as ``Lack.to_json`` writes it, or None), the enemy's ``refutation`` and then the
    ``best`` line that is left, all in text form."""

    line: tuple[str, ...]
    lack: dict[str, Any] | None = None
    refutation: tuple[str, ...] = ()
    best: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """What a proof knows.

    ``ways`` are the solutions' first turns in text form, ``orders`` in how many orders each can be played, ``lines``
    the count of all winning lines, ``cook`` a line that the author did not mean, ``more`` how many ways were too many
    to be kept.
    """

    ways: tuple[tuple[str, ...], ...] = ()
    orders: tuple[int, ...] = ()
    lines: int = 0
    complete: bool = False
    verdict: str = ""
    tries: tuple[Refuted, ...] = field(default=())
    cook: tuple[str, ...] = ()
    more: int = 0

    @property
    def count(self) -> int:
        """How many solutions there are, those that the proof did not keep too."""
        return len(self.ways) + self.more


@dataclass(frozen=True, slots=True)
class Hint:
    """A rung of the ladder: only as much is set as it tells.

    ``abilities`` (rung 1) are the slugs at work, maybe none. Then ``line`` and ``seat`` where it begins (2); ``place``
    in the hand of the first card (3), None for the Champion; ``action`` in text form (4). ``nothing_to_play``: the
    solution plays no card. Of an outcome to foretell: ``card`` is the name of the Creature that acts first (3),
    ``event`` what first decides something (4).
    """

    rung: int
    abilities: tuple[str, ...] = ()
    line: int | None = None
    seat: int | None = None
    place: int | None = None
    action: str = ""
    nothing_to_play: bool = False
    card: str = ""
    event: Event | None = None


def gate_for(puzzle: Puzzle, owner: Owner | None, *, as_solver: bool = False) -> Gate:
    """What an owner (None: a visitor who has kept nothing yet) may know of a page.

    An author knows everything, unless the position is somebody else's page, copied to look behind its gate.
    """
    from grimoire.proving.access import sealing_page  # it asks for gates too, of other pages

    attempt = Attempt.objects.filter(puzzle=puzzle, owner=owner).first() if owner is not None else None
    is_author = puzzle.is_owned_by(owner)
    earned = attempt is not None and attempt.state in (Attempt.State.SOLVED, Attempt.State.SHOWN)
    rung = attempt.rung if attempt is not None else 0
    own = is_author and not as_solver and sealing_page(puzzle.position_key, owner) is None
    return Gate(earned or own, rung, is_author, attempt)


def _opened(gate: Gate) -> None:
    if not gate.is_open:
        raise Sealed


def solution_of(puzzle: Puzzle, gate: Gate) -> Solution:
    """The solutions, tries and refutations of a page. Raises ``Sealed``."""
    _opened(gate)
    return _solution(puzzle)


def count_of_ways(puzzle: Puzzle, gate: Gate) -> int:
    """How many solutions a page has. Raises ``Sealed``."""
    return solution_of(puzzle, gate).count


def afterword_of(puzzle: Puzzle, gate: Gate) -> str:
    """The author's words for afterwards, in the language of the moment. Raises ``Sealed``."""
    _opened(gate)
    return puzzle.epilogue


def abilities_at_work(puzzle: Puzzle, gate: Gate) -> tuple[str, ...]:
    """The slugs of the abilities without which the solution would be another one. Raises ``Sealed`` below rung 1."""
    if not gate.is_open and gate.rung < THEME:
        raise Sealed
    return _at_work(puzzle)


def can_hint(puzzle: Puzzle) -> bool:
    """Whether there is anything to give hints from; says nothing about the solution."""
    return puzzle.kind == Puzzle.Kind.FORETELL or bool(_solution(puzzle).ways)


def hint(puzzle: Puzzle, gate: Gate, rung: int, language: str) -> Hint:
    """One rung of the ladder, with names in a language. Raises ``Sealed`` for one that was not asked for yet."""
    if not gate.is_open and rung > gate.rung:
        raise Sealed
    if puzzle.kind == Puzzle.Kind.FORETELL:
        return _foretold(puzzle, rung, language)
    if rung == THEME:
        return Hint(rung, abilities=_at_work(puzzle))
    position = _begun(puzzle)
    ways = _solution(puzzle).ways
    first = next((one for one in map(read_written, ways[0]) if one.kind >= PLAY_LINE), None) if ways else None
    if first is None:
        return Hint(rung, nothing_to_play=True)
    seat = first.seat if first.seat >= 0 else position.active
    if rung == WHERE:
        return Hint(rung, line=first.line, seat=seat)
    if rung == FIRST_CARD:
        return Hint(rung, line=first.line, seat=seat, place=first.place)
    return Hint(rung, line=first.line, seat=seat, place=first.place, action=str(first))


def _foretold(puzzle: Puzzle, rung: int, language: str) -> Hint:
    course = course_of(stored_position(localised(puzzle.position, language)))
    if rung == THEME:
        return Hint(rung, abilities=_at_work(puzzle) or course.acted)
    if course.first is None or (rung == FIRST_STEP and course.telling is None):
        return Hint(rung, nothing_to_play=True)
    if rung == FIRST_STEP:
        return Hint(rung, event=course.telling)
    row, _place, name = course.first
    return Hint(rung, line=row & 1, seat=row >> 1, card=name if rung == FIRST_CARD else "")


def _begun(puzzle: Puzzle) -> Position:
    position = stored_position(puzzle.position)
    for action in opening_of(position):
        position.apply(action)
    return position


def _at_work(puzzle: Puzzle) -> tuple[str, ...]:
    found = PuzzleAbility.objects.filter(puzzle=puzzle, at_work=True).order_by("pk").values_list("slug", flat=True)
    return tuple(found)


def _solution(puzzle: Puzzle) -> Solution:
    """Of the proof; where there is none (yet), the line that the author has in mind."""
    proof = puzzle.proof
    if puzzle.kind == Puzzle.Kind.FORETELL:
        return Solution(ways=(("assault",),), orders=(1,), lines=1, complete=True)
    if proof is None or not proof.is_done or not proof.answer.get("solutions"):
        intended = tuple(puzzle.intended)
        return Solution(ways=(intended,) if intended else (), orders=(1,) if intended else ())
    return _of_proof(proof, stored_position(puzzle.position))


def _of_proof(proof: Proof, position: Position) -> Solution:
    answer = proof.answer
    return Solution(
        ways=tuple(_line(position, way) for way in answer["solutions"]),
        orders=tuple(answer.get("orders", ())),
        lines=answer.get("lines", 0),
        complete=proof.complete,
        verdict=proof.verdict,
        tries=tuple(_tries(position, answer.get("tries", ()))),
        cook=_line(position, answer.get("cook", ())),
        more=answer.get("more", 0),
    )


def _tries(position: Position, written: Sequence[dict[str, Any]]) -> Iterator[Refuted]:
    for one in written:
        line = _line(position, one["line"])
        refutation = _line(position, one.get("refutation", ()), line)
        best = _line(position, one.get("best", ()), (*line, *refutation))
        yield Refuted(line, one.get("lacking"), refutation, best)


def _line(position: Position, written: Sequence[Any], before: Sequence[str] = ()) -> tuple[str, ...]:
    """Actions as ``clash-position/1`` writes them, in text form, without the Mana phase that nobody chooses."""
    at = position.copy()
    try:
        for text in (*map(str, opening_of(position)), *before):
            at.apply(read_written(text))
        found: list[str] = []
        for one in written[1:] if written[:1] == [MANA_PHASE] else written:
            action = read_action(at, one)
            found.append(str(action))
            at.apply(action)
    except EngineError:  # a proof of other rules: what can no longer be played is no solution
        return ()
    return tuple(found)

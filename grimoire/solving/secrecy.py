"""The gate: the one way by which solutions, tries, hints, answers and afterwords leave the server.

Nobody else reads a proof's answer, a page's intended line or its afterword to show them (tests/grimoire/
test_secrecy.py looks at the sources, and at every payload). What is asked for too early raises ``Sealed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cards.models import in_language
from engine.decks.formats.interchange import read_action
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.trace.events import Event
from engine.kernel.errors import EngineError
from grimoire.attempt_state import state_of
from grimoire.gate import Gate, Sealed
from grimoire.lines import StartingPosition, read_start, read_written
from grimoire.models import Attempt, Proof, Puzzle, PuzzleAbility
from grimoire.outcomes import course_of

THEME: Final = 1
WHERE: Final = 2
FIRST_CARD: Final = 3
FIRST_STEP: Final = 4
MANA_PHASE: Final = {"do": "mana"}  # with which a solution begins that begins before it
HINT_LEVELS: Final = (THEME, WHERE, FIRST_CARD, FIRST_STEP)


@dataclass(frozen=True, slots=True)
class Refuted:
    """A line that fails: ``lack`` (as ``Lack.to_json`` writes it, or None), the enemy's ``refutation`` and then the
    ``best`` line that is left, all in text form. ``why`` it fails are its author's words; ``is_pinned``: the author
    speaks of it. Where a hand is hidden, ``hand`` is one against which it fails (see ``with_hand``), and ``fails`` how
    many those are."""

    line: tuple[str, ...]
    lack: dict[str, Any] | None = None
    refutation: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    why: str = ""
    is_pinned: bool = False
    hand: tuple[int, ...] = ()
    fails: int = 0


@dataclass(frozen=True, slots=True)
class Solution:
    """The secrets of a proof.

    ``ways`` are the solutions' first turns in text form, ``orders`` in how many orders each can be played, ``lines``
    the count of all winning lines, ``cook`` a line that the author did not mean, ``more`` how many ways were too many
    to be kept. Where it is not ``is_proven``, an author's line alone, the solver says nothing of what follows: nobody
    knows yet whose page or game that would give away.
    """

    ways: tuple[tuple[str, ...], ...] = ()
    orders: tuple[int, ...] = ()
    lines: int = 0
    complete: bool = False
    verdict: str = ""
    tries: tuple[Refuted, ...] = field(default=())
    cook: tuple[str, ...] = ()
    more: int = 0
    is_proven: bool = False

    @property
    def count(self) -> int:
        """How many solutions there are, those that the proof did not keep too."""
        return len(self.ways) + self.more


@dataclass(frozen=True, slots=True)
class Hint:
    """A level of hints: only as much is set as it tells.

    ``abilities`` (level 1) are the slugs at work; where there are none, ``creatures`` and ``incantations`` say how many
    cards of either kind the solution plays in its first turn. Then ``line`` and ``seat`` where it begins (2); ``place``
    in the hand of the first card (3), None for the Champion; ``action`` in text form (4). ``nothing_to_play``: the
    solution plays no card. Of an outcome to foretell: ``card`` is the name of the Creature that acts first (3),
    ``event`` what first decides something (4).
    """

    hint_level: int
    abilities: tuple[str, ...] = ()
    line: int | None = None
    seat: int | None = None
    place: int | None = None
    action: str = ""
    nothing_to_play: bool = False
    card: str = ""
    event: Event | None = None
    creatures: int = 0
    incantations: int = 0


def _opened(gate: Gate) -> None:
    if not gate.is_open:
        raise Sealed


def solution_of(puzzle: Puzzle, gate: Gate) -> Solution:
    """The solutions, tries and refutations of a page. Raises ``Sealed``."""
    _opened(gate)
    return _solution(puzzle, gate.attempt)


def proof_of(puzzle: Puzzle, gate: Gate) -> dict[str, Any]:
    """All that is proved of a page, as its game writes it; nothing where it was not proved. Raises ``Sealed``."""
    _opened(gate)
    return puzzle.proof.answer if puzzle.proof is not None and puzzle.proof.is_done else {}


def ways_in(proof: Proof) -> int:
    """How many solutions a finished proof has found: the answer where a number is asked."""
    return len(proof.answer.get("solutions", ())) + int(proof.answer.get("more", 0))


def hinted_way(puzzle: Puzzle, gate: Gate, hint_level: int) -> list[str]:
    """The solution of a page of another game than Clash of Decks, for a hint of a level: its game says of it what the
    hint tells. Empty where nothing was proved. Raises ``Sealed`` for a hint that was not asked for yet."""
    if not gate.is_open and hint_level > gate.hint_level:
        raise Sealed
    proven = puzzle.proof is not None and puzzle.proof.is_done
    ways: list[list[str]] = puzzle.proof.answer.get("ways", []) if proven and puzzle.proof is not None else []
    return ways[0] if ways else []


def afterword_of(puzzle: Puzzle, gate: Gate) -> str:
    """The author's words for afterwards, in the language of the moment. Raises ``Sealed``."""
    _opened(gate)
    return puzzle.epilogue


def can_hint(puzzle: Puzzle, attempt: Attempt | None = None) -> bool:
    """Whether there is anything to give hints from; says nothing about the solution. ``attempt`` is anybody's at the
    page, where one has been read already."""
    if puzzle.is_challenge:
        return False
    if puzzle.kind == Puzzle.Kind.FORETELL or _is_proven(puzzle):
        return True
    return bool(puzzle.intended and _solution(puzzle, attempt).ways)


def hint(puzzle: Puzzle, gate: Gate, hint_level: int, language: str) -> Hint:
    """A level of hints, with names in a language. Raises ``Sealed`` for one that was not asked for yet."""
    if not gate.is_open and hint_level > gate.hint_level:
        raise Sealed
    start = state_of(gate.attempt).start_in(language) if gate.attempt else read_start(puzzle.position, language)
    if puzzle.kind == Puzzle.Kind.FORETELL:
        return _foretold(puzzle, hint_level, start)
    if hint_level == THEME:
        return _theme(puzzle, start)
    first = next((action for action in map(read_written, _first_way(puzzle, start)) if action.kind >= PLAY_LINE), None)
    if first is None:
        return Hint(hint_level, nothing_to_play=True)
    seat = first.seat if first.seat >= 0 else start.begun.active
    if hint_level == WHERE:
        return Hint(hint_level, line=first.line, seat=seat)
    if hint_level == FIRST_CARD:
        return Hint(hint_level, line=first.line, seat=seat, place=first.place)
    return Hint(hint_level, line=first.line, seat=seat, place=first.place, action=str(first))


def _theme(puzzle: Puzzle, start: StartingPosition) -> Hint:
    abilities = _at_work(puzzle)
    if abilities:
        return Hint(THEME, abilities=abilities)
    at, kinds = start.begun.copy(), []
    for text in _first_way(puzzle, start):
        action = read_written(text)
        if at.active != start.begun.active:
            break
        if action.kind >= PLAY_LINE:
            kinds.append(at.card_at(action.place).is_creature)
        at.apply(action)
    return Hint(THEME, creatures=kinds.count(True), incantations=kinds.count(False))


def _foretold(puzzle: Puzzle, hint_level: int, start: StartingPosition) -> Hint:
    course = course_of(start.position)
    if hint_level == THEME:
        return Hint(hint_level, abilities=_at_work(puzzle) or course.acted)
    if course.first is None or (hint_level == FIRST_STEP and course.telling is None):
        return Hint(hint_level, nothing_to_play=True)
    if hint_level == FIRST_STEP:
        return Hint(hint_level, event=course.telling)
    row, _place, name = course.first
    return Hint(hint_level, line=row & 1, seat=row >> 1, card=name if hint_level == FIRST_CARD else "")


def _at_work(puzzle: Puzzle) -> tuple[str, ...]:
    slugs = PuzzleAbility.objects.filter(puzzle=puzzle, at_work=True).order_by("pk").values_list("slug", flat=True)
    return tuple(slugs)


def _is_proven(puzzle: Puzzle) -> bool:
    """Whether a proof has solutions of the page, which may be of other rules than those of now."""
    return puzzle.proof is not None and puzzle.proof.is_done and bool(puzzle.proof.answer.get("solutions"))


def _solution(puzzle: Puzzle, attempt: Attempt | None) -> Solution:
    """Of the proof; where there is none (yet), the line that the author has in mind."""
    proof = puzzle.proof
    if puzzle.kind == Puzzle.Kind.FORETELL:
        return Solution(ways=(("assault",),), orders=(1,), lines=1, complete=True, is_proven=True)
    start = state_of(attempt).start if attempt else read_start(puzzle.position)
    if proof is None or not _is_proven(puzzle):
        intended = _if_playable(start, puzzle.intended)
        return Solution(ways=(intended,) if intended else (), orders=(1,) if intended else ())
    return _of_proof(proof, start, [pin for pin in puzzle.pinned_tries if not pin.get("is_stale")])


def _first_way(puzzle: Puzzle, start: StartingPosition) -> tuple[str, ...]:
    """The first solution; empty where there is none."""
    if puzzle.proof is not None and _is_proven(puzzle):
        return _line(start, puzzle.proof.answer["solutions"][0])
    return _if_playable(start, puzzle.intended)


def _if_playable(start: StartingPosition, line: Sequence[str]) -> tuple[str, ...]:
    """The line; empty where it cannot be played to its end."""
    at = start.begun.copy()
    try:
        for text in line:
            at.apply(read_written(text))
    except EngineError:
        return ()
    return tuple(line)


def _of_proof(proof: Proof, start: StartingPosition, pinned: Sequence[dict[str, Any]]) -> Solution:
    """The secrets of a proof; the tries that the author has pinned come first."""
    answer = proof.answer
    lines = [pin["line"] for pin in pinned]
    others = [attempt for attempt in answer.get("tries", ()) if attempt["line"] not in lines]
    return Solution(
        ways=tuple(_line(start, way) for way in answer["solutions"]),
        orders=tuple(answer.get("orders", ())),
        lines=answer.get("lines", 0),
        complete=proof.complete,
        verdict=proof.verdict,
        tries=(*_tries(start, pinned, is_pinned=True), *_tries(start, others)),
        cook=_line(start, answer.get("cook", ())),
        more=answer.get("more", 0),
        is_proven=True,
    )


def _tries(
    start: StartingPosition, attempts: Sequence[dict[str, Any]], *, is_pinned: bool = False
) -> Iterator[Refuted]:
    for attempt in attempts:
        line = _line(start, attempt["line"])
        refutation = _line(start, attempt.get("refutation", ()), line)
        best = _line(start, attempt.get("best", ()), (*line, *refutation))
        why = in_language(attempt.get("why", ""), attempt.get("why_fr", ""))
        hand = {"hand": tuple(attempt.get("hand", ())), "fails": attempt.get("fails", 0)}
        yield Refuted(line, attempt.get("lacking"), refutation, best, why, is_pinned, **hand)


def _line(start: StartingPosition, steps: Sequence[Any], before: Sequence[str] = ()) -> tuple[str, ...]:
    """Actions as ``clash-position/1`` writes them, in text form, without the Mana phase that nobody chooses."""
    at = start.begun.copy()
    try:
        for text in before:
            at.apply(read_written(text))
        actions: list[str] = []
        for step in steps[1:] if steps[:1] == [MANA_PHASE] else steps:
            action = read_action(at, step)
            actions.append(str(action))
            at.apply(action)
    except EngineError:  # a proof of other rules: what can no longer be played is no solution
        return ()
    return tuple(actions)

"""Whether a draft is ready to be published, and whether a published page still holds: one list of conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from board.plays import tell_line
from board.services import site_cards
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.decks.solving.explaining import explain
from engine.decks.solving.result import COOKED, NONE, SEVERAL
from engine.kernel.errors import EngineError
from grimoire.goals import asks_ways
from grimoire.keys import proof_key
from grimoire.lines import read_start, read_written
from grimoire.models import ChampionshipPuzzle, ContestEntry, Proof, Puzzle
from grimoire.proving.searching import needs_no_play
from grimoire.twins import others_of
from web.refusals import RequestRefused

EXPLAIN_NODES: Final = 200_000
# Codes of what stands in the way; ``authoring.words`` has the sentences.
NO_TITLE: Final = "no-title"
NO_PROOF: Final = "no-proof"
BUSY: Final = "busy"
OUTDATED: Final = "outdated"
UNFINISHED: Final = "unproven"
NO_SOLUTION: Final = "none"
TRIVIAL: Final = "trivial"
NO_PLAY: Final = "no-play"
TOO_MANY: Final = "several"
IS_COOKED: Final = "cooked"
LINE_FAILS: Final = "line-fails"
OTHER_SOLUTION: Final = "changed"
TWIN_ALONE: Final = "twin-alone"
TWIN_NOT_READY: Final = "twin-not-ready"
TWINS_ALIKE: Final = "twins-alike"
ENTERED: Final = "entered"
IN_CHAMPIONSHIP: Final = "in-championship"
WITH_TWINS: Final = "with-twins"


@dataclass(frozen=True, slots=True)
class SolverVerdict:
    """The part of an answer of the solver that counts, from a proof or from a search of now."""

    complete: bool
    verdict: str
    has_difficulty: bool
    solutions: Sequence[Any]

    @classmethod
    def of(cls, proof: Proof) -> SolverVerdict:
        answer = proof.answer
        return cls(proof.complete, proof.verdict, bool(answer.get("difficulty")), answer.get("solutions", []))


def what_is_missing(puzzle: Puzzle) -> list[str]:
    """The codes of all that keeps a page from being published, with its twins; empty when it is ready."""
    if puzzle.twin_of is not None:
        missing = _missing_alone(puzzle)
        if not puzzle.twin_of.is_published:
            return [*missing, TWIN_ALONE]
        published = [twin for twin in others_of(puzzle.twin_of) if twin.is_published and twin.pk != puzzle.pk]
        if not missing and plays_of(puzzle) in [plays_of(other) for other in (puzzle.twin_of, *published)]:
            missing.append(TWINS_ALIKE)
        return missing
    missing, twins = _missing_alone(puzzle), others_of(puzzle)
    if any(map(_missing_alone, twins)):
        return [*missing, TWIN_NOT_READY]
    if not missing and twins:
        solutions = [plays_of(twin) for twin in (puzzle, *twins)]
        if any(plays in solutions[:number] for number, plays in enumerate(solutions)):
            missing.append(TWINS_ALIKE)
    return missing


def what_keeps_from_challenge(puzzle: Puzzle) -> list[str]:
    """The codes of all that keeps a draft from being published as an open challenge: it is one where the solver's time
    was not enough, and that alone is missing of a page."""
    if puzzle.twin_of is not None or others_of(puzzle):
        return [WITH_TWINS]
    missing = what_is_missing(puzzle)
    return [] if missing == [UNFINISHED] and not asks_ways(puzzle.position) else missing or [UNFINISHED]


def is_entered(puzzle: Puzzle) -> bool:
    """Whether it is in a contest whose award is not known yet, or in a championship that is not over: it stays as it
    is, and nobody else's to see."""
    return bool(_sealed_by(puzzle))


def is_frozen(puzzle: Puzzle) -> bool:
    """Whether its words stay as they are too, and it is not deleted: the contest has closed, or it is in a championship
    that is not over."""
    closed = {"contest__awarded_at__isnull": True, "contest__closes_at__lte": timezone.now()}
    return ContestEntry.objects.filter(puzzle=puzzle, **closed).exists() or _sealed_by(puzzle) == IN_CHAMPIONSHIP


class Frozen(RequestRefused):
    """What is entered in a contest or set in a championship stays as it is."""

    def __init__(self) -> None:
        super().__init__(409, "fixed", "this puzzle is in a contest or championship and stays as it is")


def _sealed_by(puzzle: Puzzle) -> str:
    """The code of what keeps a draft as it is for now."""
    if ContestEntry.objects.filter(puzzle=puzzle, contest__awarded_at__isnull=True).exists():
        return ENTERED
    page = ChampionshipPuzzle.objects.filter(puzzle=puzzle).select_related("championship").first()
    return "" if page is None or page.championship.is_over(timezone.now()) else IN_CHAMPIONSHIP


def _missing_alone(puzzle: Puzzle) -> list[str]:
    missing = [] if puzzle.title.strip() else [NO_TITLE]
    if sealed := _sealed_by(puzzle):
        missing.append(sealed)
    proof = puzzle.proof
    if proof is None:
        return [*missing, NO_PROOF]
    if not proof.is_settled:
        return [*missing, BUSY]
    if not proof.is_done:
        return [*missing, NO_PROOF]
    position = read_position(puzzle.position, site_cards())
    if proof.key != proof_key(position):
        return [*missing, OUTDATED]
    wrong = what_is_wrong(puzzle, position, SolverVerdict.of(proof))
    return [*missing, wrong] if wrong else missing


def plays_of(puzzle: Puzzle) -> list[list[str]]:
    """The plays of the solutions that a proof has found, in words and with their lines, in whatever order."""
    answer = puzzle.proof.answer if puzzle.proof is not None and puzzle.proof.is_done else {}
    begun = read_start(puzzle.position).begun
    solutions = []
    for written in answer.get("solutions", ()):
        at, line = begun.copy(), []
        for data in written[1:] if written[:1] == [{"do": "mana"}] else written:
            action = read_action(at, data)
            at.apply(action)
            line.append(str(action))
        plays = [sentence for sentence in tell_line(begun, line) if sentence.is_play]
        solutions.append(sorted(f"{play.text}, {read_written(play.action).line}" for play in plays))
    return sorted(solutions)


def what_is_wrong(puzzle: Puzzle, position: Position, judged: SolverVerdict) -> str:
    """The code of why an answer is not good enough for a page; empty when it is.

    ``puzzle`` may be unsaved: only what its author wants (``allows_several``, ``intended``) counts.
    """
    if not judged.complete:
        return UNFINISHED
    if judged.verdict == NONE:
        return NO_SOLUTION
    if not judged.has_difficulty:
        return TRIVIAL
    if needs_no_play(position, judged.solutions):
        return NO_PLAY
    if judged.verdict == SEVERAL and not puzzle.allows_several:
        return TOO_MANY
    if judged.verdict == COOKED and not puzzle.allows_several:
        return IS_COOKED
    if puzzle.intended and not reaches(position, puzzle.intended):
        return LINE_FAILS
    return ""


def reaches(position: Position, line: Sequence[str]) -> bool:
    """Whether a line of the first turn, in text form, is found to reach or force the objective."""
    try:
        explanation = explain(position, [parse_action(text) for text in line], budget=Budget(nodes=EXPLAIN_NODES))
    except (EngineError, ValueError):
        return False
    return explanation.reaches is True

"""Keeping what readers find on open challenges: each solution once, for whoever played it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.db import transaction

from accounts.locks import lock_row
from engine.decks.rules.actions import ASSAULT, END_TURN, PLAY_LINE
from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.decks.solving.explaining import explain
from engine.decks.solving.hidden import is_hidden
from engine.kernel.errors import EngineError
from grimoire.lines import opening_of, read_written, stored_position
from grimoire.models import Attempt, ChallengeFind, Puzzle

CHECK_NODES: Final = 500_000  # positions, to see whether the first turn of a line of several forces the goal
MAX_FINDS: Final = 50  # of one challenge


def keep_find(attempt: Attempt) -> ChallengeFind | None:
    """Keeps the answer of an attempt that was just judged right, if its page is an open challenge of somebody else's,
    and its solution new. Of several turns the first one has to force the goal: a line that was only lucky is none."""
    puzzle = attempt.puzzle
    if puzzle.challenge != Puzzle.Challenge.OPEN or puzzle.is_owned_by(attempt.owner):
        return None
    position = stored_position(puzzle.position)
    first = first_turn(attempt.line)
    holds = forces(position, first) if puzzle.is_long else True
    if holds is False:
        return None
    return _keep(attempt, plays_of(position, first), bool(holds and attempt.answer.get("proven")))


@transaction.atomic
def _keep(attempt: Attempt, plays: list[str], is_proven: bool) -> ChallengeFind | None:
    lock_row(Puzzle, attempt.puzzle_id)
    puzzle = Puzzle.objects.get(pk=attempt.puzzle_id)
    known = list(puzzle.finds.values_list("plays", flat=True))
    if puzzle.challenge != Puzzle.Challenge.OPEN or len(known) >= MAX_FINDS:
        return None
    if any(is_same(plays, others) for others in known):
        return None
    is_cook = bool(known)
    if puzzle.intended:
        is_cook = not is_same(plays, plays_of(stored_position(puzzle.position), first_turn(puzzle.intended)))
    find: ChallengeFind = ChallengeFind.objects.create(
        owner=attempt.owner, puzzle=puzzle, line=attempt.line, plays=plays, is_cook=is_cook, is_proven=is_proven
    )
    return find


def forces(position: Position, first: Sequence[str]) -> bool | None:
    """Whether a first turn reaches the goal or forces it, whatever the enemies do; None where that was not found out.

    Against a hidden hand the verdict has looked at all of them already.
    """
    if is_hidden(position):
        return True
    try:
        return explain(position, [read_written(text) for text in first], budget=Budget(nodes=CHECK_NODES)).reaches
    except EngineError:
        return None


def first_turn(line: Sequence[str]) -> list[str]:
    line = list(line)
    return line[: line.index(str(END_TURN)) + 1] if str(END_TURN) in line else line


def plays_of(position: Position, first: Sequence[str]) -> list[str]:
    """The plays of a turn, each as its card and where it is played, in whatever order they came."""
    at = position.copy()
    for action in opening_of(at):
        at.apply(action)
    plays = []
    for action in map(read_written, first):
        if action in (ASSAULT, END_TURN):
            break
        if action.kind >= PLAY_LINE:
            plays.append(f"{action.kind} {action.seat} {action.line} {at.card_at(action.place).key}")
        at.apply(action)
    return sorted(plays)


def is_same(plays: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two turns are one solution: needless plays beside those of the other do not make another."""
    one, other = Counter(plays), Counter(others)
    return one <= other or other <= one

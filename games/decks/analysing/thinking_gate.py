"""Who may see what was thought of a position: nobody who plays it (``fair_play``), nor who has still to solve it.

A report shows lines, as a proof does: where one of them gives away the solution of somebody else's puzzle, that puzzle
has to be solved or given up first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from accounts.models import Owner
from board.naming import written_out
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from games.decks.analysing.reports import Line, Report
from grimoire.gate import sealing_puzzles
from grimoire.keys import position_key
from grimoire.models import Proof, Puzzle
from grimoire.nearness import begun_turn

Shown = tuple[Position, list[list[str]]]  # a position with lines that are shown of it


def sealing_puzzle(owner: Owner | None, start: Position, actions: Sequence[str], report: Report) -> Puzzle | None:
    """The puzzle that an owner has to solve first: one with the position after these actions or that in which its turn
    began, or one that a report on it gives away, with what was played before in that turn."""
    position = after(start, actions)
    begun, plays = begun_turn(start, actions)
    turn = [[*plays, *report["before"], *line["actions"]] for line in report["lines"] if "position" not in line]
    shown: list[Shown] = [(position, []), (begun, turn), *_shown(position, report)]
    proofs = [(position_key(start), _as_proof(start, lines)) for start, lines in shown]
    return next((puzzle for puzzle in sealing_puzzles(proofs, owner) if puzzle is not None), None)


def _as_proof(position: Position, lines: Sequence[Sequence[str]]) -> Proof:
    answer: dict[str, Any] = {"solutions": lines}
    return Proof(position=written_out(write_position(position)), answer=answer, state=Proof.State.DONE)


def _shown(start: Position, report: Report) -> Iterator[Shown]:
    position = after(start, report["before"])
    for line in report["lines"]:
        yield start_of(line, position), [line["actions"]]
        if answer := line.get("answer"):
            yield start_of(answer, after(position, line["actions"])), [answer["actions"]]
    threat = report["threat"]
    if threat is not None and threat["line"] is not None:
        yield start_of(threat["line"], after(position, threat["before"])), [threat["line"]["actions"]]


def start_of(line: Line, position: Position) -> Position:
    """The position that a line is played in, where that is ``position`` unless hidden cards were dealt for it."""
    return read_position(line["position"]) if "position" in line else position


def after(start: Position, actions: Sequence[str]) -> Position:
    """The position after actions, as far as they can be done."""
    copy = start.copy()
    try:
        for action in actions:
            copy.apply(parse_action(action))
    except EngineError:
        pass  # over, or hidden cards lie in another way than was thought
    return copy

"""The context of the frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from board.traces import Row
from board.walkthrough import Moment, show
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from grimoire.community.embedding import path_in, position_in, title_in
from grimoire.framing.line import FramedLine
from grimoire.goals import goal_text
from grimoire.models import Puzzle


def embed_context(
    puzzle: Puzzle, language: str, theme: str, origin: str, line: FramedLine | None = None
) -> dict[str, Any]:
    """The context of the frame. ``theme`` is ``light``, ``dark`` or anything else for what the reader's system says;
    ``line`` is what was played in it, None where it cannot be solved there."""
    position = position_in(puzzle, language)
    board = position if line is None else line.end
    return {
        "puzzle": puzzle,
        "title": title_in(puzzle, language),
        "goal": goal_text(puzzle.position, language),
        "moment": _from_the_solver(show(board, (), language).moments[0], position),
        "theme": read_theme(theme),
        "language": language,
        "address": origin + path_in("grimoire:puzzle", puzzle, language),
        "line": line,
        "steps": _steps(position, line, language),
    }


def read_theme(theme: str) -> str:
    """A theme that was asked for; empty for the reader's own."""
    return theme if theme in ("light", "dark") else ""


def _steps(position: Position, line: FramedLine | None, language: str) -> list[Row]:
    """What happened, step by step, once a line is judged."""
    if line is None or line.judgement is None:
        return []
    return [moment.row for moment in show(position, line.actions, language).moments if moment.row is not None]


def _from_the_solver(moment: Moment, position: Position) -> Moment:
    """The board with whoever is to reach the objective sitting below, as on the page on which it is solved."""
    objective = position.objective
    seat = SEAT_NAMES.index(objective["player"]) if objective else position.active
    return replace(moment, above=moment.below, below=moment.above) if seat % 2 else moment

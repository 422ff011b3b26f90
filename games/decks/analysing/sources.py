"""Where analyses come from: a position with actions, a game that is over, a puzzle. What they make is not kept yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from engine.decks.game.game import DecksGame
from engine.decks.rules.position import Position
from games.decks.analysing.models import MAX_TITLE, Analysis
from games.decks.analysing.tree import ROOT, Tree
from games.decks.analysing.walking import add_line, imported, read_start, settle, write_start
from grimoire.gate import Gate
from grimoire.lines import read_start as read_puzzle
from grimoire.models import Puzzle
from grimoire.solving.judging import played_out
from grimoire.solving.review import MAX_PLAYED_OUT
from grimoire.solving.secrecy import solution_of

MAX_WAYS: Final = 12  # solutions of a puzzle that are branches
MAX_TRIES: Final = 12


def new_analysis(position: Position, tree: Tree, title: str = "", seat: str = "") -> Analysis:
    """An analysis that is not kept yet."""
    return Analysis(
        token="",
        title=title[:MAX_TITLE],
        start=write_start(position),
        nodes=tree.write(),
        last_node=tree.last,
        seat=seat,
    )


def of_line(
    position: Position, actions: Sequence[str], title: str = "", done: int | None = None
) -> tuple[Analysis, int]:
    """A position and what was done in it, as far as that is possible; the node after so many of the actions."""
    tree = Tree()
    end = _add(tree, position, actions)
    number = end if done is None else _add(Tree(), position, actions[:done])  # which counts the same nodes
    return new_analysis(position, tree, title), number


def of_game(engine: DecksGame, moment: int, title: str) -> tuple[Analysis, int]:
    """A game as the main line, and the node of the moment after so many actions of the play."""
    position, actions, done = imported(engine, moment)
    return of_line(position, actions, title, done)


def of_puzzle(puzzle: Puzzle, gate: Gate) -> tuple[Analysis, int]:
    """A puzzle with all solutions that were kept and its near misses, which its gate must be open for."""
    position = read_start({"position": puzzle.position})
    tree = Tree()
    if gate.is_open:
        solution = solution_of(puzzle, gate)
        begun = read_puzzle(puzzle.position)
        for number, way in enumerate(solution.ways[:MAX_WAYS], start=1):
            is_told = solution.is_proven and puzzle.kind == Puzzle.Kind.FIND
            is_told = is_told and (number <= MAX_PLAYED_OUT or not puzzle.is_long)
            line = played_out(begun, way) if is_told else way
            name = _("Solution") if len(solution.ways) == 1 else _("Solution %(number)d") % {"number": number}
            _name(tree, _add(tree, position, line), name)
        for refuted in solution.tries[:MAX_TRIES]:
            line = (*refuted.line, *refuted.refutation, *refuted.best)
            _name(tree, _add(tree, position, line), _("Near miss"))
    return new_analysis(position, tree, puzzle.heading), ROOT


def _add(tree: Tree, start: Position, actions: Iterable[str]) -> int:
    """Adds a line from the beginning; its last node."""
    position = start.copy()
    settle(position)
    return add_line(tree, ROOT, position, actions).number


def _name(tree: Tree, number: int, name: str) -> None:
    if number != ROOT and not tree[number].name:
        tree[number].name = name

"""What a game is to the Grimoire: positions of it as puzzles.

A ``puzzle`` is a ``grimoire.models.Puzzle``, an ``attempt`` a ``grimoire.models.Attempt``: this room sees neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from re import Pattern
from typing import Any, Protocol

from django.utils.safestring import SafeString

from engine.kernel.errors import IllegalAction


class PuzzlePaper(Protocol):
    """The puzzles of a game on paper.

    ``template`` draws what ``board`` gives, ``how`` tells how to read it, ``saver`` are rules of a style that spare
    ink, ``folders`` those whose files the drawing depends on. A board is drawn in the largest of its ``sizes`` with
    which the page is one; ``width`` is that of the page within its margins, in points.
    """

    template: str
    how: str
    saver: str
    folders: Sequence[Path]

    def board(self, puzzle: Any, language: str) -> Any: ...

    def sizes(self, board: Any, width: float) -> Sequence[float]: ...

    def style(self, board: Any, size: float, width: float) -> str: ...

    def solution(self, puzzle: Any, gate: Any, language: str) -> dict[str, Any]:
        """What ``grimoire/booklets/solutions.html`` tells of a solution whose gate is open: ``ways``, each with its
        ``plays`` and ``steps``, ``tries`` with why they fail, and ``count`` where that is asked."""
        ...


class PlayedLines(Protocol):
    """Lines of actions in comments on puzzles: ``pattern`` finds what looks like one, ``example`` shows readers how to
    write it."""

    pattern: Pattern[str]
    example: str

    def walker(self, puzzle: Any, language: str) -> Callable[[str], str]:
        """What gives the address at which a line is walked from the puzzle's start; empty for one that cannot be
        played. It is for readers to whom the solution is open."""
        ...


class PuzzleGame(Protocol):
    """The puzzles of a game.

    ``rules_version`` is that of the rules that proofs are made by. ``filters`` are those fields of a search
    (``grimoire.browsing.puzzle_query``) that say something of its puzzles and not of every game's. ``paper`` draws them
    in booklets, ``lines`` are those that comments may speak of. ``template`` is the page on which they are solved,
    ``fragment`` the part of it that changes, ``anchor`` where the board begins. With ``is_strict``, taking something
    back ends the first try, as at a table, and there is no taking back in storms; ``play`` is then what ends an answer.
    ``run_template`` is the page of a storm, streak or race, with a ``fragment`` of the same name. ``books`` is the
    folder of its books (``grimoire.book_files``), where it has one of its own.
    """

    rules_version: int
    filters: Collection[str]
    paper: PuzzlePaper
    lines: PlayedLines
    template: str
    fragment: str
    anchor: str
    is_strict: bool
    run_template: str
    books: Path | None

    def proof_key(self, position: Mapping[str, Any]) -> str:
        """The key of a position's proof: another one under other rules."""
        ...

    def engine_version(self) -> str:
        """Which engine proofs are made with, for whoever reads them later."""
        ...

    def derive(self, puzzle: Any) -> Any:
        """Works out and saves what lists and searches need of a puzzle with its proof; returns it."""
        ...

    def themes(self, puzzle: Any, language: str) -> list[tuple[str, str]]:
        """What solvers can say that a puzzle is about: slugs and names, of what its position shows alone."""
        ...

    def mini(self, puzzle: Any) -> SafeString: ...

    def goal(self, puzzle: Any, language: str) -> str:
        """The objective as a sentence."""
        ...

    def goal_short(self, puzzle: Any, language: str) -> str: ...

    # Solving

    def can_be_played(self, attempt: Any) -> bool: ...

    def play(self, attempt: Any, action: str) -> tuple[Sequence[str], Mapping[str, Any] | None]:
        """The line with one action more, and the verdict where that ends it. Raises ``IllegalAction``."""
        ...

    def can_take_back(self, attempt: Any, line: Sequence[str]) -> bool:
        """Whether the last action of a line that a solver saw may be taken back."""
        ...

    def line_before(self, attempt: Any) -> Sequence[str]:
        """The line without its last action; from a judged answer back to what was laid out for it."""
        ...

    def refusal(self, error: IllegalAction, language: str) -> str:
        """Why an action was refused, in a sentence."""
        ...

    def context(self, gate: Any, query: Any, problem: str, request: Any) -> dict[str, Any]:
        """What ``template`` asks for: of a ``grimoire.gate.Gate`` and a ``grimoire.solving.review.ReplayRequest``."""
        ...

    def run_context(self, gate: Any, problem: str, language: str) -> dict[str, Any]:
        """What ``run_template`` asks for of the puzzle of the moment, beside the run itself."""
        ...

    def page_context(self, gate: Any, request: Any) -> dict[str, Any]:
        """What it asks for further, outside of ``fragment``."""
        ...

"""Puzzles of Clash of Decks on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from board import plays
from board.paper.boards import SMALL, PaperBoard, board_of
from grimoire.booklets.booklet import SMALLEST, way_in_words
from grimoire.gate import Gate
from grimoire.goals import asks_ways
from grimoire.lines import read_start, stored_position
from grimoire.models import Puzzle
from grimoire.solving.secrecy import solution_of
from grimoire.solving.variation_text import plays_in_words

SIZES: Final = (14.0, 13.0, 12.0, 11.2, 10.4, 9.7, 9.0, 8.4, 7.8, 7.2, 6.7, 6.2, 5.7, 5.3, 5.0)  # of a board, points
# What is written on boards, in shares of their letters as board.css has them.
_WRITTEN: Final = {
    ".place-name": 0.68, ".line-name": 0.68, ".who": 0.8, ".chip .name": 0.74, ".chip .cost": 0.72,
    ".chip .values": 0.78, ".chip .holds": 0.6, ".chip.bastion .name": 0.8, ".chip.fort .name": 0.8,
}  # fmt: skip
_SAVER: Final = """
.board, .chip, .chip.incantation { background: #fff; }
.cost, .av, .hp, .hp.hurt, .bastion, .fort { background: #fff; color: #2a2118; border: .08em solid #2a2118; }
.bastion .name, .fort .name { color: #2a2118; }
.mark { background: #fff; }
.mark.aura { background: none; }
"""


class DecksPaper:
    """See ``contract.puzzles.PuzzlePaper``."""

    template: str = "board/paper/_board.html"
    how: str = "grimoire/booklets/_how.html"
    folders: Sequence[Path] = ()  # boards on paper are always looked at
    saver: str = _SAVER

    def board(self, puzzle: Puzzle, language: str) -> PaperBoard:
        return board_of(stored_position(puzzle.position), language)

    def sizes(self, board: PaperBoard, width: float) -> Sequence[float]:
        return board.sizes(SIZES, width)

    def style(self, board: PaperBoard, size: float, width: float) -> str:
        return f"{board.style(size, width)}\n.board {{ font-size: {size}pt; }}\n{_legible(size)}"

    def solution(self, puzzle: Puzzle, gate: Gate, language: str) -> dict[str, Any]:
        solution = solution_of(puzzle, gate)
        begun = read_start(puzzle.position, language).begun
        return {
            "count": solution.count if solution.complete and asks_ways(puzzle.position) else None,
            "ways": [way_in_words(puzzle, way, language, solution.is_proven) for way in solution.ways],
            "tries": [
                (plays_in_words(plays.tell_line(begun, refuted.line)), refuted.why)
                for refuted in solution.tries
                if refuted.why
            ],
        }


def _legible(size: float) -> str:
    """Nothing on a board with letters of this size, in points, is smaller than it can be read."""
    rules = []
    for where, share in _WRITTEN.items():
        for small in (1.0, SMALL) if where.startswith(".chip") else (1.0,):
            if size * share * small < SMALLEST:
                within = (".board.four", ".board .full") if small < 1 else (".board",)
                rules += [f"{selector} {where} {{ font-size: {SMALLEST}pt }}" for selector in within]
    return "\n".join(rules)

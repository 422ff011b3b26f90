"""Lines of a proof in words: each action as somebody would say it, and where the board shows what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from board.links import board_address
from board.plays import tell
from engine.decks.formats.interchange import read_action
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.goals import hand_text, lack_text


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a line: ``seat`` is the letter of who does it, ``text`` what, ``href`` the board afterwards."""

    seat: str
    text: str
    action: str
    href: str


@dataclass(frozen=True, slots=True)
class ToldTry:
    """A line that fails: what it lacks in words, the enemy's turn that refutes it, and the best that is left then."""

    line: tuple[Move, ...]
    lacks: str
    refutation: tuple[Move, ...]
    best: tuple[Move, ...]


class Teller:
    """Tells the lines of one position, which has the names of the reader's language (``naming.in_language``)."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def line(self, steps: Sequence[Any], before: Sequence[Any] = ()) -> tuple[Move, ...]:
        """A line of actions as ``clash-position/1`` writes them, after others; as far as it can be played."""
        at = self.position.copy()
        actions: list[str] = []
        try:
            for step in before:
                action = read_action(at, step)
                at.apply(action)
                actions.append(str(action))
            return tuple(self._moves(at, steps, actions))
        except EngineError:  # of other rules than those of now
            return ()

    def _moves(self, at: Position, steps: Sequence[Any], actions: list[str]) -> Iterator[Move]:
        for step in steps:
            try:
                action = read_action(at, step)
            except EngineError:
                return
            move = tell(at, action)
            at.apply(action)
            actions.append(str(action))
            yield Move(move.seat, move.text, str(action), board_address(self.position, actions))

    def failed(self, attempt: dict[str, Any]) -> ToldTry:
        """A try of a proof."""
        line, refutation = attempt["line"], attempt.get("refutation", [])
        lacks = lack_text(attempt["lacking"]) if attempt.get("lacking") else ""
        if "hand" in attempt and self.position.objective is not None:
            lacks = hand_text(self.position.objective, attempt)
        return ToldTry(
            self.line(line),
            lacks,
            self.line(refutation, line),
            self.line(attempt.get("best", []), [*line, *refutation]),
        )

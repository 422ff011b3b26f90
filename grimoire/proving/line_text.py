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
from grimoire.goals import lack_text


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

    def line(self, written: Sequence[Any], before: Sequence[Any] = ()) -> tuple[Move, ...]:
        """A line of actions as ``clash-position/1`` writes them, after others; as far as it can be played."""
        at = self.position.copy()
        done: list[str] = []
        try:
            for one in before:
                action = read_action(at, one)
                at.apply(action)
                done.append(str(action))
            return tuple(self._moves(at, written, done))
        except EngineError:  # of other rules than those of now
            return ()

    def _moves(self, at: Position, written: Sequence[Any], done: list[str]) -> Iterator[Move]:
        for one in written:
            try:
                action = read_action(at, one)
            except EngineError:
                return
            told = tell(at, action)
            at.apply(action)
            done.append(str(action))
            yield Move(told.seat, told.text, str(action), board_address(self.position, done))

    def failed(self, one: dict[str, Any]) -> ToldTry:
        """A try of a proof."""
        line, refutation = one["line"], one.get("refutation", [])
        return ToldTry(
            self.line(line),
            lack_text(one["lacking"]) if one.get("lacking") else "",
            self.line(refutation, line),
            self.line(one.get("best", []), [*line, *refutation]),
        )

"""The one interface that the web, bots, the solver and the tests use."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.decks.rules import legality, resolution
from engine.decks.rules.board import OVER, Board

if TYPE_CHECKING:
    from engine.decks.rules.actions import Action
    from engine.decks.rules.tally import Tally
    from engine.decks.rules.trace.recorder import Trace


def _notation() -> Any:
    """The notation's module. It stands above the rules, which need it only to show a position to a person."""
    return importlib.import_module("engine.decks.formats.notation")


class Position(Board):
    """A position with its rules: what may be done, and doing it.

    ``copy``, ``key`` and ``result`` come from ``Board``. ``repr(position)`` is an expression that makes an equal one.
    """

    __slots__ = ()

    @classmethod
    def from_notation(
        cls,
        text: str,
        catalogue: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        seed: int | None = None,
        turn_limit: int | None = None,
    ) -> Position:
        """The position that a line of notation stands for (``formats.notation`` describes it).

        ``catalogue`` gives the cards behind references, written out; ``seed`` and ``turn_limit``, for which notation
        has no room, are a game's (see ``Board``). Raises ``NotationError`` for what cannot be read, ``BadPosition``
        with every fault of a position that can be read and is none.
        """
        position: Position = _notation().parse(text, catalogue)
        position.seed = seed
        position.turn_limit = turn_limit
        return position

    def __repr__(self) -> str:
        """``Position.from_notation(...)`` with all that it takes: its line, cards behind references, a game's terms."""
        notation = _notation()
        arguments = [repr(notation.write(self))]
        references = notation.references(self)
        if references:
            arguments.append(repr(references))
        if self.seed is not None:
            arguments.append(f"seed={self.seed}")
        if self.turn_limit is not None:
            arguments.append(f"turn_limit={self.turn_limit}")
        return f"Position.from_notation({', '.join(arguments)})"

    def __eq__(self, other: object) -> bool:
        """Whether both are written alike, objective and all. Searches compare keys, which is much faster."""
        return self is other or (isinstance(other, Position) and repr(self) == repr(other))

    def __hash__(self) -> int:
        raise TypeError("positions change; hash their key()")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (``result`` says how)."""
        return self.phase == OVER

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order of the contract: empty when the game is over."""
        return legality.legal_actions(self)

    def apply(self, action: Action, trace: Trace | None = None) -> None:
        """Carries out a legal action; ``end-turn`` straight from ``summoning`` is accepted too.

        Raises ``IllegalAction`` with the contract's code; the position is then as it was.
        """
        legality.check(self, action)
        resolution.perform(self, action, trace)

    def push(self, action: Action, trace: Trace | None = None, tally: Tally | None = None) -> None:
        """Carries out an action that ``legal_actions`` has just given, without checking it again."""
        resolution.perform(self, action, trace, tally)

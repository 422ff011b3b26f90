"""The one interface that the web, bots, the solver and the tests use."""

from __future__ import annotations

from engine.decks.rules import legality, resolution
from engine.decks.rules.actions import Action
from engine.decks.rules.board import OVER, PHASE_NAMES, Board
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.tally import Tally
from engine.decks.rules.trace.recorder import Trace


class Position(Board):
    """A position with its rules: what may be done, and doing it.

    ``key`` and ``result`` come from ``Board``; ``formats.notation`` reads and writes a position as a line.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        turn = f"{SEAT_NAMES[self.active]} {PHASE_NAMES[self.phase]} m{self.mana} t{self.seats[self.active].turn}"
        return f"<Position {self.mode.name} {self.edition} {turn}>"

    def __eq__(self, other: object) -> bool:
        """Whether both are alike, objective and a game's terms too. Searches compare keys, which is faster."""
        return self is other or (
            isinstance(other, Position)
            and self.key() == other.key()
            and (self.objective, self.seed, self.turn_limit) == (other.objective, other.seed, other.turn_limit)
        )

    def __hash__(self) -> int:
        raise TypeError("positions change; hash their key()")

    def copy(self) -> Position:
        """An independent copy; cards are shared."""
        copy = Position(
            self.mode,
            self.edition,
            [seat.copy() for seat in self.seats],
            [[creature.copy() for creature in row] if row else [] for row in self.rows],
        )
        self._take_over(copy)
        return copy

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

"""A state of the game as plain data, with hand-written ``copy`` and ``key``."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.schools.rules.components import ELEMENTS

AT_ACTIONS: Final = "actions"
AT_DISCARD: Final = "discard"  # the other seat has to discard half its hand (M7.6)
AT_OVER: Final = "over"
PHASES: Final = (AT_ACTIONS, AT_DISCARD, AT_OVER)

_ARENAS: Final = range(len(ELEMENTS))


class SchoolsResult(NamedTuple):
    """How a game ended: the seat that won (None: a draw), why (M9.10), and the totals by seat (M9.12)."""

    winner: int | None
    reason: str
    totals: tuple[int, int]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none in a draw."""
        return () if self.winner is None else (self.winner,)


class SchoolSide:
    """All that belongs to one seat.

    ``hand`` counts cards by Element; ``emblem`` is the Arena of the Emblem, None on the blazon; ``column`` holds the
    announced Trials, the last is available; ``students`` and ``trials`` are columns and stacks by Arena, bottom first.
    """

    __slots__ = ("column", "emblem", "hand", "students", "trials")

    def __init__(self) -> None:
        self.hand = [0] * len(ELEMENTS)
        self.emblem: int | None = None
        self.column: list[int] = []
        self.students: list[list[int]] = [[] for _ in _ARENAS]
        self.trials: list[list[int]] = [[] for _ in _ARENAS]

    @property
    def hand_size(self) -> int:
        return sum(self.hand)

    @property
    def total(self) -> int:
        """The points: the levels of the visible passed Trials (M9.1)."""
        return sum([stack[-1] for stack in self.trials if stack])

    def level(self, arena: int) -> int:
        """The level in an Arena: that of the top Trial, 0 without one."""
        stack = self.trials[arena]
        return stack[-1] if stack else 0

    def copy(self) -> SchoolSide:
        """An independent copy."""
        copy = SchoolSide.__new__(SchoolSide)
        copy.hand = self.hand[:]
        copy.emblem = self.emblem
        copy.column = self.column[:]
        copy.students = [column[:] for column in self.students]
        copy.trials = [stack[:] for stack in self.trials]
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for equal sides."""
        return (
            tuple(self.hand),
            self.emblem,
            tuple(self.column),
            tuple([tuple(column) for column in self.students]),
            tuple([tuple(stack) for stack in self.trials]),
        )


class SchoolsState:
    """A state (contract, part 1). ``deck`` and ``trials`` have the card drawn first first; ``discard`` counts cards."""

    __slots__ = (
        *("deck", "discard", "known", "overtime", "phase", "result"),
        *("seed", "shuffles", "sides", "summoned", "trials", "turn"),
    )

    def __init__(self, seed: str = "0") -> None:
        self.seed = seed
        self.shuffles = 1
        self.turn = 1
        self.phase = AT_ACTIONS
        self.overtime = False
        self.summoned = False
        self.deck: list[int] = []
        self.discard = [0] * len(ELEMENTS)
        self.trials: list[int] = []
        self.known = 0
        self.sides = (SchoolSide(), SchoolSide())
        self.result: SchoolsResult | None = None

    @property
    def active(self) -> int:
        """The seat whose turn it is: the odd turns are Dragombre's (M3.1)."""
        return (self.turn - 1) % 2

    @property
    def own(self) -> SchoolSide:
        return self.sides[(self.turn - 1) % 2]

    @property
    def foe(self) -> SchoolSide:
        """The side of the other seat."""
        return self.sides[self.turn % 2]

    @property
    def to_act(self) -> int | None:
        """The seat that is to act, None when the game is over."""
        if self.phase == AT_ACTIONS:
            return self.active
        return 1 - self.active if self.phase == AT_DISCARD else None

    @property
    def is_over(self) -> bool:
        return self.phase == AT_OVER

    @property
    def totals(self) -> tuple[int, int]:
        """The points by seat (M9.1)."""
        return self.sides[0].total, self.sides[1].total

    def copy(self) -> SchoolsState:
        """An independent copy."""
        copy = SchoolsState.__new__(SchoolsState)
        copy.seed = self.seed
        copy.shuffles = self.shuffles
        copy.turn = self.turn
        copy.phase = self.phase
        copy.overtime = self.overtime
        copy.summoned = self.summoned
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.trials = self.trials[:]
        copy.known = self.known
        copy.sides = (self.sides[0].copy(), self.sides[1].copy())
        copy.result = self.result
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for states equal in all that matters for the future. Hashable."""
        return (
            *(self.seed, self.shuffles, self.turn, self.phase, self.overtime, self.summoned),
            tuple(self.deck),
            tuple(self.discard),
            tuple(self.trials),
            self.known,
            self.sides[0].key(),
            self.sides[1].key(),
            self.result,
        )

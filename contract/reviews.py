"""How the turns of a finished game are judged, by what their players knew then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, Protocol, TypedDict

from contract.state import GameState, PlayedAction

Shares = Mapping[str, float]


class PlayedTurn(Protocol):
    """A turn that was played, or a decision where each is judged by itself: ``number`` counts all from 1, ``letter`` is
    the name of its seat."""

    @property
    def number(self) -> int: ...

    @property
    def letter(self) -> str: ...


class JudgedTurn(TypedDict):
    """The judgement on a turn, as JSON.

    ``turn`` is its number, ``seat`` its seat. ``missed`` is a line that wins for sure, or null. ``plan`` is a plan that
    is better than what was played, or null; ``best`` and ``played`` are the outlooks of both, from 0 to 1.
    """

    turn: int
    seat: str
    missed: list[str] | None
    plan: list[str] | None
    best: float | None
    played: float | None


class ShownTurn(TypedDict):
    """A turn in words, and where it is seen. What a game does not have is missing.

    ``played`` is what was done, ``instead`` another line, sentence by sentence; ``mini`` a small picture of the
    beginning. ``analysis``, ``instead_href`` and ``as_puzzle`` are addresses, ``puzzle`` a position for an author.
    """

    title: str
    played: Sequence[str]
    instead: Sequence[str]
    played_href: str
    mini: NotRequired[str]
    analysis: NotRequired[str]
    instead_href: NotRequired[str]
    puzzle: NotRequired[str]
    as_puzzle: NotRequired[str]


class GameReviewer(Protocol):
    """How a game has its finished games reviewed; turns are given back to it as ``turns`` gave them."""

    def has_turns(self, state: GameState) -> bool:
        """Whether anything was played; it costs nothing."""
        ...

    def is_judged(self, done: PlayedAction) -> bool:
        """Whether an action belongs to a turn, and not to what comes before the play."""
        ...

    def turns(self, state: GameState) -> Sequence[Any]:
        """The turns of a game in order, each a ``PlayedTurn``."""
        ...

    def version(self, state: GameState, turn: Any) -> int:
        """The version of the first action of a turn."""
        ...

    def judge(self, turn: Any) -> JudgedTurn:
        """Looks at a turn of a person's seat, for a second or so."""
        ...

    def outlooks(self, turn: Any) -> Shares | None:
        """About how likely each seat is to win when a turn begins, of those of which it can be said.

        None where the curve has no point there.
        """
        ...

    def label(self, turn: Any) -> str:
        """What a turn is called below the curve."""
        ...

    def href(self, viewer: Any, turn: Any) -> str:
        """Where a turn is replayed from its beginning."""
        ...

    def shown(self, viewer: Any, turn: Any, count: int, line: Sequence[str], language: str, *, wins: bool) -> ShownTurn:
        """A turn, of ``count``, with what was possible instead; ``wins`` says that the line does."""
        ...

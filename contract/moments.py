"""Moments of a first game: a position each, one thing to do in it, and what is said of it."""

from __future__ import annotations

from typing import Final, Protocol

from contract.adapter import TableConfig
from contract.state import GameState

DONE: Final = "done"
NOTHING: Final = "nothing"


class Moment(Protocol):
    """One of the moments of a game; ``number`` counts them from 1."""

    @property
    def game(self) -> str: ...

    @property
    def slug(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def contents(self) -> str:
        """The address of all moments of its game."""
        ...

    @property
    def real_game(self) -> str:
        """The address of the form that begins the real game after them."""
        ...

    def setup(self) -> TableConfig:
        """A game of its own that begins at it."""
        ...

    def text(self, language: str, name: str) -> str:
        """One of its texts: ``title``, ``task`` or ``why``."""
        ...

    def outcome_text(self, language: str, outcome: str) -> str:
        """What is said of an outcome."""
        ...

    def outcome(self, state: GameState) -> str:
        """What came of it, "" while it is being played. One that begins with ``DONE`` has shown its point."""
        ...


def is_done(outcome: str) -> bool:
    """Whether an outcome has shown the point of its moment."""
    return outcome.startswith(DONE)

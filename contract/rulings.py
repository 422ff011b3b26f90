"""What is asked of the rulings of any game: for the switch of games, and for ``manage.py check_rulings``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

DOORS: Final = ("rules", "matrix", "decided")  # kinds of pages that every game has beside that of its rulings


class TriedExample(NamedTuple):
    """An example that was carried out: its name, its rulings, what the engine does not agree with, in English."""

    name: str
    rulings: Sequence[str]
    wrong: Sequence[str]


class RuledGame(Protocol):
    """A game with its rulings. ``name`` is that of the API, "magic-pebbles"."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def address(self) -> str: ...

    def door_address(self, door: str) -> str:
        """The address of its page of the kind that another game's page is ("rules", "matrix"), else of ``address``."""
        ...

    def ruling_address(self, number: str) -> str:
        """The address of a ruling by the number that traces cite."""
        ...

    def ids(self) -> Sequence[str]:
        """The id of every ruling."""
        ...

    def numbers(self) -> Sequence[str]:
        """The number of every ruling that traces can cite."""
        ...

    def tried(self, rulings: Collection[str]) -> Iterator[TriedExample]:
        """The examples of these rulings, carried out."""
        ...

    def tried_readings(self) -> Iterator[TriedExample]:
        """The examples of what was decided beside the rulings, carried out; of these readings a few have none."""
        ...

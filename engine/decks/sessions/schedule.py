"""The twelve games of a Mutation session: Berger's table for four, the second leg with sides swapped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.decks.rules.modes import SEAT_NAMES

SEATS: Final = tuple(SEAT_NAMES)  # a tuple: "" and "AB" are in a string, and no seats
TABLES: Final = 2

_PAIRINGS: Final = "AD BC DC AB BD CA DA CB CD BA DB AC"


@dataclass(frozen=True, slots=True)
class SessionPairing:
    """A game of the schedule: ``number`` from 1, the ``first`` seat begins (seats as numbers from 0)."""

    number: int
    first: int
    second: int

    @property
    def round(self) -> int:
        """The round, from 1."""
        return (self.number - 1) // TABLES + 1

    @property
    def table(self) -> int:
        """The table, from 1."""
        return (self.number - 1) % TABLES + 1

    @property
    def seats(self) -> tuple[int, int]:
        """Both players, who begins first."""
        return self.first, self.second

    def opponent(self, seat: int) -> int:
        """The other player."""
        return self.first + self.second - seat


SCHEDULE: Final = tuple(
    SessionPairing(number, SEATS.index(pair[0]), SEATS.index(pair[1]))
    for number, pair in enumerate(_PAIRINGS.split(), 1)
)
GAMES_OF_SEAT: Final = tuple(
    tuple(pairing.number for pairing in SCHEDULE if seat in pairing.seats) for seat in range(len(SEATS))
)

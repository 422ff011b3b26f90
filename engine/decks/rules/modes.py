"""The modes as small rule objects over one core: who sits where, who faces whom, who wins.

Rows: each seat has two, its own sides of its upper and its lower line. Row ``2 * seat`` is the upper one, ``2 * seat +
1`` the lower one; the neighbouring row of a row is ``row ^ 1``, its seat ``row >> 1``.
"""

from __future__ import annotations

from typing import Final

from engine.kernel.native import i64

SEAT_NAMES: Final = "ABCD"
LINE_NAMES: Final = ("upper", "lower")


class Mode:
    """A mode of play: what it adds to the core.

    ``facing[row]`` is the row across the Bridge; ``first_mana[k]`` the Mana of the k-th player's first turn (ruling
    2.1); ``team_of[seat]`` the side a seat fights for; ``ai_seats`` the seats that an AI plays.
    """

    __slots__ = ("ai_seats", "facing", "first_mana", "name", "seats", "team_of")

    def __init__(
        self,
        name: str,
        facing: tuple[int, ...],
        first_mana: tuple[int, ...],
        team_of: tuple[int, ...],
        ai_seats: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.seats: i64 = len(facing) // 2
        self.facing = facing
        self.first_mana = first_mana
        self.team_of = team_of
        self.ai_seats = ai_seats

    def foe(self, row: i64) -> i64:
        """The seat across the Bridge of a row."""
        return self.facing[row] >> 1

    def next_seat(self, seat: i64) -> i64:
        seat += 1
        return seat if seat < self.seats else 0

    def first_turn_mana(self, seat: int, first: int) -> int | None:
        """The Mana of a seat's first turn where the rules set it, else None (ruling 2.1)."""
        rank = (seat - first) % self.seats
        return self.first_mana[rank] if rank < len(self.first_mana) else None

    def winners(self, loser: i64, by: i64) -> list[int]:
        """The winners when a seat falls by a card of seat ``by`` (-1: by nobody's), in seat order (ruling 8.2)."""
        enemies = [s for s in range(self.seats) if self.team_of[s] != self.team_of[loser]]
        if by not in enemies:
            return enemies
        return [s for s in enemies if self.team_of[s] == self.team_of[by]]

    def __repr__(self) -> str:
        return f"<Mode {self.name}>"


# Two players share both lines; four sit in a ring: A-B upper, A-D lower, C-D upper, C-B lower (ruling 8.1).
_TWO_LINES: Final = (2, 3, 0, 1)
_RING: Final = (2, 7, 0, 5, 6, 3, 4, 1)

DUEL: Final = Mode("duel", _TWO_LINES, (6,), (0, 1))
FREE_FOR_ALL: Final = Mode("ffa", _RING, (6, 7, 8), (0, 1, 2, 3))
TEAMS: Final = Mode("teams", _RING, (6, 7, 8), (0, 1, 0, 1))
SOLO: Final = Mode("solo", _TWO_LINES, (6,), (0, 1), ai_seats=(1,))
CO_OP: Final = Mode("coop", _RING, (6, 7, 8), (0, 1, 0, 1), ai_seats=(1, 3))

MODES: Final[dict[str, Mode]] = {mode.name: mode for mode in (DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS)}

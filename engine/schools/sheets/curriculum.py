"""The Curriculum: seven games of the same two players (rulings M11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.reading import pointer
from engine.schools.formats.state_writing import by_seat
from engine.schools.rules.components import SEATS
from engine.schools.rules.ending import winner_of
from engine.schools.sheets.reading import SheetReader

GAMES_OF_A_CURRICULUM: Final = 7
BONUS: Final = 10  # M11.3
MAX_POINTS: Final = 30  # a level 6 in every Arena


@dataclass(frozen=True)
class CurriculumGame:
    """A game as written down: the totals by seat, and the seat that gave up, if one did (M11.6)."""

    totals: tuple[int, int]
    forfeit: int | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won, None in a draw."""
        return winner_of(self.totals) if self.forfeit is None else 1 - self.forfeit


@dataclass(frozen=True)
class Curriculum:
    """A sheet: the ``players``' names by seat, and the ``games`` played so far, at most 7."""

    players: tuple[str, str]
    games: tuple[CurriculumGame, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all games are played: none is left out (M11.5)."""
        return len(self.games) == GAMES_OF_A_CURRICULUM

    @property
    def wins(self) -> tuple[int, int]:
        winners = [game.winner for game in self.games]
        return winners.count(0), winners.count(1)

    @property
    def points(self) -> tuple[int, int]:
        """The sums of all totals, by seat (M11.2)."""
        return sum(game.totals[0] for game in self.games), sum(game.totals[1] for game in self.games)

    @property
    def bonus(self) -> tuple[int, int]:
        """The bonus by seat: for more wins, when all games are played (M11.3)."""
        winner = winner_of(self.wins) if self.is_complete else None
        return (BONUS if winner == 0 else 0), (BONUS if winner == 1 else 0)

    @property
    def scores(self) -> tuple[int, int]:
        """Points and bonus, by seat."""
        return self.points[0] + self.bonus[0], self.points[1] + self.bonus[1]

    @property
    def champion(self) -> int | None:
        """The seat with the higher score, then with more wins; None before the end and when shared (M11.4)."""
        if not self.is_complete:
            return None
        return winner_of(self.wins) if self.scores[0] == self.scores[1] else winner_of(self.scores)

    def to_json(self) -> dict[str, Any]:
        """The contract's answer."""
        wins = self.wins
        return {
            "games": len(self.games),
            "wins": by_seat(wins),
            "draws": len(self.games) - sum(wins),
            "points": by_seat(self.points),
            "bonus": by_seat(self.bonus),
            "scores": by_seat(self.scores),
            "complete": self.is_complete,
            "champion": None if self.champion is None else SEATS[self.champion],
            "joint": self.is_complete and self.champion is None,
        }


def read_curriculum(data: Any, at: str = "/curriculum") -> Curriculum:
    """The sheet of the contract's JSON. Raises ``EngineError`` (``bad-sheet``)."""
    reader = SheetReader()
    fields = reader.object(data, at, ("players", "games"), ())
    players = reader.object(fields["players"], f"{at}/players", SEATS, ())
    names = [reader.name(players[seat], f"{at}/players/{seat}") for seat in SEATS]
    reader.different(names, f"{at}/players")
    games = reader.list(fields["games"], f"{at}/games")
    reader.must(len(games) <= GAMES_OF_A_CURRICULUM, f"{at}/games", f"at most {GAMES_OF_A_CURRICULUM} games")
    read = tuple([_game(reader, game, pointer(f"{at}/games", number)) for number, game in enumerate(games)])
    return Curriculum((names[0], names[1]), read)


def _game(reader: SheetReader, data: Any, at: str) -> CurriculumGame:
    fields = reader.object(data, at, SEATS, ("forfeit",))
    first, second = [reader.number(fields[seat], f"{at}/{seat}", 0, MAX_POINTS) for seat in SEATS]
    forfeit = None
    if "forfeit" in fields:
        forfeit = SEATS.index(reader.choice(fields["forfeit"], f"{at}/forfeit", SEATS))
    return CurriculumGame((first, second), forfeit)

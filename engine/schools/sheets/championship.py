"""The Championship: up to 8 players, seats drawn by Trial cards, one loss and out (rulings M12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.reading import pointer
from engine.schools.formats.state_writing import by_seat
from engine.schools.rules.components import LEVELS_OF_TRIALS, TRIALS_OF_LEVEL
from engine.schools.rules.shuffling import ALL_TRIALS, CHAMPIONSHIP, shuffled
from engine.schools.sheets.reading import SheetReader

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 8

Draws = list[dict[str, int]]


class Seeding:
    """The draws of Trial cards that give the order of the first column (M12.1, M12.2)."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.draws: Draws = []
        self._drawn: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())

    @property
    def pending(self) -> list[str]:
        """Who still has to draw: whoever has drawn the same as another, in the order of the players."""
        alike = Counter(self._drawn.values())
        return [name for name in self.players if alike[self._drawn[name]] > 1]

    @property
    def order(self) -> list[str] | None:
        """The players by ascending levels, those who tied among themselves by their further draws; None before."""
        return None if self.pending else sorted(self.players, key=self._drawn.__getitem__)

    def take(self, draw: dict[str, int]) -> None:
        """Writes down a round of draws, of exactly those who are ``pending``."""
        self.draws.append(draw)
        for name, level in draw.items():
            self._drawn[name] += (level,)

    def draw_all(self, seed: str) -> None:
        """Makes all draws that there have to be by a seed, all 45 cards shuffled anew for each round."""
        while self.pending:
            cards = shuffled(ALL_TRIALS, seed, CHAMPIONSHIP, len(self.draws))
            self.take(dict(zip(self.pending, cards, strict=False)))


@dataclass
class BracketMatch:
    """Two neighbours of a column, the first written higher: ``drawn`` games so far, and who won."""

    first: str
    second: str
    drawn: int = 0
    winner: str | None = None

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays Dragombre and who Blancgriffon in the next game: changed after each drawn game (M12.5)."""
        return (self.second, self.first) if self.drawn % 2 else (self.first, self.second)


class Bracket:
    """The rounds from the first column to the champion (M12.3 to M12.6); a bye is a name alone."""

    def __init__(self, order: list[str]) -> None:
        self.rounds: list[list[BracketMatch | str]] = [_round_of(order)]

    @property
    def next(self) -> BracketMatch | None:
        """The match of the next game: from top to bottom, one round after the other (M12.4)."""
        for match in self.rounds[-1]:
            if isinstance(match, BracketMatch) and match.winner is None:
                return match
        return None

    @property
    def champion(self) -> str | None:
        """The winner of the last game."""
        last = self.rounds[-1][0]
        return last.winner if len(self.rounds[-1]) == 1 and isinstance(last, BracketMatch) else None

    def take(self, winner: str | None) -> bool:
        """Writes down the next game: its winner, or None for a draw. False if there is no such game."""
        match = self.next
        if match is None or winner not in (None, match.first, match.second):
            return False
        if winner is None:
            match.drawn += 1
            return True
        match.winner = winner
        if self.next is None and len(self.rounds[-1]) > 1:
            names = [str(part.winner) if isinstance(part, BracketMatch) else part for part in self.rounds[-1]]
            self.rounds.append(_round_of(names))
        return True

    def to_json(self) -> list[list[dict[str, Any]]]:
        """The rounds as the contract writes them."""
        return [
            [
                {"match": [part.first, part.second], "winner": part.winner}
                if isinstance(part, BracketMatch)
                else {"bye": part}
                for part in parts
            ]
            for parts in self.rounds
        ]


def _round_of(names: list[str]) -> list[BracketMatch | str]:
    """Neighbours meet; with an odd number the last name moves on (M12.3)."""
    pairs: list[BracketMatch | str] = [BracketMatch(names[at], names[at + 1]) for at in range(0, len(names) - 1, 2)]
    return [*pairs, names[-1]] if len(names) % 2 else pairs


class Championship:
    """A sheet: the ``seeding``, and the ``bracket`` once the order is known."""

    def __init__(self, seeding: Seeding) -> None:
        self.seeding = seeding
        order = seeding.order
        self.bracket = None if order is None else Bracket(order)

    def to_json(self) -> dict[str, Any]:
        """The contract's answer."""
        match = None if self.bracket is None else self.bracket.next
        return {
            "draws": self.seeding.draws,
            "pending": self.seeding.pending,
            "order": self.seeding.order,
            "rounds": [] if self.bracket is None else self.bracket.to_json(),
            "next": None if match is None else by_seat(match.seats),
            "champion": None if self.bracket is None else self.bracket.champion,
        }


def read_championship(data: Any, at: str = "/championship") -> Championship:
    """The sheet of the contract's JSON. Raises ``EngineError`` (``bad-sheet``)."""
    reader = SheetReader()
    fields = reader.object(data, at, ("players",), ("draws", "seed", "results"))
    reader.must(("draws" in fields) != ("seed" in fields), at, "a sheet with either draws or a seed")
    players = reader.list(fields["players"], f"{at}/players")
    good = MIN_PLAYERS <= len(players) <= MAX_PLAYERS
    reader.must(good, f"{at}/players", f"a list of {MIN_PLAYERS} to {MAX_PLAYERS} names")
    names = [reader.name(name, pointer(f"{at}/players", number)) for number, name in enumerate(players)]
    reader.different(names, f"{at}/players")
    seeding = Seeding(names)
    if "seed" in fields:
        seeding.draw_all(reader.seed(fields["seed"], f"{at}/seed"))
    else:
        for number, draw in enumerate(reader.list(fields["draws"], f"{at}/draws")):
            seeding.take(_draw(reader, draw, pointer(f"{at}/draws", number), seeding.pending))
    sheet = Championship(seeding)
    for number, winner in enumerate(reader.list(fields.get("results", []), f"{at}/results")):
        result_at = pointer(f"{at}/results", number)
        if winner is not None:
            reader.name(winner, result_at)
        fits = sheet.bracket is not None and sheet.bracket.take(winner)
        reader.must(fits, result_at, "the result of a game that is to be played: one of its two players, or null")
    return sheet


def _draw(reader: SheetReader, data: Any, at: str, pending: list[str]) -> dict[str, int]:
    """A round of draws: of exactly those who have to, and no level more often than there are cards of it."""
    reader.must(bool(pending), at, "left out: nobody has to draw any more")
    fields = reader.object(data, at, pending, ())
    levels = {name: reader.number(fields[name], pointer(at, name), 1, LEVELS_OF_TRIALS[-1]) for name in pending}
    for level, number in Counter(levels.values()).items():
        maximum = TRIALS_OF_LEVEL[level]
        reader.must(number <= maximum, at, f"a draw of at most {maximum} cards of level {level}")
    return levels

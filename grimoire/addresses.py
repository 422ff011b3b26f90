"""What stands in addresses of puzzles."""

from __future__ import annotations

from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import puzzle_games


class GameName:
    """The name of a game whose puzzles are below it: of all but Clash of Decks."""

    regex: str = "|".join(name for name in puzzle_games() if name != DECKS) or "(?!)"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value

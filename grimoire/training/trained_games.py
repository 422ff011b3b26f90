"""Which game's puzzles somebody trains."""

from __future__ import annotations

from django.http import QueryDict

from contract.registry import GAMES
from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import puzzle_games


def game_in(params: QueryDict) -> str:
    """The game of an address or a form; where none is named that has puzzles, the site's first."""
    game = params.get("game", "")
    return game if game in puzzle_games() else DECKS


def choices(chosen: str) -> list[tuple[str, str, bool]]:
    """Name, title and whether it is the chosen one, of each game that has puzzles."""
    return [(name, GAMES[name].title, name == chosen) for name in puzzle_games()]

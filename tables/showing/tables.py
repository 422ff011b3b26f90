"""What each game has of its own at its tables."""

from __future__ import annotations

from contract.pages import GameTable
from contract.registry import GAMES, faces_of
from tables.models import LiveGame
from tables.showing.simple import SimpleTable


def table_of(game: LiveGame) -> GameTable:
    """What is a live game's own at its table: its game's, or that of all simple games."""
    return GAMES[game.game].table or SimpleTable(faces_of(game.game))

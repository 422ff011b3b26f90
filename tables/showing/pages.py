"""The pages of a game's tables: its own, or those of all simple games."""

from __future__ import annotations

from contract.pages import GamePages
from contract.registry import GAMES, faces_of
from tables.models import LiveGame
from tables.showing.plain import SimpleTablePages


def pages_of(game: LiveGame) -> GamePages:
    """The pages of a live game."""
    return GAMES[game.game].pages or SimpleTablePages(faces_of(game.game))

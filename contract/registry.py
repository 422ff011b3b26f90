"""The one registry of games. A game is an app in ``games``; when config starts it, it registers its record here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from contract.game import Game
from contract.pages import GameFaces

_games: Final[dict[str, Game]] = {}
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)  # by name, in the order of the apps


def register(game: Game) -> None:
    """Adds a game."""
    _games[game.name] = game


def faces_of(name: str) -> GameFaces:
    """How a game is drawn and told. Raises ``KeyError`` where nobody does."""
    faces = _games[name].faces
    if faces is None:
        raise KeyError(name)
    return faces


def default_game() -> Game:
    """The game that is meant where none is named: the first."""
    return next(iter(_games.values()))

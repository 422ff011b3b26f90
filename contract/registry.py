"""The one registry of games. A game is an app in ``games``; when config starts it, it registers its record here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from contract.characters import BotCharacter
from contract.game import Game
from contract.moments import Moment
from contract.simple_form import SimpleSetupForm
from contract.simple_pages import SimpleGamePages

_games: Final[dict[str, Game]] = {}
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)  # by name, in the order of the apps


def register(game: Game) -> None:
    """Adds a game."""
    _games[game.name] = game


def faces_of(name: str) -> SimpleGamePages:
    """How a game is drawn and told. Raises ``KeyError`` where nobody does."""
    faces = _games[name].faces
    if faces is None:
        raise KeyError(name)
    return faces


def setup_form_of(name: str) -> type[SimpleSetupForm]:
    """The form that begins a game. Raises ``KeyError`` for a game that has none of this kind."""
    form = _games[name].setup_form
    if form is None:
        raise KeyError(name)
    return form


def default_game() -> Game:
    """The game that is meant where none is named: the first."""
    return next(iter(_games.values()))


def character_of(player: str) -> BotCharacter | None:
    """The character that a bot's seat names; None where it names a level."""
    characters = (game.adapter.characters for game in _games.values())
    return next((some[player] for some in characters if player in some), None)


def level_of(player: str) -> str:
    """The level of a bot as its seat names it."""
    character = character_of(player)
    return player if character is None else character.level


def find_moment(slug: str) -> Moment | None:
    """The moment of a first game by its slug."""
    return next((moment for game in _games.values() for moment in game.moments() if moment.slug == slug), None)

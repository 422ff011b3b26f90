"""The games by name: the only file that sees them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.armies.cli import main as armies
from engine.armies.game.game import ArmiesGame
from engine.decks.cli import main as decks
from engine.decks.game.game import DecksGame
from engine.kernel.protocol import Game
from engine.schools.cli import main as schools
from engine.schools.game.game import SchoolsGame


class EngineGame(NamedTuple):
    """``command_line`` takes its arguments and answers the exit status."""

    game: Callable[..., Game[Any]]
    command_line: Callable[[list[str]], int]


GAMES: Final[dict[str, EngineGame]] = {
    "clash-of-decks": EngineGame(DecksGame, decks.main),
    "magic-schools": EngineGame(SchoolsGame, schools.main),
    "clash-of-the-cards": EngineGame(ArmiesGame, armies.main),
}

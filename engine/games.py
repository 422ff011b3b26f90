"""The games by name: with ``__main__``, their command lines, the only file that sees them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.armies.game.game import ArmiesGame
from engine.decks.game.game import DecksGame
from engine.kernel.protocol import Game
from engine.schools.game.game import SchoolsGame

GAMES: Final[dict[str, Callable[..., Game[Any]]]] = {
    "clash-of-decks": DecksGame,
    "magic-schools": SchoolsGame,
    "clash-of-the-cards": ArmiesGame,
}

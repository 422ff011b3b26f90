"""The pages of the games, by name."""

from __future__ import annotations

from typing import Final

from play.games import armies, decks, schools
from play.models import LiveGame
from play.showing.armies.pages import ArmiesPages
from play.showing.decks import DecksPages
from play.showing.protocol import GamePages
from play.showing.schools.pages import SchoolsPages

PAGES: Final[dict[str, GamePages]] = {
    decks.DecksTable.name: DecksPages(),
    schools.NAME: SchoolsPages(),
    armies.NAME: ArmiesPages(),
}


def pages_of(game: LiveGame) -> GamePages:
    """The pages of a live game."""
    return PAGES[game.game]

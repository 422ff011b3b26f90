"""The pages of the games, by name."""

from __future__ import annotations

from typing import Final

from tables.games import armies, decks, schools
from tables.models import LiveGame
from tables.showing.armies.pages import ArmiesPages
from tables.showing.decks import DecksPages
from tables.showing.protocol import GamePages
from tables.showing.schools.pages import SchoolsPages

PAGES: Final[dict[str, GamePages]] = {
    decks.DecksTable.name: DecksPages(),
    schools.NAME: SchoolsPages(),
    armies.NAME: ArmiesPages(),
}


def pages_of(game: LiveGame) -> GamePages:
    return PAGES[game.game]

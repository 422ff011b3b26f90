"""The games whose rulings run, by name: the only file that sees them all."""

from __future__ import annotations

from typing import Final

from rulings.games.armies import ArmiesRunner
from rulings.games.decks import DecksRulings
from rulings.games.plain import PlainRulings
from rulings.games.protocol import RuledGame
from rulings.games.schools import SchoolsRunner

SCHOOLS: Final = PlainRulings("magic-schools", "Clash of Magic Schools", "M", SchoolsRunner())
ARMIES: Final = PlainRulings("clash-of-the-cards", "Clash of the Cards", "C", ArmiesRunner())
PLAIN: Final = {game.name: game for game in (SCHOOLS, ARMIES)}
GAMES: Final[dict[str, RuledGame]] = {"clash-of-decks": DecksRulings(), **PLAIN}

"""Clash of the Cards as the site knows it."""

from __future__ import annotations

from typing import Final

from contract.game import Game
from games.armies.rulings.catalogue import RULINGS
from tables.games.armies import ArmiesTable
from tables.showing.armies.pages import ArmiesPages

GAME: Final = Game(
    name=ArmiesTable.name,
    adapter=ArmiesTable(),
    pages=(pages := ArmiesPages()),
    refusal_text=RULINGS.refusal_text,
    faces=pages,
    rulings=RULINGS,
)

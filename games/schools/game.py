"""Clash of Magic Schools as the site knows it."""

from __future__ import annotations

from typing import Final

from contract.game import Game
from games.schools.rulings.catalogue import RULINGS
from tables.games.schools import SchoolsTable
from tables.showing.schools.pages import SchoolsPages

GAME: Final = Game(
    name=SchoolsTable.name,
    adapter=SchoolsTable(),
    pages=(pages := SchoolsPages()),
    refusal_text=RULINGS.refusal_text,
    faces=pages,
    rulings=RULINGS,
)

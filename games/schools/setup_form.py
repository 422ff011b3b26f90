"""How a game of Clash of Magic Schools is to be."""

from __future__ import annotations

from typing import Any

from contract.simple_form import SimpleSetupForm
from engine.schools.rules.components import SEATS
from games.schools.adapter import NAME
from games.schools.board.words import SCHOOL_NAMES
from games.schools.characters import CHARACTERS


class SchoolsSetupForm(SimpleSetupForm):
    game = NAME
    seats = SEATS
    characters = CHARACTERS

    def seat_label(self, seat: str) -> Any:
        return SCHOOL_NAMES[seat]

"""Clash of Decks as the site knows it."""

from __future__ import annotations

from typing import Final

from board.fault_text import error_text
from contract.game import Game
from games.decks.rulings import DecksRulings
from tables.games.decks import DecksTable
from tables.showing.decks import DecksPages

GAME: Final = Game(
    name=DecksTable.name,
    adapter=DecksTable(),
    pages=DecksPages(),
    refusal_text=error_text,
    rulings=DecksRulings(),
)

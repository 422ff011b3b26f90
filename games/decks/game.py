"""Clash of Decks as the site knows it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from board.fault_text import error_text
from contract.game import Game
from games.decks.first_game.moments import all_moments
from games.decks.pages import DecksPages
from games.decks.puzzles import DecksPuzzles
from games.decks.reviewing import services
from games.decks.rulings import DecksRulings
from tables.games.decks import DecksAdapter

GAME: Final = Game(
    name=DecksAdapter.name,
    title="Clash of Decks",
    tagline=_("Creatures, Incantations, a Stronghold to bring down"),
    adapter=DecksAdapter(),
    refusal_text=error_text,
    pages=DecksPages(),
    rulings=DecksRulings(),
    puzzles=DecksPuzzles(),
    moments=all_moments,
    urls="games.decks.urls",
    review=services.work,
)

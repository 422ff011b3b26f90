"""Clash of Decks as the site knows it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from board.fault_text import error_text
from board.mode_names import MODE_NAMES
from contract.game import Game
from contract.modes import GameMode
from engine.decks.rules.modes import MODES, SEAT_NAMES
from games.decks.adapter import DecksAdapter
from games.decks.analysing.thinking_limits import JOBS, NEW
from games.decks.first_game.moments import all_moments
from games.decks.puzzles import DecksPuzzles
from games.decks.questions import DecksQuestions
from games.decks.reviewing.reviewer import DecksReviewer
from games.decks.rulings import DecksRulings
from games.decks.table.table import DecksTable
from grimoire.browsing.sections import pages_turning_on_abilities
from grimoire.editor.desk import desk

START_REFUSALS: Final = {
    "unknown-deck": _("The deck for seat %(seat)s no longer exists."),
    "wrong-deck-size": _("The deck for seat %(seat)s doesn't have eight cards."),
    "duplicate-card": _("The deck for seat %(seat)s has the same card twice."),
    "card-of-other-edition": _("The deck for seat %(seat)s has a card with an ability these rules don't include."),
    "too-few-cards": _("The chosen sets have too few cards for this draft. Choose more of them, or none."),
    "unknown-set": _("One of the chosen sets no longer exists."),
    "wrong-number-of-decks": _("Every seat needs a deck."),
    "not-for-two": _("Only two-player games can find an opponent this way."),
}

GAME: Final = Game(
    name=DecksAdapter.name,
    title="Clash of Decks",
    tagline=_("Bring down the Stronghold"),
    adapter=DecksAdapter(),
    refusal_text=error_text,
    table=DecksTable(),
    rulings=DecksRulings(),
    questions=DecksQuestions(),
    puzzles=DecksPuzzles(),
    moments=all_moments,
    urls="games.decks.urls",
    api_urls="games.decks.api_urls",
    api_limits=[(_("New analyses"), NEW), (_("Positions to analyze"), JOBS)],
    modes=[
        GameMode(
            name,
            title,
            SEAT_NAMES[: MODES[name].seats],
            [SEAT_NAMES[seat] for seat in MODES[name].ai_seats],
        )
        for name, title in MODE_NAMES.items()
    ],
    start_refusals=START_REFUSALS,
    reviewer=DecksReviewer(),
    editor=desk,
    puzzles_about=pages_turning_on_abilities,
)

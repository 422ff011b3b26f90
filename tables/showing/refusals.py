"""Refusals in words, for whoever reads a page."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from board.texts import MissingText
from contract.registry import GAMES
from tables.refusals import too_many_games
from web.languages import current_language
from web.refusals import RequestRefused

_REFUSALS: Final = {
    "not-your-turn": gettext_lazy("It isn't your turn."),
    "no-seat": gettext_lazy("You're only watching this game."),
    "barrier": gettext_lazy("You can't undo: hidden cards were revealed or a random event has happened."),
    "nothing-to-take-back": gettext_lazy("Nothing to undo."),
    "offer-open": gettext_lazy("Already offered. Waiting for the others to answer."),
    "offer-refused": gettext_lazy("Refused twice this turn. Try again next turn."),
    "no-clock": gettext_lazy("This game has no clock."),
    "no-day-off": gettext_lazy("You have no day off left."),
    "no-gift": gettext_lazy("You can't give time now."),
    "no-offer": gettext_lazy("That offer has expired."),
    "not-late": gettext_lazy("Their time isn't up yet."),
    "game-over": gettext_lazy("The game is over."),
    "not-over": gettext_lazy("The game isn't over yet."),
    "not-begun": gettext_lazy("The game hasn't started: some seats are free."),
    "has-left": gettext_lazy("You've left this game."),
    "rated-account": gettext_lazy("Rated games need an account: sign in."),
    "rated-game": gettext_lazy("Nothing is undone in a rated game."),
    "rated-players": gettext_lazy("A rated game is one of two people."),
    "rematch-made": gettext_lazy("The next game has already started."),
}


def refusal_words(refusal: RequestRefused) -> str:
    """Why something was not done, for whoever reads the page."""
    if refusal.code == "too-many-requests":
        return too_many_games()
    if refusal.code == "stale":
        return _("The game has moved on. Nothing was changed.")
    if refusal.code in _REFUSALS:
        return str(_REFUSALS[refusal.code])
    for text in filter(None, (game.refusal_text for game in GAMES.values())):
        with suppress(MissingText):
            return text(refusal.code, current_language())
    return _("You can't do that now: %(code)s.") % {"code": refusal.code}

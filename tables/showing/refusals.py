"""Refusals in words, for whoever reads a page."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from board.texts import MissingText
from contract.registry import GAMES
from web.languages import current_language
from web.refusals import RequestRefused

_REFUSALS: Final = {
    "not-your-turn": gettext_lazy("It is not your turn."),
    "no-seat": gettext_lazy("You have no seat in this game: you are watching."),
    "barrier": gettext_lazy(
        "It cannot be taken back: something hidden has been shown since, or chance has decided something."
    ),
    "nothing-to-take-back": gettext_lazy("You have done nothing yet that could be taken back."),
    "offer-open": gettext_lazy("This has already been asked: the others have to answer."),
    "offer-refused": gettext_lazy("This was refused twice in this turn. Ask again next turn."),
    "no-offer": gettext_lazy("Nobody is asking for this any more."),
    "not-late": gettext_lazy("The turn is not late yet."),
    "game-over": gettext_lazy("The game is over."),
    "not-over": gettext_lazy("The game is not over yet."),
    "not-begun": gettext_lazy("The game has not begun: not all seats are taken."),
    "has-left": gettext_lazy("You have left this game."),
    "rematch-made": gettext_lazy("The next game has already been started."),
}


def refusal_words(refusal: RequestRefused) -> str:
    """Why something was not done, for whoever reads the page."""
    if refusal.code == "too-many-requests":
        return _("That is a lot of games for now. Try again in a while.")
    if refusal.code == "stale":
        return _("The game has gone on meanwhile. Nothing was done.")
    if refusal.code in _REFUSALS:
        return str(_REFUSALS[refusal.code])
    for text in filter(None, (game.refusal_text for game in GAMES.values())):
        with suppress(MissingText):
            return text(refusal.code, current_language())
    return _("This cannot be done now: %(code)s.") % {"code": refusal.code}

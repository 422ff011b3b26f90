"""Why a game cannot begin, for whoever reads the page."""

from __future__ import annotations

from django.forms import Form
from django.utils.translation import gettext as _

from contract.registry import GAMES
from tables.limits import NEW_GAMES
from web.refusals import RequestRefused


def start_refusal_words(refusal: RequestRefused) -> str:
    """Why a game was not begun."""
    for game in GAMES.values():
        if refusal.code in game.start_refusals:
            return str(game.start_refusals[refusal.code]) % {"seat": _seat_of(refusal)}
    words = {
        "too-many-requests": too_many_games(),
        "seat-taken": _("This seat is taken."),
        "rated-account": _("Rated games need an account: sign in."),
        "rated-players": _("A rated game is one of two people."),
        "rated-terms": _("A rated game is played with the usual cards, by chance alone."),
        "challenge-account": _("Challenges need an account: sign in."),
        "challenge-unknown": _("There's no other player of that name."),
        "challenge-refused": _("This player can't be challenged."),
        "challenge-blocked": _("You've blocked this player."),
        "challenge-seat": _("Leave a seat open for the player you challenge."),
        "challenge-many": _("Too many of your challenges are waiting. Withdraw one first."),
    }
    return words.get(refusal.code, _("This game can't be played like that: %(code)s.") % {"code": refusal.code})


def too_many_games() -> str:
    return _("%(limit)d new games an hour. Try again later, or sign in.") % {"limit": NEW_GAMES.times}


def _seat_of(refusal: RequestRefused) -> str:
    """The letter in ``/decks/A/3`` of a request."""
    place = str(refusal.at or "").split("/")[2:3]
    return place[0] if place else "?"


def add_refusal(form: Form, refusal: RequestRefused) -> None:
    form.add_error(None, start_refusal_words(refusal))

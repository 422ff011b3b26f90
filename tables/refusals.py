"""Why a game cannot begin, for whoever reads the page."""

from __future__ import annotations

from django.forms import Form
from django.utils.translation import gettext as _

from web.refusals import RequestRefused


def start_refusal_words(refusal: RequestRefused) -> str:
    """Why a game was not begun."""
    if refusal.code in _OF_DECKS:
        return _OF_DECKS[refusal.code](_seat_of(refusal))
    words = {
        "too-many-requests": _("60 new games an hour. Try again later, or sign in."),
        "too-few-cards": _("The chosen sets have too few cards for this draft. Choose more of them, or none."),
        "unknown-set": _("One of the chosen sets no longer exists."),
        "wrong-number-of-decks": _("Every seat needs a deck."),
        "not-for-two": _("Only games of two players are paired with strangers."),
        "seat-taken": _("Somebody has already taken this seat."),
    }
    return words.get(refusal.code, _("This game cannot be played like this: %(code)s.") % {"code": refusal.code})


_OF_DECKS = {
    "unknown-deck": lambda seat: _("The deck of seat %(seat)s no longer exists.") % {"seat": seat},
    "wrong-deck-size": lambda seat: _("The deck of seat %(seat)s does not have eight cards.") % {"seat": seat},
    "duplicate-card": lambda seat: _("The deck of seat %(seat)s has the same card twice.") % {"seat": seat},
    "card-of-other-edition": lambda seat: (
        _("The deck of seat %(seat)s has a card with an ability that these rules do not have.") % {"seat": seat}
    ),
}


def _seat_of(refusal: RequestRefused) -> str:
    """The letter in ``/decks/A/3`` of a request."""
    place = str(refusal.at or "").split("/")[2:3]
    return place[0] if place else "?"


def add_refusal(form: Form, refusal: RequestRefused) -> None:
    form.add_error(None, start_refusal_words(refusal))

"""View models of the pages of live games."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.notices import REMATCH
from tables.services.consent import is_against_bots, may_offer, may_offer_draw, may_take_back
from tables.services.seats import moves_of
from tables.tokens import invitation
from tables.viewers import Viewer


def invitations(viewer: Viewer) -> list[tuple[str, str]]:
    """The open seats, with the links that take them: for whoever holds a seat."""
    if viewer.seat is None:
        return []
    game = viewer.game
    return [
        (seat.letter, reverse("play:join", args=[game.token, invitation(game, seat.letter)]))
        for seat in viewer.seats
        if not seat.is_taken
    ]


def offer_context(offer: dict[str, Any], letter: str) -> dict[str, Any]:
    """What a page shows of an offer beside what it is: whether a seat is to answer it, or made it."""
    return {
        "words": offer_words(offer["kind"]),
        "asks": letter in offer["answers"] and offer["answers"][letter] is None,
        "is_own": letter == offer["by"],
    }


def asking_context(viewer: Viewer) -> dict[str, Any]:
    """What a player may ask for now, on the pages of all games: nothing is offered that would be refused."""
    return {
        "may_take_back": may_take_back(viewer),
        "may_offer_draw": viewer.seat is not None and may_offer_draw(viewer),
        "is_against_bots": viewer.seat is not None and is_against_bots(viewer),
        "may_offer_rematch": viewer.seat is not None and may_offer(viewer, REMATCH),
        "seat_moves": moves_of(viewer.seats),
    }


def offer_words(kind: str) -> str:
    return {"take-back": _("a takeback"), "draw": _("a draw"), "rematch": _("a rematch")}[kind]

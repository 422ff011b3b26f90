"""Calls to a game: links that anybody may write, which become a table when somebody presses the button behind them.

A link carries the token of the table that it will be, signed, so opening it makes nothing and needs no row: previews of
links open addresses. Whoever presses first begins the table, who comes after takes a free seat at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.db import IntegrityError
from django.urls import reverse

from accounts.models import Owner, new_token
from contract.registry import GAMES
from tables.creation import read_request
from tables.models import LiveGame
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.tokens import invitation
from web.refusals import RequestRefused

GOOD_FOR: Final = 7 * 24 * 3600  # seconds
_CALLS: Final = signing.TimestampSigner(salt="play.calls")


@dataclass(frozen=True, slots=True)
class Call:
    """What a link says: the game's name, and the token of its table."""

    game: str
    token: str

    @property
    def asked(self) -> dict[str, Any]:
        return asked_of(self.game)


def asked_of(game: str) -> dict[str, Any]:
    """The request to *Create* of a call: whoever presses first sits in the first seat, the others are open.

    Raises ``KeyError`` for a game that there is not.
    """
    return GAMES[game].adapter.call_request()


def call_address(game: str) -> str:
    """The path of a new link, in the language of the moment. Raises ``KeyError`` for a game that there is not."""
    assert GAMES[game]
    return reverse("play:call", args=[_CALLS.sign(f"{game}.{new_token()}")])


def read_call(text: str) -> Call | None:
    """What a link says; None for what we did not write, or too long ago."""
    try:
        game, _dot, token = _CALLS.unsign(text, max_age=GOOD_FOR).partition(".")
    except signing.BadSignature:
        return None
    return Call(game, token) if game in GAMES else None


def table_of(call: Call) -> LiveGame | None:
    """The table of a link, once somebody has begun it."""
    return LiveGame.objects.filter(token=call.token).first()


def answer_call(call: Call, owner: Owner) -> LiveGame | None:
    """Begins a link's table for somebody, or takes a seat at it; None if all seats are taken by others.

    Raises ``RequestRefused``.
    """
    game = table_of(call)
    if game is None:
        try:
            return tables.create(read_request(call.asked, owner), owner, UNKEYED, token=call.token)[0]
        except IntegrityError:  # somebody was quicker by a moment
            game = LiveGame.objects.get(token=call.token)
    own = game.seats.filter(owner=owner)
    if own.exists():
        return game
    for seat in game.seats.filter(is_taken=False).exclude(invitation_hash=""):
        try:
            tables.join(game, invitation(game, seat.seat_name), owner, UNKEYED)
        except RequestRefused:  # somebody was quicker
            continue
        return game
    return game if own.exists() else None

"""Gathering for a game, joining with a deck, and making the game when everybody is there.

The network API wants all decks when a game is made, and knows of none before: so a game to which others bring decks is
made when the last of them has. All that changes a gathering is done while its row is held; of two who take a seat at
the same moment one has it, and the game is made once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from accounts.begun import made_before, token_for
from accounts.locks import lock_row
from accounts.models import Owner
from cards.sets import SLUGS
from contract.characters import level_in
from contract.seating import BOT, ME, OPEN
from contract.simple_form import seat_asked
from games.decks.cardpool import cards_of_sets, written_deck
from games.decks.characters import CHARACTERS
from games.decks.setups import read_arrangement
from tables import tokens
from tables.models import Gathering, GatheringSeat, LiveGame
from tables.services import bots
from tables.services.tables import new_game
from tables.viewers import TOKEN_LENGTH
from web.refusals import RequestRefused, not_found

DECK_SIZE: Final = 8


def gather(
    request_data: dict[str, Any],
    seats: Mapping[str, Mapping[str, str]],
    decks: Mapping[str, str],
    owner: Owner,
    listed: str = "",
    page: str = "",
) -> Gathering:
    """A game that waits for the decks of the open seats that have none yet; one for each form (``accounts.begun``).

    ``asked`` is what *Create* is asked for without seats and decks, ``seats`` its seats, ``decks`` the tokens of the
    decks that its creator has chosen. Raises ``RequestRefused`` where that could not be played.
    """
    _check(request_data, list(seats), decks, owner)
    brought = {letter: written_deck(token, request_data["edition"], owner) for letter, token in decks.items()}
    with transaction.atomic():
        existing = made_before(Gathering, owner, page, asked=request_data, game=None, is_called_off=False)
        if existing is not None:
            return existing
        gathering = Gathering.objects.create(
            token=token_for(Gathering, page), owner=owner, asked=request_data, nonce=tokens.new_nonce(), listed=listed
        )
        GatheringSeat.objects.bulk_create(
            GatheringSeat(
                gathering=gathering,
                seat_name=letter,
                kind=seat["kind"],
                level=level_in(CHARACTERS, seat.get("character", seat.get("level", ""))),
                character=seat.get("character"),
                owner=owner if seat["kind"] == ME else None,
                deck=brought.get(letter),
            )
            for letter, seat in seats.items()
        )
    return gathering


def _check(request_data: dict[str, Any], letters: list[str], decks: Mapping[str, str], owner: Owner) -> None:
    """Raises ``RequestRefused`` where a game with these decks cannot be played, whatever the others bring."""
    some = [card.written_out() for card in cards_of_sets(SLUGS, request_data["edition"], None)[:DECK_SIZE]]
    whole: dict[str, Any] = {letter: decks.get(letter, some) for letter in letters}
    read_arrangement(request_data | {"seats": {letter: {"kind": ME} for letter in letters}, "decks": whole}, owner)


def find_gathering(token: str) -> Gathering:
    """A gathering by its token. Raises ``RequestRefused``."""
    is_token = len(token) <= TOKEN_LENGTH and token.isascii() and "\0" not in token
    gathering = Gathering.objects.select_related("game").filter(token=token).first() if is_token else None
    if gathering is None:
        raise not_found()
    return gathering


def invited(gathering: Gathering, invitation: str) -> GatheringSeat:
    """The seat of an invitation. Raises ``RequestRefused``."""
    if gathering.is_called_off:
        raise not_found()
    for seat in gathering.seats.select_related("owner__user"):
        if seat.kind == OPEN and tokens.is_invitation(gathering, seat.seat_name, invitation):
            return seat
    raise not_found()


def join(gathering: Gathering, letter: str, owner: Owner, deck: str) -> LiveGame | None:
    """Takes a seat with a deck, named by its token; the game if it was the last one.

    Raises ``RequestRefused``: ``seat-taken``, and whatever is wrong with the deck.
    """
    letters = list(gathering.seats.values_list("seat_name", flat=True))
    _check(gathering.asked, letters, {letter: deck}, owner)
    brought = written_deck(deck, gathering.asked["edition"], owner)
    with transaction.atomic():
        lock_row(Gathering, gathering.pk)
        is_there = Gathering.objects.filter(pk=gathering.pk, game=None, is_called_off=False).exists()
        free = gathering.seats.filter(seat_name=letter, kind=OPEN, owner=None)
        if not is_there or not free.update(owner=owner, deck=brought):
            raise RequestRefused(409, "seat-taken", f"seat {letter} is already taken")
        gathering.refresh_from_db()
        seats = list(gathering.seats.select_related("owner"))
        if any(seat.is_free for seat in seats):
            return None
        game = _make(gathering, seats)
    bots.run(game)
    return game


def _make(gathering: Gathering, seats: list[GatheringSeat]) -> LiveGame:
    kinds = {seat.seat_name: seat_asked(seat.player if seat.kind == BOT else ME, CHARACTERS) for seat in seats}
    request_data = gathering.asked | {
        "seats": kinds,
        "decks": {seat.seat_name: seat.deck for seat in seats},
    }
    arrangement = read_arrangement(request_data, gathering.owner)
    owners = {seat.seat_name: seat.owner for seat in seats}
    apart = {seat.seat_name for seat in seats if seat.kind == OPEN}
    game = new_game(arrangement, gathering.owner, owners, apart)
    gathering.game = game
    gathering.save(update_fields=["game"])
    return game


def leave(gathering: Gathering, owner: Owner) -> None:
    """Gives back the seats that somebody has taken. Their creator's own stay."""
    with transaction.atomic():
        lock_row(Gathering, gathering.pk)
        if Gathering.objects.filter(pk=gathering.pk, game=None).exists():
            gathering.seats.filter(kind=OPEN, owner=owner).update(owner=None, deck=None)


def give_up(gathering: Gathering, owner: Owner) -> bool:
    """Has its creator wait no longer; whether that was still possible. Others who have a seat find out by its page."""
    with transaction.atomic():
        lock_row(Gathering, gathering.pk)
        own = Gathering.objects.filter(pk=gathering.pk, owner=owner, game=None)
        if gathering.seats.filter(kind=OPEN, owner__isnull=False).exclude(owner=owner).exists():
            return bool(own.update(is_called_off=True, listed=""))
        return bool(own.delete()[0])

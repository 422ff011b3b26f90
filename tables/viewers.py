"""For whom a request speaks at a game: a seat, by its token or its owner's cookie, or a spectator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import prefetch_related_objects
from django.http import Http404

from accounts.models import Owner
from tables.models import GameSeat, LiveGame
from tables.tokens import hash_of
from web.refusals import RequestRefused, not_found
from web.statements import PreparedRows

CREATOR: Final = "creator"
TOKEN_LENGTH: Final = 16

# What is to be played is long, and read only by a process that has no state of the game yet.
_games: Final = PreparedRows(lambda token: LiveGame.objects.filter(token=token).defer("setup").order_by(), str)
_seats: Final = PreparedRows(lambda game: GameSeat.objects.filter(game=game).order_by("pk"), int)


@dataclass(frozen=True)
class Viewer:
    """A game, its seats, and the one that the request speaks for, None for a spectator."""

    game: LiveGame
    seats: tuple[GameSeat, ...]
    seat: GameSeat | None
    is_by_secret: bool = False  # else by its owner's cookie or account

    @property
    def seat_name(self) -> str:
        """The seat's name, "" for a spectator."""
        return "" if self.seat is None else self.seat.seat_name

    def seat_of(self, seat_name: str) -> GameSeat:
        """A seat by its name. Raises ``KeyError``."""
        return {seat.seat_name: seat for seat in self.seats}[seat_name]

    def persons(self) -> list[GameSeat]:
        """The seats of people who have not left."""
        return [seat for seat in self.seats if seat.is_person and not seat.has_left]

    def others(self) -> list[GameSeat]:
        """The seats of people who have not left, and whom somebody else holds than the one that is spoken for."""
        return self._of_others(self.persons())

    def all_others(self) -> list[GameSeat]:
        """The same with those who have left: for what comes after the game."""
        return self._of_others([seat for seat in self.seats if seat.is_person])

    def _of_others(self, seats: list[GameSeat]) -> list[GameSeat]:
        own = None if self.seat is None else holder_of(self.game, self.seat)
        return [seat for seat in seats if holder_of(self.game, seat) != own]

    @property
    def holds_all(self) -> bool:
        """Whether one client holds all seats of people, and speaks for one of them."""
        return self.seat is not None and not self.others()


def is_still_held(viewer: Viewer, seats: Iterable[GameSeat]) -> bool:
    """Whether the seat is still held, of ``seats`` as they are now, as when the viewer was found: by that token, or
    that owner.
    """
    own = viewer.seat
    if own is None:
        return True
    by = "token_hash" if viewer.is_by_secret else "owner_id"
    return any(seat.pk == own.pk and getattr(seat, by) == getattr(own, by) for seat in seats)


def holder_of(game: LiveGame, seat: GameSeat) -> str:
    """Tells apart who holds a seat: what was open to nobody else is the creator's."""
    if not seat.is_apart:
        return CREATOR
    if seat.owner_id is not None:
        return CREATOR if seat.owner_id == game.creator_id else f"owner {seat.owner_id}"
    return f"seat {seat.seat_name}"


def find_viewer(token: str, secret: str | None, owner: Owner | None, seat_name: str = "") -> Viewer:
    """Who looks at a game: whoever has a seat's secret, else (None) an owner; of several seats of an owner the one that
    is asked for by its name, that is to act, or the first.

    Raises ``RequestRefused`` where there is no such game, or it is not for spectators.
    """
    game = find_game(token)
    seats = seats_of(game)
    seat = _by_secret(seats, secret) if secret is not None else _by_owner(game, seats, owner, seat_name)
    if seat is None and not game.spectators:
        raise not_found()
    return Viewer(game, seats, seat, secret is not None)


def seats_of(game: LiveGame) -> tuple[GameSeat, ...]:
    """The seats of a game as they are now, with their owners."""
    seats = tuple(_seats(game.pk))
    for seat in seats:
        seat.game = game
    if any(seat.owner_id for seat in seats):  # a join costs as much again, and many games have no owners at all
        prefetch_related_objects(seats, "owner__user")
    return seats


def find_game(token: str) -> LiveGame:
    """A game by its token, whoever asks. Raises ``RequestRefused``."""
    is_token = len(token) <= TOKEN_LENGTH and token.isascii() and "\0" not in token
    game = next(iter(_games(token)), None) if is_token else None
    if game is None:
        raise not_found()
    return game


def _by_secret(seats: tuple[GameSeat, ...], secret: str) -> GameSeat | None:
    hashed = hash_of(secret)
    return next((seat for seat in seats if seat.token_hash == hashed and seat.is_person and seat.is_taken), None)


def _by_owner(game: LiveGame, seats: tuple[GameSeat, ...], owner: Owner | None, seat_name: str) -> GameSeat | None:
    if owner is None:
        return None
    own = [seat for seat in seats if seat.owner_id == owner.pk and seat.is_person and seat.is_taken]
    for seat in own:
        if seat.seat_name == seat_name:
            return seat
    return next((seat for seat in own if seat.seat_name in game.acting), own[0] if own else None)


def get_viewer_or_404(token: str, secret: str | None, owner: Owner | None, seat_name: str = "") -> Viewer:
    """``find_viewer`` for pages. Raises ``Http404``."""
    try:
        return find_viewer(token, secret, owner, seat_name)
    except RequestRefused as refusal:
        raise Http404(refusal.code) from None

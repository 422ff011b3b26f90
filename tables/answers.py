"""Answers about a game: the body of *Look*, of an offer, of the seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from contract.registry import GAMES, character_of
from tables.clocks import write_clocks, write_moment
from tables.history import write_result
from tables.models import GameSeat, LiveGame, StreamPresence
from tables.notices import AWAY, GONE, HERE
from tables.states import GameState
from tables.stream_limits import GONE_AFTER
from web.statements import PreparedRows

_streams: Final = PreparedRows(lambda game: StreamPresence.objects.filter(game=game), int)
SUBSTITUTE: Final = "greedy"  # the level of the bot that plays on for who has left a Free-for-All


def serialize_game(game: LiveGame, seats: Iterable[GameSeat], state: GameState, seat_name: str) -> dict[str, Any]:
    """The body of *Look* for a seat's name, or "" for a spectator."""
    presences = presences_of(game, seats)
    clocks = write_clocks(game, seats, state)
    falls = [] if clocks is None else [each["falls_at"] for each in clocks["seats"].values() if each["runs"]]
    return {
        "id": game.token,
        "game": game.game,
        "mode": game.mode or None,
        "format": game.format or None,
        "version": state.version,
        "status": state.status,
        "seats": {seat.seat_name: write_seat(seat, presences, is_played_on(seat, state)) for seat in seats},
        "waiting_for": state.to_act(),
        "deadline_at": min(falls, default=None) or write_moment(due_at(game, seats, state)),
        "clock": game.clock,
        "clocks": clocks,
        "result": write_result(game, state),
        "view": state.view(state.seat_number(seat_name)),
        "offers": game.offers,
        **({"rated": True} if game.rated else {}),
    }


def is_played_on(seat: GameSeat, state: GameState) -> bool:
    """Whether a bot has the seat of a person who left, as long as the game goes on without them."""
    if not seat.has_left or not GAMES[state.game].adapter.plays_on(state):
        return False
    return state.result is None or state.result["reason"] not in ("resigned", "deadline")


def write_seat(seat: GameSeat, presences: Mapping[str, str], is_played_on: bool = False) -> dict[str, Any]:
    connected = seat.seat_name in presences
    if is_played_on:
        return {"kind": GameSeat.Kind.BOT, "name": SUBSTITUTE, "connected": connected, "level": SUBSTITUTE}
    written: dict[str, Any] = {"kind": seat.kind, "name": seat.name, "connected": connected}
    if seat.is_person:
        written["presence"] = presences.get(seat.seat_name, GONE)
    else:
        written |= bot_keys(seat.player)
    return written


def bot_keys(player: str) -> dict[str, str]:
    """What a bot is, by what its seat names: its level, and its character if it has one."""
    character = character_of(player)
    return {"level": player} if character is None else {"level": character.level, "character": player}


def presences_of(game: LiveGame, seats: Iterable[GameSeat]) -> dict[str, str]:
    """``HERE`` or ``AWAY`` for the names of the seats whose holder has a stream open, at whichever of their seats."""
    holders = {seat.seat_name: seat.owner_id or seat.seat_name for seat in seats}
    presences: dict[object, str] = {}
    for stream in open_streams(game):
        holder = holders.get(stream.seat)
        if not stream.is_away or holder not in presences:
            presences[holder] = AWAY if stream.is_away else HERE
    return {seat_name: presences[holder] for seat_name, holder in holders.items() if holder in presences}


def open_streams(game: LiveGame) -> list[StreamPresence]:
    """The streams of a game's seats whose processes beat."""
    since = timezone.now() - GONE_AFTER
    return [stream for stream in _streams(game.pk) if stream.seat and stream.heartbeat_at > since]


def due_at(game: LiveGame, seats: Iterable[GameSeat], state: GameState) -> datetime | None:
    """When the turn of now may be claimed; None without deadlines, and while no person is to act."""
    if game.deadline is None or state.engine is None:
        return None
    acting = state.to_act()
    if not any(seat.is_person and not seat.has_left and seat.seat_name in acting for seat in seats):
        return None
    return state.since + timedelta(seconds=game.deadline)

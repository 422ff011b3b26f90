"""The lobby over the network: which games have a free seat, and taking one."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from accounts.api_requests import owner_asking, owner_taking
from accounts.requests import SiteRequest
from tables.api.schemas import SCHEMAS
from tables.lobby.listing import OpenGame, free_seats, open_games
from tables.naming import name_asked
from tables.requests import first_attempt_of
from tables.services import tables
from tables.summaries import holder_name
from tables.viewers import find_game
from web.json_bodies import Form, body_of, json_response, to_text


def list_open(request: SiteRequest) -> HttpResponse:
    games = [_serialize(open_game) for open_game in open_games(owner_asking(request))]
    return json_response(to_text({"items": games}))


def _serialize(open_game: OpenGame) -> dict[str, Any]:
    game = open_game.game
    seats = list(game.seats.all())
    return {
        "id": game.token,
        "game": game.game,
        "mode": game.mode or None,
        "format": game.format or None,
        "created": game.created.isoformat(),
        "deadline": game.deadline,
        "clock": game.clock,
        "spectators": game.spectators,
        "rated": game.rated,
        "free": [seat.seat_name for seat in free_seats(game, seats)],
        "taken": {seat.seat_name: holder_name(seat) for seat in seats if seat.is_taken},
        "is_seated": open_game.is_seated,
    }


def take_seat(request: SiteRequest, token: str) -> HttpResponse:
    data = body_of(request)
    form = Form(data, SCHEMAS["TakeSeat"])
    form.check()
    game = find_game(token)
    owner = owner_taking(request)
    attempt = first_attempt_of(request, owner, f"seat of {game.pk}", data)
    attempt.look()
    name = name_asked(form.given.get("name"), owner)
    return json_response(tables.take_listed_seat(game, owner, attempt, name))

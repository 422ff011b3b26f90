"""One's own games: those with a seat of the account's, or made by it. They are played by the games API."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from accounts.models import Owner
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.writing import root_of
from tables.models import LiveGame
from tables.own_games.queries import games_of, waiting_games
from tables.summaries import holder_name
from web.lists import paginated_response, slice_of
from web.refusals import RequestRefused

STATES: Final = ("turn", "running", "over")


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    """The oldest first; ``state`` chooses."""
    page = slice_of(request, "state")
    rows = _chosen(caller.owner, request.GET.get("state"))
    turns = set(waiting_games(caller.owner).values_list("pk", flat=True))
    root = root_of(request)
    return paginated_response(
        request,
        rows.prefetch_related("seats__owner__user"),
        page,
        lambda game: serialize_game(game, caller.owner, root, is_turn=game.pk in turns),
    )


def _chosen(owner: Owner, state: str | None) -> QuerySet[LiveGame]:
    """Raises ``RequestRefused`` for a state that there is not."""
    games = games_of(owner)
    if state == "turn":
        return waiting_games(owner)
    if state == "running":
        return games.exclude(status=LiveGame.Status.OVER)
    if state == "over":
        return games.filter(status=LiveGame.Status.OVER)
    if state is not None:
        raise RequestRefused(400, "bad-request", f"'state' is one of {', '.join(STATES)}", "/state", faults=[])
    return games


def serialize_game(game: LiveGame, owner: Owner, root: str, *, is_turn: bool) -> dict[str, Any]:
    seats = {
        seat.seat_name: {
            "kind": seat.kind,
            "name": holder_name(seat) or None,
            "own": seat.owner_id == owner.pk,
            "free": seat.is_free,
        }
        for seat in game.seats.all()
    }
    return {
        "id": game.token,
        "game": game.game,
        "mode": game.mode,
        "format": game.format or None,
        "status": game.status,
        "version": game.version,
        "turn": is_turn,
        "seats": seats,
        "result": game.result,
        "api": root + reverse("play-api:game", args=[game.token]),
        "url": root + game.get_absolute_url(),
        "created": game.created.isoformat(),
        "updated": game.updated.isoformat(),
    }

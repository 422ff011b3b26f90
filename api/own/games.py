"""One's own games: those with a seat of the account's, or made by it. They are played by the games API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import BigIntegerField, Case, F, QuerySet, When
from django.http import HttpResponse
from django.urls import reverse

from accounts.models import Owner
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.writing import root_of
from tables.models import GameSeat, LiveGame
from tables.own_games.queries import games_of, waiting_games
from tables.summaries import holder_name
from web.lists import paginated_response, slice_of
from web.refusals import RequestRefused

STATES: Final = ("turn", "running", "over")
_FAR: Final = 2**40  # beyond all keys
_PLACE: Final = Case(
    When(status=LiveGame.Status.OVER, then=2 * _FAR - F("pk")),
    default=_FAR - F("pk"),
    output_field=BigIntegerField(),  # or Django finds nothing beyond what an IntegerField of PostgreSQL holds
)


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Those that go on first, and the latest first; ``state`` chooses. One that ends between two pages may come once
    more, as it is then."""
    page = slice_of(request, "state")
    rows = _chosen(caller.owner, request.GET.get("state")).annotate(place=_PLACE)
    turns = set(waiting_games(caller.owner).values_list("pk", flat=True))
    root = root_of(request)
    return paginated_response(
        request,
        rows.prefetch_related("seats__owner__user"),
        page,
        lambda game: serialize_game(game, caller.owner, root, is_turn=game.pk in turns),
        by="place",
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


def played_games(owner: Owner) -> QuerySet[LiveGame]:
    """The games in which somebody has a seat; moments of the first game are none."""
    seats = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, is_taken=True).order_by()
    return LiveGame.objects.filter(pk__in=seats.values("game"), first_game_moment=None)


def all_games(owner: Owner, root: str) -> Iterator[dict[str, Any]]:
    """Those of one's own, as the list tells them, the oldest first."""
    turns = set(waiting_games(owner).values_list("pk", flat=True))
    games = games_of(owner).order_by("pk").prefetch_related("seats__owner__user")
    return (serialize_game(game, owner, root, is_turn=game.pk in turns) for game in games.iterator(500))


def seats_to_act(game: LiveGame, owner: Owner) -> list[str]:
    """The names of somebody's seats in a game whose turn it is."""
    if game.status in (LiveGame.Status.WAITING, LiveGame.Status.OVER):
        return []
    own = (seat for seat in game.seats.all() if seat.owner_id == owner.pk and seat.is_person and not seat.has_left)
    return [seat.seat_name for seat in own if seat.is_taken and seat.seat_name in game.acting]


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

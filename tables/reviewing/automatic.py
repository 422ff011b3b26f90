"""Reviews that begin by themselves when a game has ended: after all other work, and only so many."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from background import lanes
from background import services as background
from contract.registry import GAMES
from contract.reviews import GameReviewer
from tables.models import BotTurn, GameReview, LiveGame
from tables.services.log import game_ended
from tables.states import GameState

SPAN: Final = timedelta(hours=1)
OF_ONE: Final = 6  # in that span, of the games of one visitor
WAITING: Final = 60  # at a time, of all; who comes later asks by a press


def start() -> None:
    """Has games reviewed that end from now on."""
    game_ended.connect(begin)


def begin(game: LiveGame, state: GameState, **_: Any) -> GameReview | None:
    """A receiver of ``game_ended``: has a game reviewed if people with a browser of ours have played in it.

    Programs that play by the API alone have no page to read it on.
    """
    reviewer = GAMES[game.game].reviewer
    if reviewer is None or state.setup.get("guide") or not _is_played_by_people(reviewer, game, state):
        return None
    asker, now = _asker(game), timezone.now()
    automatic = GameReview.objects.filter(is_automatic=True)
    if automatic.filter(asker=asker, begun__range=(now - SPAN, now + SPAN)).count() >= OF_ONE:
        return None
    if automatic.filter(state__in=GameReview.BUSY).count() >= WAITING:
        return None
    values = {"is_automatic": True, "asker": asker, "lane": asker}
    review, is_new = GameReview.objects.get_or_create(game=game, defaults=values)
    if is_new:
        background.queue(job=review)
    return review


def _is_played_by_people(reviewer: GameReviewer, game: LiveGame, state: GameState) -> bool:
    people = {state.seat_number(seat.seat_name) for seat in game.seats.all() if seat.is_person and seat.owner_id}
    return any(done.version and done.seat in people and reviewer.is_judged(done) for done in state.done)


def _asker(game: LiveGame) -> str:
    """The lane of whoever has made the last move; where a worker moved a bot, of whoever it moved for."""
    moving = BotTurn.objects.filter(game=game).values_list("lane", flat=True).first()
    return lanes.lane_of_now() or moving or lanes.UPKEEP

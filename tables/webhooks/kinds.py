"""The kinds of events that addresses are told of, and what is said of each."""

from __future__ import annotations

from typing import Final

from tables.models import LiveGame, WebhookEvent
from tables.occasions import EventWords, occasions
from tables.summaries import summary_of
from tables.telling import is_looking, seats_concerned, title_of

TURN_BEGAN: Final = "turn.began"
GAME_BEGAN: Final = "game.began"
TEST: Final = "test"


def of_game(event: WebhookEvent) -> EventWords | None:
    """A turn of a live game, or that it has begun."""
    game = LiveGame.objects.filter(token=event.about).first()
    if game is None:
        return None
    owner, begins = event.hook.owner_id, event.kind == GAME_BEGAN
    seat_names = seats_concerned(game, owner, event.letters, event.since, begins=begins)
    if not seat_names or is_looking(game, owner):
        return None
    waiting = [seat_name for seat_name in seat_names if seat_name in game.acting]
    title = title_of(is_turn=bool(waiting), begins=begins)
    more = {"game": game.token, "kind": game.game, "your_turn": bool(waiting)}
    return EventWords(title, str(summary_of(game)), game.get_absolute_url(), waiting or seat_names, more)


def words_of(event: WebhookEvent) -> EventWords | None:
    """What is told of an event, in the language of the moment; None where nobody has to be told any more."""
    if event.kind in (TURN_BEGAN, GAME_BEGAN):
        return of_game(event)
    return next((words for occasion in occasions if (words := occasion.words_of(event))), None)

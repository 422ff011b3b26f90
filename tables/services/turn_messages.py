"""When somebody is to be told: in the transaction after which it is their turn, or their game has begun.

What is told, and whether it still has to be, is decided when it is sent (``tables.pushing.sending``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from background import services as background
from tables.models import BrowserMessage, GameSeat, LiveGame, LogEntry, PushSubscription, TurnMessage
from tables.services.game_mails import has_days, mail_turns
from tables.states import GameState
from tables.telling import is_anybody_told
from tables.webhooks import kinds, queueing

GRACE: Final = queueing.GRACE
TRIES: Final = 3  # a worker may be writing down at this moment what became of the turn before


def tell_after(game: LiveGame, before: GameState, after: GameState, rows: Sequence[LogEntry]) -> None:
    """Has those told whose turn has begun with these entries, or all where the game has; not those who did them."""
    if not (is_anybody_told() or has_days(game)):
        return
    begins = before.engine is None and after.engine is not None
    turn_is_new = begins or before.since != after.since
    seat_names = {seat_name for seat_name in after.to_act() if turn_is_new or seat_name not in before.to_act()}
    if begins:
        seat_names = {seat.seat_name for seat in _seats(game)} | seat_names
    _queue(game, after, seat_names - {row.seat for row in rows}, begins=begins)


def tell_begun(game: LiveGame, state: GameState) -> None:
    """Has all told who have a seat in a game that began when it was made."""
    if state.engine is not None and (is_anybody_told() or has_days(game)):
        _queue(game, state, {seat.seat_name for seat in _seats(game)}, begins=True)


def _seats(game: LiveGame) -> list[GameSeat]:
    return list(game.seats.filter(kind=GameSeat.Kind.PERSON, owner__isnull=False, has_left=False))


def _queue(game: LiveGame, state: GameState, seat_names: Collection[str], *, begins: bool) -> None:
    if not seat_names or state.engine is None or state.result is not None:
        return
    if state.setup.get("guide"):  # the first game is played on one page
        return
    named: dict[UUID, list[str]] = defaultdict(list)
    for seat in _seats(game):
        if seat.seat_name in seat_names and seat.owner_id is not None:
            named[seat.owner_id].append(seat.seat_name)
    seat_names_of = {owner: ",".join(names) for owner, names in named.items()}
    tell_browsers(TurnMessage, seat_names_of, {"game": game}, {"turn": state.since, "begins": begins})
    mail_turns(game, {owner for owner, names in named.items() if set(names) & set(state.to_act())})
    kind = kinds.GAME_BEGAN if begins else kinds.TURN_BEGAN
    queueing.tell_addresses(kind, seat_names_of, about=game.token, since=state.since)


def tell_browsers(
    kind: type[BrowserMessage], seat_names_of: Mapping[UUID, str], where: Mapping[str, Any], about: Mapping[str, Any]
) -> None:
    """Queues a message for each browser of these owners, in the place of one about the same ``where`` that waits."""
    if not settings.VAPID_PRIVATE_KEY:
        return
    # Held until the transaction ends: a browser that is told no more from this moment on does not undo a move.
    browsers = PushSubscription.objects.select_for_update(no_key=True).filter(owner__in=list(seat_names_of))
    for browser in browsers.order_by("pk"):
        values = {"letters": seat_names_of[browser.owner_id], **about}
        message, _new = kind._default_manager.get_or_create(subscription=browser, **where, defaults=values)
        after = timezone.now() + GRACE
        any(background.queue(job=message, after=after, tries=0, **values) for _ in range(TRIES))

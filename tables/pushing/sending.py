"""A worker's part: whether a browser still has to be told, in which words, and what to do where it could not be."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Final, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone, translation

from background import services as background
from background.services import Lease
from tables.models import BrowserMessage, LiveGame, PushSubscription, Told, TurnMessage
from tables.pushing.transport import Outcome, send
from tables.services.game_mails import settings_of
from tables.summaries import summary_of
from tables.telling import is_looking, seats_concerned, title_of

logger = logging.getLogger(__name__)

M = TypeVar("M", bound=BrowserMessage)

KEPT_FOR: Final = 24 * 3600  # seconds for which a service keeps a message for a browser that is away
MAX_TRIES: Final = 4
FIRST_WAIT: Final = 30  # seconds; four times as long with each try
LONGEST_WAIT: Final = 3600  # seconds; a service that wants more is not asked again about this turn


def work(message_id: int) -> None:
    """A worker's task: tells one browser of one game, if it is still true and nobody is looking."""
    lease = background.claim(TurnMessage.objects.select_related("game", "subscription"), message_id)
    if lease is None:
        return
    with lease:
        message = lease.job
        game, owner = message.game, message.subscription.owner_id
        seat_names = seats_concerned(game, owner, message.letters, message.turn, begins=message.begins)
        is_wanted = bool(settings.VAPID_PRIVATE_KEY) and settings_of(owner).by_push(Told.TURN)
        if not is_wanted or not seat_names or is_looking(game, owner):
            lease.drop()
            return
        browser = message.subscription
        body = write(game, seat_names, browser.language, begins=message.begins)
        seconds = min(KEPT_FOR, game.deadline or KEPT_FOR)
        outcome = send(browser, body, topic=game.token, seconds=seconds)
        settle(lease, outcome)


def write(game: LiveGame, seat_names: Iterable[str], language: str, *, begins: bool) -> bytes:
    """The message to a browser as JSON: which game it is and that it is one's turn, which its owner may know anyway."""
    with translation.override(language):
        title = title_of(is_turn=any(seat_name in game.acting for seat_name in seat_names), begins=begins)
        message = {"game": game.token, "url": game.get_absolute_url(), "title": title, "body": str(summary_of(game))}
    return json.dumps(message, ensure_ascii=False).encode()


def settle(lease: Lease[M], outcome: Outcome) -> None:
    """Ends a message by what became of it, or has it tried again later; a browser that is gone is forgotten."""
    browser = lease.job.subscription
    if outcome.is_sent:
        lease.finish()
        PushSubscription.objects.filter(pk=browser.pk).update(told=timezone.now())
    elif outcome.is_gone:
        lease.drop()
        browser.delete()
    elif outcome.is_for_later:
        tries = lease.job.tries + 1
        wait = max(FIRST_WAIT * 4 ** (tries - 1), outcome.wait)
        if tries >= MAX_TRIES or wait > LONGEST_WAIT:
            lease.fail(tries=tries)
        else:
            lease.requeue(after=timezone.now() + timedelta(seconds=wait), tries=tries)
    else:
        host = urlsplit(browser.endpoint).netloc  # the rest of it is the browser's secret
        logger.warning("The push service %s refuses a message: %s", host, outcome.status)
        lease.fail()

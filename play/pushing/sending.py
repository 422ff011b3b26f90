"""A worker's part: whether a browser still has to be told, in which words, and what to do where it could not be."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from background import services as background
from background.services import Lease
from play.models import GameSeat, LiveGame, PushSubscription, StreamPresence, TurnMessage
from play.pushing.transport import Outcome, send
from play.stream_limits import GONE_AFTER
from play.summaries import summary_of

logger = logging.getLogger(__name__)

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
        letters = _concerned(message)
        if not settings.VAPID_PRIVATE_KEY or not letters or _is_looking(message):
            lease.drop()
            return
        browser = message.subscription
        body = write(message.game, letters, browser.language, begins=message.begins)
        seconds = min(KEPT_FOR, message.game.deadline or KEPT_FOR)
        outcome = send(browser, body, topic=message.game.token, seconds=seconds)
        _settle(lease, outcome)


def _concerned(message: TurnMessage) -> list[str]:
    """The letters of the seats that a message is still about; none when the game has gone on since."""
    game = message.game
    if game.status == LiveGame.Status.OVER or (game.turn_began != message.turn and not message.begins):
        return []
    own = GameSeat.objects.filter(game=game, owner=message.subscription.owner_id, has_left=False, is_taken=True)
    letters = [letter for letter in own.values_list("letter", flat=True) if letter in message.letters]
    return [letter for letter in letters if message.begins or letter in game.to_act]


def _is_looking(message: TurnMessage) -> bool:
    """Whether the owner has the game open in some window, at whichever of their seats."""
    own = GameSeat.objects.filter(game=message.game, owner=message.subscription.owner_id).values("letter")
    since = timezone.now() - GONE_AFTER
    return StreamPresence.objects.filter(game=message.game, seat__in=own, heartbeat_at__gt=since).exists()


def write(game: LiveGame, letters: Iterable[str], language: str, *, begins: bool) -> bytes:
    """The message to a browser as JSON: which game it is and that it is one's turn, which its owner may know anyway."""
    with translation.override(language):
        is_turn = any(letter in game.to_act for letter in letters)
        if not begins:
            title = _("It is your turn.")
        elif is_turn:
            title = _("Your game has begun: it is your turn.")
        else:
            title = _("Your game has begun.")
        told = {"game": game.token, "url": game.get_absolute_url(), "title": title, "body": str(summary_of(game))}
    return json.dumps(told, ensure_ascii=False).encode()


def _settle(lease: Lease[TurnMessage], outcome: Outcome) -> None:
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

"""Saying one of a few phrases, or showing one of a few pictures. Each reader reads it in their own language.

A phrase is a notice (``models.GameNotice``): no entry of the log, so no version, no action, nothing of the record. It
goes to all who watch the game, and is swept away with the other notices.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.locks import lock_row
from tables.models import GameNotice, GameSeat, LiveGame
from tables.notices import PHRASE
from tables.services.acting import claim_seat
from tables.services.log import add_notice
from tables.viewers import Viewer
from web.refusals import RequestRefused

PHRASES: Final[dict[str, Any]] = {
    "hello": _("Hello"),
    "good-luck": _("Good luck"),
    "nice-move": _("Nice move"),
    "thank-you": _("Thank you"),
    "well-played": _("Well played"),
    "one-moment": _("One moment, please"),
}
EMOTES: Final[dict[str, Any]] = {  # called as their pictures are
    "delighted": _("Delighted"),
    "surprised": _("Surprised"),
    "think": _("Thinking"),
    "shrug": _("Shrug"),
    "tear-tracks": _("In tears"),
    "party-popper": _("Hooray"),
}
SAYINGS: Final = {**PHRASES, **EMOTES}
PAUSE: Final = timedelta(seconds=3)  # between two phrases of a seat
SPAN: Final = timedelta(minutes=5)
MAX_PHRASES: Final = 10  # of a seat in that span
SHOWN_FOR: Final = timedelta(seconds=20)  # to somebody who opens the page


def say(viewer: Viewer, phrase: str) -> None:
    """Says a phrase for the viewer's seat.

    Raises ``RequestRefused``: ``no-seat`` for whoever only watches, ``unknown-phrase``, ``too-many-requests``.
    """
    seat = claim_seat(viewer)
    if phrase not in SAYINGS:
        raise RequestRefused(422, "unknown-phrase", "no such phrase")
    with transaction.atomic():
        lock_row(GameSeat, seat.pk)
        now = timezone.now()
        said = _said(viewer.game).filter(data__seat=seat.seat_name, at__range=(now - SPAN, now + SPAN))
        if said.filter(at__range=(now - PAUSE, now + PAUSE)).exists() or said.count() >= MAX_PHRASES:
            headers = {"Retry-After": str(int(PAUSE.total_seconds()))}
            raise RequestRefused(429, "too-many-requests", "too many phrases at once", headers=headers)
        add_notice(viewer.game, {"kind": PHRASE, "seat": seat.seat_name, "phrase": phrase})


def recent_phrases(game: LiveGame, after: int = 0) -> list[tuple[int, str, str]]:
    """The phrases of the last seconds, the latest last: their notices' keys, the seats' names and the phrases.

    ``after`` is the key of the last one that is known.
    """
    now = timezone.now()
    notices = _said(game).filter(pk__gt=after, at__range=(now - SHOWN_FOR, now + SHOWN_FOR)).order_by("pk")
    phrases = ((notice.pk, notice.data["seat"], notice.data["phrase"]) for notice in notices)
    return [said for said in phrases if said[2] in SAYINGS]


def _said(game: LiveGame) -> Any:
    return GameNotice.objects.filter(game=game, data__kind=PHRASE)

"""Messages to those who have no page open, to their browsers and addresses: a session waits for them.

Queued in the transaction after which it does (``entering``), and sent by a worker if it is still true and nobody looks.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import Owner
from background import services as background
from engine.decks.sessions.ledger_events import ORGANISER
from engine.decks.sessions.ledger_state import SessionState
from mutation.models import MutationSession, SessionMessage, SessionSeat
from mutation.services.turns import SessionTurn, turn_of
from mutation.services.waiting import waits_for
from mutation.viewers import SessionViewer
from tables.models import WebhookEvent
from tables.occasions import SESSION_WAITS, EventWords
from tables.pushing.sending import KEPT_FOR, settle
from tables.pushing.transport import send
from tables.services.turn_messages import tell_browsers
from tables.telling import is_anybody_told, title_of
from tables.webhooks.queueing import tell_addresses

NOTED_EVERY: Final = timedelta(seconds=20)  # that somebody looks; their page asks every few seconds
GONE_AFTER: Final = timedelta(seconds=45)


def note_look(viewer: SessionViewer) -> None:
    """Notes that the seats of a viewer have the session open: they need not be told."""
    if not is_anybody_told():
        return
    now = timezone.now()
    stale = [seat.pk for seat in viewer.seats if seat.letter in viewer.held and _is_older(seat, now, NOTED_EVERY)]
    if stale:
        SessionSeat.objects.filter(pk__in=stale).update(looked_at=now)


def _is_older(seat: SessionSeat, now: datetime, than: timedelta) -> bool:
    return seat.looked_at is None or abs(now - seat.looked_at) > than


def tell_after(
    session: MutationSession,
    before: SessionState,
    after: SessionState,
    events: Sequence[Mapping[str, Any]],
    owner: Owner | None,
) -> None:
    """Has those told who are waited for since these events; not whoever has entered them."""
    if not is_anybody_told():
        return
    known = set(waits_for(before))
    authors = {"" if event["by"] == ORGANISER else event["by"] for event in events}
    letters = {task.seat for task in waits_for(after) if task not in known} - authors
    if not letters:
        return
    letters_of: dict[UUID, str] = defaultdict(str)
    for seat in session.seats.filter(kind=SessionSeat.Kind.PERSON, is_taken=True, owner__isnull=False):
        if seat.letter in letters and seat.owner_id is not None:
            letters_of[UUID(str(seat.owner_id))] += seat.letter
    if "" in letters and session.owner_id is not None:
        letters_of[UUID(str(session.owner_id))] += SessionMessage.ORGANISES
    if owner is not None:
        letters_of.pop(UUID(str(owner.pk)), None)
    now = timezone.now()
    tell_browsers(SessionMessage, letters_of, {"session": session}, {"asked": now})
    tell_addresses(SESSION_WAITS, letters_of, about=session.token, since=now)


def work(message_id: int) -> None:
    """A worker's task: tells one browser of one session, if it still waits and nobody is looking."""
    queryset = SessionMessage.objects.select_related("session__deal", "subscription")
    lease = background.claim(queryset, message_id)
    if lease is None:
        return
    with lease:
        body = write(lease.job) if settings.VAPID_PRIVATE_KEY else b""
        if not body:
            lease.drop()
            return
        message = lease.job
        settle(lease, send(message.subscription, body, topic=message.session.token, seconds=KEPT_FOR))


def write(message: SessionMessage) -> bytes:
    """The message as JSON in its browser's language; empty where there is nothing to be told any more."""
    with translation.override(message.subscription.language):
        turn = _turn(message.session, message.subscription.owner_id, message.letters)
        if turn is None:
            return b""
        session = turn.session
        payload = {
            "game": session.token,
            "url": session.get_absolute_url(),
            "title": title_of(is_turn=True, begins=False),
            "body": turn.said,
        }
        return json.dumps(payload, ensure_ascii=False).encode()


def of_session(event: WebhookEvent) -> EventWords | None:
    """What an address is told of a session; None where there is nothing to be told any more."""
    session = MutationSession.objects.select_related("deal").filter(token=event.about).first()
    turn = session and _turn(session, event.hook.owner_id, event.letters)
    if not turn:
        return None
    more = {"game": turn.session.token, "kind": "mutation-session", "your_turn": True}
    seats = [letter for letter in event.letters if letter != SessionMessage.ORGANISES]
    title = title_of(is_turn=True, begins=False)
    return EventWords(title, turn.said, turn.session.get_absolute_url(), seats, more)


def _turn(session: MutationSession, owner: UUID, among: str) -> SessionTurn | None:
    """What an owner is waited for at seats of these letters; nothing if one of their seats has the session open."""
    now = timezone.now()
    own = list(SessionSeat.objects.filter(session=session, owner=owner, is_taken=True))
    if any(not _is_older(seat, now, GONE_AFTER) for seat in own):
        return None
    letters = [seat.letter for seat in own if seat.letter in among]
    if SessionMessage.ORGANISES in among and str(session.owner_id) == str(owner):
        letters.append("")
    return turn_of(session, letters)

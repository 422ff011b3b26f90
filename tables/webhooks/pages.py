"""What the pages of an owner's addresses show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Webhook, WebhookEvent
from tables.webhooks.kinds import GAME_BEGAN, TEST, TURN_BEGAN
from tables.webhooks.sending import NO_KEY
from web.outgoing import transport

LISTED: Final = 20
FAULTS: Final[dict[str, Promise]] = {
    transport.BAD_ADDRESS: gettext_lazy("address not allowed"),
    transport.UNKNOWN_NAME: gettext_lazy("host not found"),
    transport.NOT_PUBLIC: gettext_lazy("the host resolves to a private network"),
    transport.NO_CONNECTION: gettext_lazy("no connection"),
    transport.BAD_CERTIFICATE: gettext_lazy("invalid certificate"),
    transport.TOO_SLOW: gettext_lazy("timed out"),
    transport.NO_ANSWER: gettext_lazy("connection closed without an answer"),
    NO_KEY: gettext_lazy("this site has a new key: renew the secret"),
}
KINDS: Final[dict[str, Promise]] = {
    TURN_BEGAN: gettext_lazy("your turn"),
    GAME_BEGAN: gettext_lazy("game started"),
    "session.waits": gettext_lazy("session waiting"),
    TEST: gettext_lazy("test"),
}


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in the list of an address: ``outcome`` in words, ``mark`` one of ``good``, ``bad`` and ``""``.

    ``may_go_again`` is for what was sent before, and is not about to be.
    """

    at: datetime
    kind: str
    event: str
    outcome: str
    mark: str
    tries: tuple[tuple[datetime | None, str], ...]
    may_go_again: bool


def former_counts(hook: Webhook) -> bool:
    """Whether messages are signed with two secrets at the moment."""
    return bool(hook.sealed_former) and hook.former_until is not None and hook.former_until > timezone.now()


def rows_of(hook: Webhook) -> list[EventRow]:
    """The last events of an address, the latest first."""
    return [_row(event) for event in hook.events.all()[:LISTED]]


def _row(event: WebhookEvent) -> EventRow:
    tries = tuple(
        (parse_datetime(attempt["at"]), _answer(attempt["status"], attempt["fault"])) for attempt in event.tries
    )
    state_words, mark = {
        WebhookEvent.State.WAITING: (_("will retry") if tries else _("waiting"), ""),
        WebhookEvent.State.RUNNING: (_("sending"), ""),
        WebhookEvent.State.DONE: (_("delivered"), "good"),
        WebhookEvent.State.FAILED: (_("not delivered"), "bad"),
        WebhookEvent.State.CANCELLED: (_("no longer needed: you were there, or the game moved on"), ""),
    }[WebhookEvent.State(event.state)]
    may_go_again = bool(event.body) and not event.is_busy
    kind = str(KINDS.get(event.kind, event.kind))
    return EventRow(event.created, kind, event.event, state_words, mark, tries, may_go_again)


def _answer(status: int, fault: str) -> str:
    if fault:
        return str(FAULTS.get(fault, fault))
    return _("answered %(status)d") % {"status": status}

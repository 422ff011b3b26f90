"""Which streams are open, in all processes: rows that count while their process beats."""

from __future__ import annotations

import os
import secrets
import socket
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.api_requests import owner_asking
from accounts.limits import address_of
from accounts.requests import SiteRequest
from background.meters import Meter
from tables.models import StreamPresence
from tables.services.log import touch
from tables.stream_limits import AWAY_AFTER, FORGOTTEN_AFTER, GONE_AFTER, SIGN_EVERY
from tables.viewers import Viewer

_HOST: Final = socket.gethostname()[:40]
PROCESS: Final = f"{_HOST} {os.getpid()} {secrets.token_hex(4)}"

CHANGES: Final = Meter("play-presence", 20, 60)  # since each has all streams of a game look for what is new


class StreamClient(NamedTuple):
    """Who has a stream open, as keyed hashes: they tell clients and addresses apart, and do not say who they are."""

    client: str = ""
    address: str = ""


def client_of(request: SiteRequest, viewer: Viewer) -> StreamClient:
    """The client of a request: a seat's token, a guest or an account, a browser that is nobody yet; else its address.

    What is no token of a seat tells nobody apart, since anybody can make one up.
    """
    cookie, address = request.COOKIES.get(settings.CSRF_COOKIE_NAME), address_of(request)
    if viewer.is_by_secret:
        who = address if viewer.seat is None else f"seat {viewer.seat.pk}"
    elif (owner := owner_asking(request)) is not None:
        who = f"owner {owner.pk}"
    else:
        who = f"browser {cookie}" if cookie else address
    return StreamClient(_hash(who), _hash(address))


def _hash(text: str) -> str:
    return salted_hmac("play.streams", text.encode("utf-8", "replace")).hexdigest()


def give_sign(request: SiteRequest, viewer: Viewer, *, is_away: bool) -> None:
    """Notes a sign of life of a client's pages at a game, or that nobody looks at one of them: little is written, since
    only what changes is told."""
    now = timezone.now()
    client = client_of(request, viewer).client
    streams = StreamPresence.objects.filter(game=viewer.game, client=client, heartbeat_at__gt=now - GONE_AFTER).exclude(
        seat=""
    )
    changing = streams.exclude(is_away=is_away)
    count = changing.count()
    if is_away and count > 1:
        count = 0  # another page may be looked at: if none is, their silence tells
    if count and not (settings.LIMITS and CHANGES.take({client: 1}, 1)):
        changing.update(is_away=is_away, seen_at=now)
        touch(viewer.game.pk)
    else:
        is_due = Q(seen_at=None) if is_away else Q(seen_at=None) | Q(seen_at__lt=now - SIGN_EVERY)
        streams.filter(is_due).update(seen_at=now)


def send_heartbeat() -> None:
    """Notes a heartbeat of this process, which of its pages have become silent, and which processes have."""
    now = timezone.now()
    own = StreamPresence.objects.filter(process=PROCESS)
    changed = _games(own.filter(heartbeat_at__lt=now - GONE_AFTER))  # the database was out of reach
    own.update(heartbeat_at=now)
    silent = own.filter(is_away=False, seen_at__lt=now - AWAY_AFTER)
    if away := _games(silent):
        silent.update(is_away=True)
        changed |= away
    touch(
        *changed | _games(StreamPresence.objects.filter(heartbeat_at__range=(now - 2 * GONE_AFTER, now - GONE_AFTER)))
    )
    _delete(_of_dead_processes())


def sweep_dead() -> None:
    """Deletes the streams of processes that are gone: of this machine's at once, of others' after a long silence."""
    _delete(_of_dead_processes())
    for process in StreamPresence.objects.filter(process__startswith=f"{_HOST} ").values_list("process").distinct():
        number = process[0].split()[1]
        if not _is_alive(int(number)):
            _delete(StreamPresence.objects.filter(process=process[0]))


def _of_dead_processes() -> QuerySet[StreamPresence]:
    """Not of those that are only silent: they may come back, and do not note their streams once more."""
    now = timezone.now()  # a heartbeat from the future is what a clock leaves behind that was put back
    return StreamPresence.objects.exclude(heartbeat_at__range=(now - FORGOTTEN_AFTER, now + FORGOTTEN_AFTER))


def _delete(streams: QuerySet[StreamPresence]) -> None:
    if games := _games(streams):
        streams.delete()
        touch(*games)


def _games(streams: QuerySet[StreamPresence]) -> set[int]:
    return set(streams.order_by().values_list("game", flat=True).distinct())


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

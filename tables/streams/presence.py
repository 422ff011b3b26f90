"""Which streams are open, in all processes: rows that count while their process beats."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.api_requests import owner_asking
from accounts.limits import address_of
from accounts.requests import SiteRequest
from tables.models import StreamPresence
from tables.services.log import touch
from tables.stream_limits import AWAY_AFTER, GONE_AFTER, SIGN_EVERY
from tables.viewers import Viewer

_HOST: Final = socket.gethostname()[:40]
PROCESS: Final = f"{_HOST} {os.getpid()} {secrets.token_hex(4)}"


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
    """Notes a sign of life of a client's pages at a seat, or that nobody looks at them: little is written, since only
    what changes is told."""
    streams = StreamPresence.objects.filter(
        game=viewer.game, seat=viewer.seat_name, client=client_of(request, viewer).client
    )
    now = timezone.now()
    if streams.exclude(is_away=is_away).update(is_away=is_away, seen_at=now):
        touch(viewer.game.pk)
    elif not is_away:
        streams.filter(Q(seen_at=None) | Q(seen_at__lt=now - SIGN_EVERY)).update(seen_at=now)


def send_heartbeat() -> None:
    """Notes a heartbeat of this process, which of its pages have become silent, and which processes have."""
    now = timezone.now()
    own = StreamPresence.objects.filter(process=PROCESS)
    own.update(heartbeat_at=now)
    silent = own.filter(is_away=False, seen_at__lt=now - AWAY_AFTER)
    if games := _games(silent):
        silent.update(is_away=True)
        _tell(games)
    _delete(_of_silent_processes())


def sweep_dead() -> None:
    """Deletes the streams of processes that are gone: of this machine's at once, of others' when they are silent."""
    _delete(_of_silent_processes())
    for process in StreamPresence.objects.filter(process__startswith=f"{_HOST} ").values_list("process").distinct():
        number = process[0].split()[1]
        if not _is_alive(int(number)):
            _delete(StreamPresence.objects.filter(process=process[0]))


def _of_silent_processes() -> QuerySet[StreamPresence]:
    now = timezone.now()  # a heartbeat from the future is what a clock leaves behind that was put back
    return StreamPresence.objects.exclude(heartbeat_at__range=(now - GONE_AFTER, now + GONE_AFTER))


def _delete(streams: QuerySet[StreamPresence]) -> None:
    if games := _games(streams):
        streams.delete()
        _tell(games)


def _games(streams: QuerySet[StreamPresence]) -> list[int]:
    return list(streams.order_by().values_list("game", flat=True).distinct())


def _tell(games: Iterable[int]) -> None:
    for game in games:
        touch(game)


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

"""Which streams are open, in all processes: rows that count while their process beats."""

from __future__ import annotations

import os
import secrets
import socket
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.api_requests import owner_asking
from accounts.limits import address_of
from accounts.requests import SiteRequest
from tables.models import StreamPresence
from tables.stream_limits import GONE_AFTER
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


def send_heartbeat() -> None:
    StreamPresence.objects.filter(process=PROCESS).update(heartbeat_at=timezone.now())


def sweep_dead() -> None:
    """Deletes the streams of processes that are gone: of this machine's at once, of others' when they are silent."""
    now = timezone.now()  # a heartbeat from the future is what a clock leaves behind that was put back
    StreamPresence.objects.exclude(heartbeat_at__range=(now - GONE_AFTER, now + GONE_AFTER)).delete()
    for process in StreamPresence.objects.filter(process__startswith=f"{_HOST} ").values_list("process").distinct():
        number = process[0].split()[1]
        if not _is_alive(int(number)):
            StreamPresence.objects.filter(process=process[0]).delete()


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

"""Which streams are open, in all processes: rows that count while their process beats."""

from __future__ import annotations

import os
import secrets
import socket
from typing import Final

from django.utils import timezone
from django.utils.crypto import salted_hmac

from play.models import StreamPresence
from play.stream_limits import GONE_AFTER

_HOST: Final = socket.gethostname()[:40]
PROCESS: Final = f"{_HOST} {os.getpid()} {secrets.token_hex(4)}"


def client_of(address: str) -> str:
    """A keyed hash that tells clients apart: it does not say who they are."""
    return salted_hmac("play.streams", address).hexdigest()


def beat() -> None:
    """Notes a heartbeat of this process and its streams."""
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

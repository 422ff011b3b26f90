"""The daily sweep: each room says what of its own nobody needs any more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from background import pulse
from background.models import Heartbeat
from web.registry import Registry

logger = logging.getLogger(__name__)

FORGOTTEN_AFTER: Final = timedelta(days=1)  # what a worker left that is gone: its last sign of life
_sweeps: Final[Registry[Callable[[], int]]] = Registry()


def register(name: str, sweep: Callable[[], int]) -> None:
    """Has it done each day; ``sweep`` says how much it swept away."""
    _sweeps.register(name, sweep)


def sweep_all() -> None:
    """Does all of it. What goes wrong with one is logged, and keeps nobody from doing the others."""
    for name, sweep in _sweeps.items():
        try:
            count = sweep()
        except Exception:
            logger.exception("Sweeping away %s failed", name)
        else:
            if count:
                logger.info("Swept away %s: %d", name, count)


def _workers() -> int:
    now = timezone.now()
    return Heartbeat.objects.exclude(heartbeat_at__range=(now - FORGOTTEN_AFTER, now + FORGOTTEN_AFTER)).delete()[0]


register("workers that are gone", _workers)
register("outages of long ago", pulse.sweep)

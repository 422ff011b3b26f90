"""What of the news nobody needs any more."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from background.upkeep import register
from grimoire.models import NewsMessage

KEPT_FOR: Final = timedelta(days=2)


def sweep_messages() -> int:
    """Deletes messages to browsers that were sent, or are not sent any more."""
    old = NewsMessage.objects.filter(since__lt=timezone.now() - KEPT_FOR)
    return old.exclude(state__in=NewsMessage.BUSY).delete()[0]


def start() -> None:
    register("old news", sweep_messages)

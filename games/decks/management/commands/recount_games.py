"""manage.py recount_games"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.decks.statistics.counting import recount


class Command(BaseCommand):
    help = "Makes the statistics of finished games anew: how often cards, decks and Champions won."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{recount()} games counted")

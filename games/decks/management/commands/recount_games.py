"""manage.py recount_games"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.decks.statistics.counting import recount


class Command(BaseCommand):
    help = "Counts the wins of cards, decks and Champions again, from all finished games."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"Counted {recount()} games.")

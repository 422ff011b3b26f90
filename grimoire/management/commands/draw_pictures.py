"""manage.py draw_pictures"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from grimoire.booklets.tasks import draw_now, draw_of_site
from grimoire.models import Puzzle


class Command(BaseCommand):
    help = "Draws the link preview pictures of the site and all published puzzles now, without a worker."

    def handle(self, *_args: Any, **options: Any) -> None:
        draw_of_site()
        pages = Puzzle.objects.of_decks().open_to(None).select_related("owner__user").order_by("pk")
        for number, puzzle in enumerate(pages, 1):
            draw_now(puzzle)
            if options["verbosity"] > 1:
                self.stdout.write(f"{number} {puzzle.token}")

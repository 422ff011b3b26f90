"""manage.py load_sets"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cards.derived import renew
from cards.loading import load_champions, load_sets
from cards.models import Card


class Command(BaseCommand):
    help = "Loads the site's sets, decks and Champions from cards/sets into the database. Run it after every update."

    def handle(self, *_args: Any, **options: Any) -> None:
        sets, champions = load_sets(), load_champions()
        renew(Card.everything.all())  # there may be another model of fair costs
        if options["verbosity"]:
            self.stdout.write(f"Sets: {sets}")
            self.stdout.write(f"Champions: {champions}")

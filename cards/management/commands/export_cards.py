"""manage.py export_cards SET"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.exchange import write_json, write_set, write_table
from cards.models import CardSet


class Command(BaseCommand):
    help = "Exports a set as JSON, or its cards as CSV."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("set", metavar="SET", help="the set's slug: the first half of its cards' references")
        parser.add_argument("--format", choices=("json", "csv"), default="json")
        parser.add_argument("--output", default="", metavar="FILE", help="the file to write; default: standard output")

    def handle(self, *_args: Any, **options: Any) -> None:
        card_set = CardSet.objects.filter(slug=options["set"]).first()
        if card_set is None:
            known = ", ".join(CardSet.objects.filter(owner=None).values_list("slug", flat=True))
            raise CommandError(f"No set {options['set']!r}. The site's sets: {known or 'none; run load_sets first'}.")
        written = write_set(card_set, card_set.cards.select_related("picture"))
        text = write_json(written) if options["format"] == "json" else write_table(written["cards"])
        if options["output"]:
            Path(options["output"]).write_text(text, encoding="utf-8", newline="")
        else:
            self.stdout.write(text, ending="")

"""Makes the claims about pairs of abilities anew: the family of positions of each, and what is true in all."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine.decks.rules.abilities import SEASON_1, SEASON_2
from tools.matrix.claims import PATH
from tools.matrix.families import Laboratory, slugs_of
from tools.matrix.making import FAMILIES, entry_of, families_written, written


class Command(BaseCommand):
    help = "Makes tools/matrix/claims.jsonl and the positions of its pairs again. Takes many minutes."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--only SLUG SLUG`` prints one pair of season 2 and writes nothing; ``--keep`` tries no new positions."""
        parser.add_argument("--only", nargs=2, metavar="SLUG", help="print one pair of season 2 and write nothing")
        parser.add_argument(
            "--keep", action="store_true", help="keep the positions, only work out again what is true in them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes both files."""
        if options["only"]:
            first, second = options["only"]
            entry, family = entry_of(Laboratory(SEASON_2), first, second)
            self.stdout.write(json.dumps(entry))
            self.stdout.write(written(family))
            return
        written_before = families_written() if options["keep"] else {}
        lines, families = [], []
        for edition in (SEASON_2, SEASON_1):
            laboratory = Laboratory(edition)
            for first, second in combinations_with_replacement(slugs_of(edition), 2):
                entry, family = entry_of(laboratory, first, second, written_before.get((edition, first, second)))
                lines.append(json.dumps(entry))
                families.append(f"{edition} {first} {second} {written(family)}")
                self.stderr.write(f"{edition} {first} {second} {entry.get('claims')}")
        PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
        FAMILIES.write_text("\n".join(families) + "\n", encoding="utf-8")
        self.stdout.write(f"{len(lines)} pairs")

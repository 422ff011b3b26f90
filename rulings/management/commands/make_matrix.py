"""Makes ``rulings/text/matrix.jsonl`` anew: the smallest position in which each pair of abilities meets."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine.decks.rules.abilities import SEASON_1, SEASON_2
from rulings.matrix import PATH
from rulings.matrix_search import Meeting, Search, slugs_of


class Command(BaseCommand):
    help = "Searches the smallest position in which each pair of abilities meets. Takes many minutes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, default=PATH, help="the file to write (default: the site's own)")
        parser.add_argument("--only", nargs=2, metavar="SLUG", help="print one pair of season 2, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["only"]:
            first, second = options["only"]
            meeting = Search(SEASON_2).find(first, second) or Search(SEASON_2, wider=True).find(first, second)
            self.stdout.write(json.dumps(_entry(SEASON_2, first, second, meeting)))
            return
        lines = []
        for edition in (SEASON_2, SEASON_1):
            usual, wider = Search(edition), Search(edition, wider=True)
            for first, second in combinations_with_replacement(slugs_of(edition), 2):
                meeting = usual.find(first, second) or wider.find(first, second)
                lines.append(json.dumps(_entry(edition, first, second, meeting)))
                self.stderr.write(f"{edition} {first} {second}")
        options["out"].write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.stdout.write(f"{len(lines)} pairs")


def _entry(edition: str, first: str, second: str, meeting: Meeting | None) -> dict[str, Any]:
    pair = {"edition": edition, "first": first, "second": second}
    if meeting is None:
        return pair
    return {
        **pair,
        "touching": meeting.touching,
        "actions": list(meeting.trial.actions),
        "position": meeting.notation(),
        "without": [meeting.notation(first=False), meeting.notation(second=False)],
    }

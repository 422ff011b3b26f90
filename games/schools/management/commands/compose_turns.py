"""manage.py compose_turns FILE [--recipe R] [--seed S] [--first N] [--attempts N]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.schools.composing import RECIPES, attempt
from games.schools.puzzles.turn_file import bound_turn


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Composes Clash of Magic Schools puzzles (a turn to win) and appends them to a file, one per line, in the "
        "format "
        "of a book. The same seed and number always compose the same. Choosing pages for the book is up to you."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to append to")
        parser.add_argument("--recipe", choices=RECIPES, default="tournament", help="what is asked of the puzzles")
        parser.add_argument("--seed", default="tournament", help="any word; default: tournament")
        parser.add_argument("--first", type=int, default=0, help="number of the first attempt; default: 0")
        parser.add_argument("--attempts", type=int, default=1, help="how many attempts; default: 1")

    def handle(self, *_args: Any, **options: Any) -> None:
        recipe = RECIPES[options["recipe"]]
        for number in range(options["first"], options["first"] + options["attempts"]):
            pages = [bound_turn(page, number) for page in attempt(options["seed"], number, recipe)]
            with options["file"].open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(page, separators=(",", ":")) + "\n" for page in pages)
            self.stdout.write(f"Attempt {number}: {len(pages)} puzzles")

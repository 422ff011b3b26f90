"""manage.py compose_turns FILE [--seed S] [--first N] [--attempts N]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.schools.composing import attempt
from games.schools.puzzles.turn_file import bound_turn


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Composes turns of Clash of Magic Schools to be won, and adds them to a file, one a line, as a book's file "
        "holds them. An attempt is settled by seed and number; which pages a book takes is for whoever writes it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--seed", default="tournament")
        parser.add_argument("--first", type=int, default=0)
        parser.add_argument("--attempts", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        for number in range(options["first"], options["first"] + options["attempts"]):
            pages = [bound_turn(page, number) for page in attempt(options["seed"], number)]
            with options["file"].open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(page, separators=(",", ":")) + "\n" for page in pages)
            self.stdout.write(f"{number}: {len(pages)}")

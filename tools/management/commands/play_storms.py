"""Plays whole storms of bots, checks what a storm promises, and says how long that took."""

from __future__ import annotations

import random
import time
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Owner
from grimoire.models import Puzzle
from tools.whole_storms import BOTS, Fault, Storms, check_counts, counts_of, play_storm

STORMS_EACH: Final = 10  # of one bot


class Command(BaseCommand):
    help = "Lets bots of several strengths play storms of puzzles, and checks them. They stay in the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int, nargs="?", default=1000, help="how many storms; default: 1000")
        parser.add_argument("--seed", type=int, default=0, help="of the bots' chance; default: 0")

    def handle(self, *args: Any, **options: Any) -> None:
        chance, begun, cpu = random.Random(options["seed"]), time.perf_counter(), time.process_time()
        before = counts_of(Puzzle.objects.values_list("pk", flat=True))
        storms, scores = Storms(), dict.fromkeys(BOTS, 0)
        names, owner = list(BOTS), Owner()
        try:
            for number in range(options["count"]):
                if number % STORMS_EACH == 0:
                    owner = Owner.objects.create()
                name = names[number // STORMS_EACH % len(names)]
                scores[name] += play_storm(owner, BOTS[name], storms, chance).score
            check_counts(storms, before)
        except Fault as fault:
            raise CommandError(str(fault)) from None
        seconds = time.perf_counter() - begun
        told = ", ".join(f"{name} {score}" for name, score in scores.items())
        self.stdout.write(f"{storms.played} storms, {storms.shown} pages, {storms.right} solved: {told}")
        self.stdout.write(
            f"{storms.shown / seconds:.0f} pages a second: {seconds:.0f} s, {time.process_time() - cpu:.0f} s of CPU"
        )

"""Plays whole Mutation sessions of bots, and says how long that took."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.models import Owner
from cards.sets import SLUGS
from engine.decks.rules.abilities import SEASON_2
from mutation.services.ledgers import seen
from tools.whole_sessions import make, play_whole


class Command(BaseCommand):
    help = "Lets bots play whole Mutation sessions, from draft to end. The sessions stay in the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int, nargs="?", default=1, help="how many sessions; default: 1")
        parser.add_argument("--level", default="greedy", help="the bots' level; default: greedy")
        parser.add_argument("--sets", nargs=2, default=SLUGS[:2], metavar="SET", help=f"default: {' '.join(SLUGS[:2])}")
        parser.add_argument("--edition", default=SEASON_2, help=f"default: {SEASON_2}")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = Owner.objects.create()
        for number in range(1, options["count"] + 1):
            begun, cpu = time.perf_counter(), time.process_time()
            session = play_whole(make(owner, tuple(options["sets"]), options["edition"], options["level"]))
            state = seen(session, None)["state"]
            names = " ".join(f"{row['seat']}{row['wins']}" for row in state["standings"])
            spent = f"{time.perf_counter() - begun:.1f} s, {time.process_time() - cpu:.1f} s of CPU"
            self.stdout.write(f"{number} {session.token}: {session.version} events, {names}, {spent}")

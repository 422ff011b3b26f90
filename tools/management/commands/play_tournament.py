"""Plays whole tournaments of bots, and says how long that took."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.models import Owner
from tools.whole_tournaments import make, play_whole
from tournaments.models import MAX_ENTRANTS, Tournament
from tournaments.rules.matches import byes, meetings
from tournaments.services.reading import read_whole


class Command(BaseCommand):
    help = "Lets bots play a whole tournament, from the first pairing to the end. It stays in the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=Tournament.Kind.values, nargs="?", default=Tournament.Kind.SWISS)
        parser.add_argument("--players", type=int, default=MAX_ENTRANTS, help=f"default: {MAX_ENTRANTS}")
        parser.add_argument("--matches", type=int, default=200, help="of an arena, until its time is up; default: 200")
        parser.add_argument("--level", default="random", help="the bots' level; default: random")

    def handle(self, *args: Any, **options: Any) -> None:
        begun, cpu = time.perf_counter(), time.process_time()
        owner = Owner.objects.create()
        tournament = make(owner, options["kind"], options["players"], options["level"])
        play_whole(tournament, options["matches"])
        spent = f"{time.perf_counter() - begun:.1f} s, {time.process_time() - cpu:.1f} s of CPU"
        whole = read_whole(tournament)
        results, table = whole.results(), whole.standings()
        again = sum(count > 1 for count in meetings(results).values())
        self.stdout.write(
            f"{tournament.token}: {tournament.kind}, {len(table)} players, {tournament.round} rounds, "
            f"{len(results)} matches, {len(whole.open_matches)} open, {again} pairs met again, "
            f"at most {max(byes(results).values(), default=0)} byes; {spent}"
        )
        for row in table[:8]:
            name = whole.entrants[row.entrant].name
            ties = f"{row.buchholz / 2:g} {row.sonneborn_berger / 4:g}"
            self.stdout.write(f"{row.rank:3} {name:24} {row.points / 2:4g}  {ties}  {row.wins} of {row.played}")

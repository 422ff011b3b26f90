"""``manage.py check_rule_claims``: does the engine agree with every sentence of the site about the rules?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.fitting import DECKS
from rulings.games.registry import plain_games
from tools.rule_claims import checks_of, count_claims, places_of, read_claims, unchecked


class Command(BaseCommand):
    """Carries out what each claim names; fails where one is not written down, or where the engine disagrees."""

    help = "Counts what the site says about the rules, and carries out what checks it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints what is wrong, then the figures."""
        wrong: list[str] = []
        for game in (DECKS, *plain_games()):
            claims, checks = read_claims(game), checks_of(game)
            wrong += (f"{game} not written down {new}" for new in unchecked(places_of(game), claims))
            for name in dict.fromkeys(name for claim in claims if not claim.excuse for name in claim.checks):
                wrong += (f"{game} {name}: {fault}" for fault in (checks[name]() if name in checks else ["missing"]))
        counts = count_claims()
        excused = ", ".join(f"{reason} {count}" for reason, count in counts.excused.items())
        self.stdout.write(f"{counts.checked} of {counts.claims} claims are checked; the others: {excused}")
        self.stdout.write(f"{counts.born} sentences stand beside a position of their own")
        self.stdout.write(f"{counts.shown} of {counts.readings} readings have an example")
        if wrong:
            raise CommandError("\n".join(wrong))

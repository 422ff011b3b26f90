"""``manage.py check_rulings``: does the engine do what the rulings say?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.catalogue import numbers_by_id
from rulings.editorial import editorial_examples
from rulings.examples import Disagreement, all_examples, check


class Command(BaseCommand):
    """Carries out every example of every ruling; fails on a disagreement and on a ruling without an example."""

    help = "Carry out the examples of all rulings and compare what comes of them with what they expect."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--ruling ID``, several times if need be."""
        parser.add_argument("--ruling", action="append", metavar="ID", help="only the ruling of this id")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints every disagreement, then ``N rulings, N examples, N disagree``."""
        answers = editorial_examples()
        known = list(dict.fromkeys([*numbers_by_id(), *(example.ruling for example in answers)]))
        wanted: list[str] = options["ruling"] or known
        for identifier in wanted:
            if identifier not in known:
                raise CommandError(f"there is no ruling {identifier!r}")
        examples = [example for example in (*all_examples(), *answers) if example.ruling in wanted]
        wrong = [self._told(found) for example in examples if (found := check(example))]
        bare = [identifier for identifier in wanted if all(example.ruling != identifier for example in examples)]
        for identifier in bare:
            self.stderr.write(f"{identifier}: no example")
        self.stdout.write(f"{len(wanted)} rulings, {len(examples)} examples, {len(wrong)} disagree")
        if wrong or bare:
            raise CommandError(f"{len(wrong)} examples disagree, {len(bare)} rulings have no example")

    def _told(self, found: list[Disagreement]) -> int:
        for one in found:
            self.stderr.write(str(one))
        return len(found)

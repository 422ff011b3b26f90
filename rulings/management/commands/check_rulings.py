"""``manage.py check_rulings``: does the engine do what the rulings say?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.games.registry import games_with_rulings


class Command(BaseCommand):
    """Carries out every example of every ruling and reading; fails on a disagreement, and on a ruling without one."""

    help = "Plays the examples of all rulings and readings and compares the results with what they expect."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--game NAME`` and ``--ruling ID``, the latter several times if need be."""
        parser.add_argument("--game", choices=tuple(games_with_rulings()), help="only the rulings of this game")
        parser.add_argument(
            "--ruling", action="append", metavar="ID", help="only this ruling; can be given several times"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints every disagreement, then ``N rulings, N examples, N of readings, N disagree``."""
        games = [games_with_rulings()[options["game"]]] if options["game"] else list(games_with_rulings().values())
        known = {identifier for game in games for identifier in game.ids()}
        identifiers: list[str] = options["ruling"] or [identifier for game in games for identifier in game.ids()]
        for identifier in identifiers:
            if identifier not in known:
                raise CommandError(f"No ruling {identifier!r}.")
        tried = [result for game in games for result in game.tried(identifiers)]
        decided = [] if options["ruling"] else [result for game in games for result in game.tried_readings()]
        wrong = [result for result in (*tried, *decided) if result.wrong]
        shown = {identifier for result in tried for identifier in result.rulings}
        bare = [identifier for identifier in identifiers if identifier not in shown]
        for result in wrong:
            self.stderr.write("\n".join(result.wrong))
        for identifier in bare:
            self.stderr.write(f"{identifier}: no example")
        self.stdout.write(
            f"{len(identifiers)} rulings, {len(tried)} examples, {len(decided)} of readings, {len(wrong)} disagree"
        )
        if wrong or bare:
            raise CommandError(f"{len(wrong)} examples disagree, {len(bare)} rulings have no example.")

"""``manage.py check_matrix``: are the sentences of the matrix true, and the claims about all pairs?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.matrix import EDITIONS, all_sentences, check_sentence
from tools.matrix.claims import Claims, claims_of, contradictions
from tools.matrix.families import LEAST, Laboratory, MatrixSpot, agrees, shows
from tools.matrix.making import families_written, ways_in


class Command(BaseCommand):
    """Carries out every sentence's position and those of the families; fails where something is said that is not so."""

    help = "Plays the positions of the matrix and compares the results with its sentences and claims."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--every N`` looks at each Nth pair only."""
        parser.add_argument("--every", type=int, default=1, metavar="N", help="check only every Nth pair")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints every disagreement, then ``N sentences, N pairs, N positions, N disagree``."""
        wrong = self._check_sentences()
        families = families_written()
        pairs = positions = 0
        for edition in EDITIONS:
            laboratory = Laboratory(edition)
            for pair in claims_of(edition)[:: options["every"]]:
                count, faults = self._check(laboratory, pair, families[edition, pair.first, pair.second])
                faults += contradictions(pair)
                pairs, positions, wrong = pairs + 1, positions + count, wrong + len(faults)
                for fault in faults:
                    self.stderr.write(f"{edition} {pair.first} {pair.second}: {fault}")
        self.stdout.write(f"{len(all_sentences())} sentences, {pairs} pairs, {positions} positions, {wrong} disagree")
        if wrong:
            raise CommandError(f"{wrong} statements of the matrix disagree with the engine.")

    def _check_sentences(self) -> int:
        """How many of the sentences' facts are wrong, in all seasons of each."""
        wrong = 0
        for sentence in all_sentences():
            for edition in sentence.seasons:
                for fault in check_sentence(sentence, edition):
                    self.stderr.write(f"{edition} {sentence.attacker} {sentence.defender}, {sentence.way}: {fault}")
                    wrong += 1
        return wrong

    def _check(self, laboratory: Laboratory, pair: Claims, family: list[MatrixSpot]) -> tuple[int, list[str]]:
        """How many positions a pair was looked at in, and what is wrong with what is claimed of it."""
        faults = [] if len(family) >= LEAST else [f"only {len(family)} positions"]
        shown: set[str] = set()
        met = {}
        for spot in family:
            meeting = laboratory.meet(spot, pair.first, pair.second)
            if meeting is not None:
                met[spot] = meeting
            claimed = pair.claims.get(spot.group)
            if meeting is None:
                faults.append(f"cannot be played: {laboratory.notation(spot, pair.first, pair.second)}")
            elif claimed is None:
                if meeting.matters:
                    faults.append(f"nothing is claimed about {laboratory.notation(spot, pair.first, pair.second)}")
            else:
                if not agrees(claimed, meeting):
                    faults.append(f"not {claimed}: {laboratory.notation(spot, pair.first, pair.second)}")
                if shows(claimed, meeting):
                    shown.add(spot.group)
        faults += [f"no position shows {group}" for group in pair.claims if group not in shown]
        ways_found = {group: ways_in(met, group) for group in pair.ways}
        faults += [
            f"{group}: not {ways} but {ways_found[group]}"
            for group, ways in pair.ways.items()
            if ways != ways_found[group]
        ]
        return len(family), faults

"""``manage.py check_matrix``: is what the cells of the matrix say true in every position of their families?"""

from __future__ import annotations

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.kernel.errors import EngineError
from rulings.example_runner import play
from rulings.expectations import disagreement
from rulings.matrix import Cell, cells
from tools.matrix.families import LEAST, Laboratory, MatrixSpot, agrees, shows
from tools.matrix.making import families_written, ways_in

EDITIONS: Final = (SEASON_2, SEASON_1)


def check_written(cell: Cell) -> tuple[int, list[str]]:
    """A cell written by hand: its one position, and the facts that the engine does not agree with."""
    try:
        outcome = play(cell.position, cell.actions)
    except EngineError as error:
        return 1, [f"cannot be played: {error}"]
    wrong = (disagreement(fact, outcome) for fact in cell.written["facts"])
    return 1, [f"expected {pair[0]!r}, the engine says {pair[1]!r}" for pair in wrong if pair is not None]


class Command(BaseCommand):
    """Carries out every position of the families; fails where a cell says what the engine does not."""

    help = "Plays the positions of every cell of the matrix and compares the results with what the cells say."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--every N`` looks at each Nth cell only."""
        parser.add_argument("--every", type=int, default=1, metavar="N", help="check only every Nth cell")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints every disagreement, then ``N cells, N positions, N disagree``."""
        families = families_written()
        looked = positions = wrong = 0
        for edition in EDITIONS:
            laboratory = Laboratory(edition)
            own = [cell for pair, cell in cells(edition).items() if pair == (cell.first, cell.second)]
            for cell in own[:: options["every"]]:
                family = families[edition, cell.first, cell.second]
                count, faults = check_written(cell) if cell.written else self._check(laboratory, cell, family)
                looked, positions, wrong = looked + 1, positions + count, wrong + len(faults)
                for fault in faults:
                    self.stderr.write(f"{edition} {cell.first} {cell.second}: {fault}")
        self.stdout.write(f"{looked} cells, {positions} positions, {wrong} disagree")
        if wrong:
            raise CommandError(f"{wrong} statements of the matrix disagree with the engine.")

    def _check(self, laboratory: Laboratory, cell: Cell, family: list[MatrixSpot]) -> tuple[int, list[str]]:
        """How many positions a cell was looked at in, and what is wrong with what it says."""
        faults = [] if len(family) >= LEAST else [f"only {len(family)} positions"]
        shown: set[str] = set()
        met = {}
        for spot in family:
            meeting = laboratory.meet(spot, cell.first, cell.second)
            if meeting is not None:
                met[spot] = meeting
            claimed = cell.claims.get(spot.group)
            if meeting is None:
                faults.append(f"cannot be played: {laboratory.notation(spot, cell.first, cell.second)}")
            elif claimed is None:
                if meeting.matters:
                    faults.append(f"the cell says nothing about {laboratory.notation(spot, cell.first, cell.second)}")
            else:
                if not agrees(claimed, meeting):
                    faults.append(f"not {claimed}: {laboratory.notation(spot, cell.first, cell.second)}")
                if shows(claimed, meeting):
                    shown.add(spot.group)
        faults += [f"no position shows {group}" for group in cell.claims if group not in shown]
        ways_found = {group: ways_in(met, group) for group in cell.ways}
        faults += [
            f"{group}: not {ways} but {ways_found[group]}"
            for group, ways in cell.ways.items()
            if ways != ways_found[group]
        ]
        return len(family), faults

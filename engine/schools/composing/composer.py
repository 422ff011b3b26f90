"""An attempt at a page: a game, a turn of it that can be won, edits until one solution is left, the proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.budget import Budget
from engine.kernel.chance import Chance
from engine.schools.composing.editing import board_edits, hand_edits, tidied
from engine.schools.composing.measures import TurnMeasures, measure
from engine.schools.composing.scouting import near_turns, won_deals
from engine.schools.formats.state_writing import write_state
from engine.schools.rules.state import SchoolsState
from engine.schools.solving import SchoolsProof, prove

TRIED: Final = 4  # edits beside those of the hand, tried for a step


@dataclass(frozen=True)
class TurnRecipe:
    """What is asked of the pages of a book.

    ``nodes``: states of a turn, above which a position is passed over; ``effort``: states looked at in all for one
    position; ``shortest``: the fewest actions of a solution; ``farthest``: the most points that the turn is short of a
    win; ``tempting``: the fewest tries that fall short by one or two points; ``overtime``: only turns in Overtime.
    """

    nodes: int = 3_000
    effort: int = 7_000
    shortest: int = 4
    farthest: int = 8
    tempting: int = 0
    overtime: bool = False


TOURNAMENT: Final = TurnRecipe()
LONG_TERM: Final = TurnRecipe(nodes=4_000, effort=9_000, shortest=5, farthest=9, tempting=1)
OVERTIME: Final = TurnRecipe(nodes=6_000, effort=9_000, tempting=1, overtime=True)
RECIPES: Final = {"tournament": TOURNAMENT, "long-term": LONG_TERM, "overtime": OVERTIME}


@dataclass(frozen=True)
class ComposedTurn:
    """A page that was composed: the position, its proof, its measures, and the game and turn that it comes from."""

    state: SchoolsState
    proof: SchoolsProof
    measures: TurnMeasures
    seed: str

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "state": write_state(self.state),
            "proof": self.proof.to_json(),
            "measures": self.measures.to_json(),
        }


def attempt(seed: str, number: int, recipe: TurnRecipe = TOURNAMENT) -> Iterator[ComposedTurn]:
    """The pages that come of a game, settled by seed, number and recipe; of one turn of it at most one."""
    game = f"{seed}-{number}"
    chance = Chance(number, f"compose {seed}")
    for begun in near_turns(game, recipe.farthest):
        page = None if recipe.overtime and not begun.overtime else next(_pages(begun, chance, recipe), None)
        if page is not None:
            yield ComposedTurn(*page, f"{game}/{begun.turn}")


def _pages(
    begun: SchoolsState, chance: Chance, recipe: TurnRecipe
) -> Iterator[tuple[SchoolsState, SchoolsProof, TurnMeasures]]:
    """Pages on the board of a turn: with one solution that is as the recipe asks."""
    for state, found in won_deals(begun, recipe.nodes, chance):
        composed = _to_one(state, found, chance, recipe)
        if composed is None:
            continue
        page = tidied(composed)
        proof = prove(page)
        measures = measure(page, proof)
        if measures.tempting >= recipe.tempting:
            yield page, proof, measures


def _to_one(state: SchoolsState, proof: SchoolsProof, chance: Chance, recipe: TurnRecipe) -> SchoolsState | None:
    """A position near a state with one solution; None if the edits do not come to one."""
    spent = 0
    while spent < recipe.effort:
        if len(proof.ways[0]) < recipe.shortest:
            return None
        if proof.is_unique:
            return state
        nexts = list(board_edits(state))
        chance.shuffle(nexts)
        best: tuple[SchoolsState, SchoolsProof] | None = None
        for copy in (*hand_edits(state), *nexts[:TRIED]):  # those of the hand make the turn smallest
            proved = prove(copy, Budget(recipe.nodes), with_tries=False)
            spent += proved.nodes
            if not proved.ways or len(proved.ways[0]) < recipe.shortest:
                continue
            if best is None or _cost(proved) < _cost(best[1]):
                best = (copy, proved)
            if proved.is_unique:
                break
        if best is None:
            return None
        state, proof = best
    return None


def _cost(proof: SchoolsProof) -> tuple[int, int]:
    """Fewer solutions are better, then longer ones."""
    return len(proof.ways), -len(proof.ways[0])

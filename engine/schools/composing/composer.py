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

NODES: Final = 3_000  # states of a turn, above which a position is passed over
EFFORT: Final = 7_000  # states looked at in all for one position
TRIED: Final = 4  # edits beside those of the hand, tried for a step
SHORTEST: Final = 4  # actions of a solution


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


def attempt(seed: str, number: int) -> Iterator[ComposedTurn]:
    """The pages that come of a game, settled by seed and number; of one turn of it at most one."""
    game = f"{seed}-{number}"
    chance = Chance(number, f"compose {seed}")
    for begun in near_turns(game):
        page = next(_pages(begun, chance), None)
        if page is not None:
            proof = prove(page)
            yield ComposedTurn(page, proof, measure(page, proof), f"{game}/{begun.turn}")


def _pages(begun: SchoolsState, chance: Chance) -> Iterator[SchoolsState]:
    """Pages on the board of a turn: with one solution that is long enough."""
    for state, proof in won_deals(begun, NODES, chance):
        composed = _to_one(state, proof, chance)
        if composed is not None:
            yield tidied(composed)


def _to_one(state: SchoolsState, proof: SchoolsProof, chance: Chance) -> SchoolsState | None:
    """A position near a state with one solution; None if the edits do not come to one."""
    spent = 0
    while spent < EFFORT:
        if len(proof.ways[0]) < SHORTEST:
            return None
        if proof.is_unique:
            return state
        nexts = list(board_edits(state))
        chance.shuffle(nexts)
        best: tuple[SchoolsState, SchoolsProof] | None = None
        for copy in (*hand_edits(state), *nexts[:TRIED]):  # those of the hand make the turn smallest
            proved = prove(copy, Budget(NODES), with_tries=False)
            spent += proved.nodes
            if not proved.ways or len(proved.ways[0]) < SHORTEST:
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

"""All that one turn can bring, found in one go: what every way to end it does to Strongholds and Creatures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.board import AISeat
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving.graph import TurnGraph
from engine.decks.solving.objective import read
from engine.decks.solving.states import SearchState, Walker
from engine.decks.solving.ways import shortest_ways
from engine.kernel.budget import Budget

FAR: Final = 999  # more damage than any turn brings
MAX_NODES: Final = 3000  # positions made: of a turn that a person may oversee


@dataclass(frozen=True, slots=True)
class Ending:
    """The outcome of one way to end a turn: ``damage`` to the enemies in all, the places that each seat's Stronghold
    was ``moved``, the enemy Creatures destroyed as (row, place at the start), whether the game is ``won``, and how many
    ``plays`` it takes at least.
    """

    damage: int
    moved: tuple[int, ...]
    gone: frozenset[tuple[int, int]]
    won: bool
    plays: int


def scouted(position: Position, nodes: int = MAX_NODES) -> list[Ending] | None:
    """Every ending of the active player's turn, the bare Assault first; None when there are too many.

    Ways that lead to the same position count once, and wins before the Assault not at all. Where a Stronghold has moved
    to is told by where it stands, so that is not quite what a goal counts: the proof is the solver's.
    """
    probe = position.copy()
    probe.objective = {"player": SEAT_NAMES[position.active], "goal": {"damage": FAR}, "turns": 1}
    objective = read(probe)
    walker = Walker(probe, objective, Budget(nodes=nodes))
    rows = [row for seat in objective.enemies for row in (2 * seat, 2 * seat + 1)]
    begun = [_moved(position, seat) for seat in range(position.mode.seats)]
    labels = {label: (row, at) for row in rows for at, label in enumerate(walker.start.labels[row])}
    endings: list[tuple[int, Ending]] = []

    def ending(number: int, state: SearchState) -> tuple[bool, int]:
        after = walker.step(state, ASSAULT)
        left = {label for row in rows for label in after.labels[row]}
        result = after.position.result
        moved = tuple([_moved(after.position, seat) - start for seat, start in enumerate(begun)])
        gone = frozenset([place for label, place in labels.items() if label not in left])
        won = result is not None and objective.player in result.winners
        endings.append((number, Ending(after.count, moved, gone, won, 0)))
        return False, 0

    graph = TurnGraph(walker)
    graph.grow(walker.start, ending)
    if not graph.complete:
        return None
    plays = {-1: -1}
    for node, (before, _, _) in shortest_ways(graph).items():
        plays[node] = plays[before] + 1
    return [replace(ending, plays=plays[number]) for number, ending in endings]


def _moved(position: Position, seat: int) -> int:
    player = position.seats[seat]
    if isinstance(player, AISeat):
        return len(player.discard)
    return player.stronghold + (len(player.hand) if player.fort else 0)

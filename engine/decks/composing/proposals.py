"""Objectives for a position, the most promising first: what a few of the endings of the turn bring, and no more."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from engine.decks.composing.editing import set_hp, settle
from engine.decks.composing.scouting import Ending
from engine.decks.rules.actions import END_TURN
from engine.decks.rules.board import AISeat
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving.objective import DAMAGE, DESTROY, SURVIVE, WIN

MAX_SHARE: Final = 0.34  # of the endings that may reach the goal
LOWER: Final = 3  # how far below the most damage a Stronghold may stand
HIGHER: Final = 3  # how far above it for goals of more turns
ENEMY_HAND: Final = 4  # cards of an enemy whose answers have to be searched
OWN_HAND: Final = 5

Proposal = tuple[float, Position]  # the share of the endings that reach the goal, and the puzzle


def with_goal(position: Position, goal: Any, turns: int) -> Position:
    """The position, which is changed, as a puzzle of the active player."""
    position.objective = {"player": SEAT_NAMES[position.active], "goal": goal, "turns": turns}
    return position


class Prospects:
    """A turn's outcomes: its ``endings``, and for each wanted ability those of the same turn without it (``bare``).

    ``plays`` is how many plays a goal has to take at least.
    """

    def __init__(self, endings: Sequence[Ending], bare: Sequence[Sequence[Ending]], plays: int) -> None:
        self.endings = endings
        self.bare = bare
        self.plays = plays

    def share(self, reaches: Callable[[Ending], bool]) -> float:
        """How many of the endings reach something; 1 when none does, or one with fewer plays, or when it makes no
        difference to how many do whether there is some wanted ability.
        """
        needed = [ending.plays for ending in self.endings if reaches(ending)]
        if not needed or min(needed) < self.plays:
            return 1.0
        if any(sum(map(reaches, endings)) == len(needed) for endings in self.bare):
            return 1.0
        return len(needed) / len(self.endings)

    def most(self) -> int:
        return max(ending.damage for ending in self.endings)


def proposed(rng: random.Random, position: Position, goal: str, turns: int, prospects: Prospects) -> list[Position]:
    """Puzzles of one goal on a position, those that fewest endings solve first; none where nothing fits."""
    if turns > 1:
        proposals = _later(position, goal, turns, prospects)
    elif goal == DAMAGE:
        proposals = _damaging(position, prospects)
    elif goal == DESTROY:
        proposals = _destroying(position, prospects)
    else:
        proposals = _felling(position, goal, prospects)
    proposals = [(share, puzzle) for share, puzzle in proposals if share <= MAX_SHARE]
    rng.shuffle(proposals)
    proposals.sort(key=lambda pair: pair[0])
    return [puzzle for _, puzzle in proposals]


def _wins(ending: Ending) -> bool:
    return ending.won


def _damages(amount: int, ending: Ending) -> bool:
    return ending.damage >= amount


def _destroys(place: tuple[int, int], ending: Ending) -> bool:
    return place in ending.gone


def _moves(seat: int, places: int, ending: Ending) -> bool:
    return ending.moved[seat] >= places


def _damaging(position: Position, prospects: Prospects) -> list[Proposal]:
    maximum = prospects.most()
    return [
        (prospects.share(partial(_damages, amount)), with_goal(position.copy(), {DAMAGE: amount}, 1))
        for amount in range(maximum, max(maximum - 2, 0), -1)
    ]


def _destroying(position: Position, prospects: Prospects) -> list[Proposal]:
    return [
        (prospects.share(partial(_destroys, place)), with_goal(position.copy(), _named(place), 1))
        for place in sorted(set().union(*(ending.gone for ending in prospects.endings)))
    ]


def _named(place: tuple[int, int]) -> dict[str, Any]:
    row, at = place
    return {DESTROY: {"player": SEAT_NAMES[row >> 1], "line": LINE_NAMES[row & 1], "position": at}}


def _felling(position: Position, goal: str, prospects: Prospects) -> list[Proposal]:
    """Puzzles in which an enemy's Stronghold stands where it may just fall, or where it stands if it falls there.

    Destroyed Creatures return to the hand and are HP, so it may have to stand a little lower than the damage.
    """
    proposals: list[Proposal] = []
    if goal == WIN:
        proposals.append((prospects.share(_wins), with_goal(position.copy(), WIN, 1)))
    for seat in _enemies(position):
        maximum = max(ending.moved[seat] for ending in prospects.endings)
        for hp in range(maximum, max(maximum - LOWER, 0), -1):
            puzzle = standing(position, seat, goal == WIN, hp)
            if puzzle is not None:
                proposals.append((prospects.share(partial(_moves, seat, hp)), with_goal(puzzle, goal, 1)))
    return proposals


def _later(position: Position, goal: str, turns: int, prospects: Prospects) -> list[Proposal]:
    """Puzzles that the first turn cannot solve; how many of its endings lead on to the goal is not known."""
    maximum = prospects.most()
    amounts = range(maximum + 1, maximum + 1 + HIGHER)
    if goal == DAMAGE:
        return [(0.0, with_goal(position.copy(), {DAMAGE: amount}, turns)) for amount in amounts]
    if goal == DESTROY:
        gone = set().union(*(ending.gone for ending in prospects.endings))
        rows = [row for seat in _enemies(position) for row in (2 * seat, 2 * seat + 1)]
        places = [(row, at) for row in rows for at in range(len(position.rows[row]))]
        return [(0.0, with_goal(position.copy(), _named(place), turns)) for place in places if place not in gone]
    puzzles = [standing(position, seat, goal == WIN, hp) for seat in _enemies(position) for hp in amounts]
    return [(0.0, with_goal(puzzle, goal, turns)) for puzzle in puzzles if puzzle is not None]


def standing(position: Position, seat: int, fort: bool, hp: int) -> Position | None:
    """The position with a Stronghold on one of its sides and with so many HP; None where there are not cards enough."""
    puzzle = position.copy()
    player = puzzle.seats[seat]
    player.fort = fort
    if isinstance(player, AISeat) and len(player.pile) < hp:
        return None
    return puzzle if set_hp(player, hp) else None


def surviving(rng: random.Random, position: Position, turns: int) -> list[Position]:
    """Puzzles in which the player loses by merely attacking, and has as many HP as that allows or a little fewer."""
    small = position.copy()
    for seat, player in enumerate(small.seats):
        limit = OWN_HAND if seat == small.active else ENEMY_HAND
        if len(player.hand) > limit:
            player.hand = player.hand[:limit]
            player.stronghold = min(player.stronghold, limit - 1)
    settle(small)
    positions: list[Position] = []
    for hp in range(min(OWN_HAND, small.seats[small.active].hp + 2), 0, -1):
        puzzle = standing(small, small.active, True, hp)
        if puzzle is not None and _is_lost_idly(puzzle, turns):
            positions.append(with_goal(puzzle, SURVIVE, turns))
    return positions[: 1 + rng.randrange(2)]


def _is_lost_idly(position: Position, turns: int) -> bool:
    """Whether the active player loses within so many turns when nobody plays a card (AIs play their turns)."""
    copy = position.copy()
    player = copy.active
    for _ in range(turns * copy.mode.seats):
        copy.push(END_TURN)
        if copy.is_over:
            return copy.result is not None and player not in copy.result.winners
    return False


def _enemies(position: Position) -> list[int]:
    team_of = position.mode.team_of
    return [seat for seat in range(position.mode.seats) if team_of[seat] != team_of[position.active]]

"""The merits of a puzzle: what makes it worth thinking about, each measured on its solution and its tries.

What plays no part in any of them is the puzzle's look: names, numbers, the cards that stand by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import permutations
from typing import Final

from engine.decks.composing.editing import without
from engine.decks.rules.actions import ASSAULT, DO_MANA, PLAY_LINE, Action
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.objective import PREDICT, SURVIVE, read
from engine.decks.solving.states import SearchState, Walker

# Abilities that their bearer would rather be without; all others are of use to it.
DRAWBACKS: Final = ("blackmail", "counter-order", "cursed", "defender", "mercenary", "price-of-blood", "vulnerability")
MAX_ORDERED: Final = 5  # plays of which every order is tried
_STRIPPED_NODES: Final = 20_000

# What is played, in whatever place of the hand and row it has come to: the card, the kind, line and seat, and the
# Creature that it is played at or onto.
Play = tuple[str, int, int, int, str]


@dataclass(frozen=True, slots=True)
class Merits:
    """The counts of what makes a puzzle good, 0 where there is none of it.

    ``tempting``: tries that fail by just one, with no more plays than the solution and one that is not in it.
    ``sacrifices``: Creatures of the player that the solution gives up in the player's own first turn. ``orders``: other
    orders of its plays that could be played and fail. ``against_grain``: abilities without which there is no solution,
    and which stand on the wrong side for it: of use on an enemy's card, or a drawback on one's own.
    """

    tempting: int = 0
    sacrifices: int = 0
    orders: int = 0
    against_grain: int = 0

    @property
    def kinds(self) -> int:
        """How many of the four there are."""
        return sum(1 for count in astuple(self) if count)

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def merits_of(puzzle: Position, answer: Answer, essential: Sequence[str]) -> Merits:
    """The merits of a puzzle with its whole answer; ``essential`` are the abilities that it lives by.

    Of what is to be foretold there are none. Orders are tried where there are up to ``MAX_ORDERED`` plays and one turn.
    """
    if puzzle.objective is None or puzzle.objective["goal"] == PREDICT or not answer.solutions:
        return Merits()
    key = first_turn(answer.solutions[0])
    return Merits(
        tempting=len(tempting_tries(puzzle, answer)),
        sacrifices=_given_up(puzzle, key),
        orders=_failing_orders(puzzle, key) if puzzle.objective["turns"] == 1 else 0,
        against_grain=sum(1 for slug in essential if _is_against_its_grain(puzzle, slug)),
    )


def first_turn(line: Sequence[Action]) -> list[Action]:
    """The actions of a line up to the end of its first Assault."""
    actions: list[Action] = []
    for action in line:
        actions.append(action)
        if action is ASSAULT:
            break
        if action.kind < PLAY_LINE and action.kind != DO_MANA:
            break
    return actions


def tempting_tries(puzzle: Position, answer: Answer) -> list[int]:
    """The numbers of the tries that fail by just one though they play something else and not more.

    Surviving has none: of the turns still to come one says nothing.
    """
    if puzzle.objective is None or puzzle.objective["goal"] == SURVIVE:
        return []
    key = plays_of(puzzle, answer.solutions[0])
    numbers = []
    for number, tried in enumerate(answer.tries):
        plays = plays_of(puzzle, tried.line)
        other = [play for play in plays if play not in key]
        if tried.lack is not None and tried.lack.gap == 1 and other and len(plays) <= len(key):
            numbers.append(number)
    return numbers


def plays_of(puzzle: Position, line: Sequence[Action]) -> list[Play]:
    """The plays of a line's first turn, told by cards."""
    position = puzzle.copy()
    plays: list[Play] = []
    for action in first_turn(line):
        if position.is_over:
            break
        if action.kind >= PLAY_LINE:
            plays.append(_told(position, action))
        position.push(action)
    return plays


def _told(position: Position, action: Action) -> Play:
    whom = ""
    if action.at >= 0:
        seat = action.seat if action.seat >= 0 else position.active
        whom = position.rows[2 * seat + action.line][action.at].body.name
    return position.card_at(action.place).name, action.kind, action.line, action.seat, whom


def _given_up(puzzle: Position, key: Sequence[Action]) -> int:
    """How many of the player's Creatures, those that were played too, are gone at the end of the turn."""
    position = puzzle.copy()
    mine = position.active
    met = {id(creature): creature for row in (2 * mine, 2 * mine + 1) for creature in position.rows[row]}
    for action in key:
        if position.is_over:
            break
        position.push(action)
        met |= {id(creature): creature for row in (2 * mine, 2 * mine + 1) for creature in position.rows[row]}
    left = {id(creature) for row in (2 * mine, 2 * mine + 1) for creature in position.rows[row]}
    return len(met.keys() - left)


def _failing_orders(puzzle: Position, key: Sequence[Action]) -> int:
    plays = plays_of(puzzle, key)
    if not 2 <= len(plays) <= MAX_ORDERED:
        return 0
    ends = _ends_of_orders(puzzle, key, plays)
    del ends[tuple(plays)]
    return sum(1 for end in ends.values() if end and not end[1].position.is_over and not _reaches(*end))


def only_moves(puzzle: Position, answer: Answer) -> int | None:
    """How many plays of the solution's first turn are the only one of its plays that can come when it comes.

    None where that is not worked out: for several orders of more than ``MAX_ORDERED`` plays, or where the goal is
    not reached in this turn.
    """
    line = answer.solutions[0]
    plays = tuple(plays_of(puzzle, line))
    if answer.orders[:1] == [1]:
        return len(plays)
    objective = read(puzzle)
    if len(plays) > MAX_ORDERED or objective.turns > 1 or objective.kind == SURVIVE:
        return None
    ends = _ends_of_orders(puzzle, first_turn(line), plays)
    works = {order for order, end in ends.items() if end and _reaches(*end)}
    return sum(1 for at in range(len(plays)) if len({order[at] for order in works if order[:at] == plays[:at]}) == 1)


def _ends_of_orders(
    puzzle: Position, key: Sequence[Action], plays: Sequence[Play]
) -> dict[tuple[Play, ...], tuple[Walker, SearchState] | None]:
    """The state before the Assault after each order of plays; None where it cannot be played to its end."""
    walker = Walker(puzzle, read(puzzle, None), Budget())
    start = walker.start
    if key[0].kind == DO_MANA:
        start = walker.make(start, key[0])
    ends: dict[tuple[Play, ...], tuple[Walker, SearchState] | None] = {}
    for order in set(permutations(plays)):
        state = start
        for play in order:
            actions = [] if state.position.is_over else state.position.legal_actions()
            fitting = [
                action for action in actions if action.kind >= PLAY_LINE and _told(state.position, action) == play
            ]
            if not fitting or state.reached:
                ends[order] = None
                break
            state = walker.make(state, fitting[0])
        else:
            ends[order] = walker, state
    return ends


def _reaches(walker: Walker, state: SearchState) -> bool:
    """Whether the goal is reached by the end of the first turn."""
    return state.reached or (not state.position.is_over and walker.make(state, ASSAULT).reached)


def _is_against_its_grain(puzzle: Position, slug: str) -> bool:
    """Whether there is no solution once the ability is off the side that it is a burden to, or of use to the enemy."""
    team_of = puzzle.mode.team_of
    friends = [seat for seat in range(puzzle.mode.seats) if team_of[seat] == team_of[puzzle.active]]
    enemies = [seat for seat in range(puzzle.mode.seats) if seat not in friends]
    bare = without(puzzle, slug, friends if slug in DRAWBACKS else enemies)
    if bare.key() == puzzle.key():
        return False
    answer = solve(bare, budget=Budget(nodes=_STRIPPED_NODES))
    return answer.complete and not answer.solved

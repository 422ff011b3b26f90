"""Searches that leave out what cannot matter answer as those that leave out nothing, on fuller boards than an oracle's.

And the bounds hold at every position of a turn: what is reached from there is never more than they say.
"""

from __future__ import annotations

import random

import pytest

from engine.actions import ASSAULT
from engine.board import SUMMONING, Creature
from engine.cli_bench import pool
from engine.modes import DUEL
from engine.position import Position
from engine.solving import Budget
from engine.solving.bounds import is_hopeless, is_safe
from engine.solving.budget import OutOfBudget
from engine.solving.objective import BASTION, DAMAGE, DESTROY, SURVIVE, WIN, Objective, read
from engine.solving.reach import Reach
from engine.solving.replies import Replies
from engine.solving.solver import Search
from engine.solving.states import Key, Keys, State, Walker
from tests.solving.positions import Maker

CARDS = pool(random.Random(7))
CREATURES = [card for card in CARDS if card.is_creature]


def crowded(seed: str, hand: int, row: int, mana: int) -> Position:
    """A Duel in the Summoning phase with cards as players find them, without an objective."""
    rng = random.Random(seed)
    position = Position(DUEL)
    position.phase, position.mana = SUMMONING, rng.randint(0, mana)
    for number, seat in enumerate(position.seats):
        seat.hand = rng.sample(CARDS, rng.randint(2, hand))
        seat.place, seat.fort, seat.turn = rng.randint(0, len(seat.hand) - 1), rng.random() < 0.5, 4
        for index in (2 * number, 2 * number + 1):
            position.rows[index] += [Creature(rng.choice(CREATURES).body, index) for _ in range(rng.randint(0, row))]
            position.update_auras(index)
    return position


def objective_of(position: Position, rng: random.Random, turns: int) -> object:
    """Any goal."""
    goals: list[object] = ["win", "bastion", "survive", {"damage": rng.randint(2, 6)}]
    places = [(line, at) for line in (0, 1) for at in range(len(position.rows[2 + line]))]
    if places:
        line, at = rng.choice(places)
        goals.append({"destroy": {"player": "B", "line": ("upper", "lower")[line], "position": at}})
    return {"player": "A", "goal": rng.choice(goals), "turns": turns}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("turns", [1, 2])
def test_nothing_is_lost(turns: int, part: int) -> None:
    rng = random.Random(part)
    compared = solved = 0
    for n in range(60):
        hand, row, mana = (4, 2, 5) if turns == 1 else (3, 1, 3)
        position = crowded(f"nothing {turns} {part} {n}", hand, row, mana)
        position.objective = objective_of(position, rng, turns)
        answers = []
        for prunes in (False, True):
            search = Search(Walker(position, read(position), Budget(nodes=15_000)))
            search.replies = Replies(search.walker, prunes)
            try:
                answers.append(search.run())
            except OutOfBudget:
                break
        if len(answers) == 2 and answers[0].complete:
            compared += 1
            solved += answers[0].solved
            plain, pruned = ((one.lines, one.solutions, one.orders, one.verdict) for one in answers)
            assert plain == pruned
            assert answers[1].complete
    assert compared > 30
    assert 3 < solved < compared - 3


class Bests:
    """What can be reached from every position of one turn, found by trying everything, beside what the bounds say."""

    def __init__(self, position: Position, most: int) -> None:
        self.mode = position.mode
        self.enemies = [seat for seat in range(self.mode.seats) if self.mode.team_of[seat] != self.mode.team_of[0]]
        self.rows = [row for row in range(2 * self.mode.seats) if row >> 1 in self.enemies]
        self.walker = Walker(position, Objective(self.mode, 0, DAMAGE, 1, amount=1 << 30), Budget(nodes=most))
        self.keys = Keys()
        self.known: dict[Key, tuple[int, set[int], bool, bool]] = {}
        self.exact = 0
        self.look(self.walker.start)

    def look(self, state: State) -> tuple[int, set[int], bool, bool]:
        """The most counted, the Creatures that can be destroyed, whether the game can be won, a Bastion felled."""
        key = self.keys.of(state)
        if key in self.known:
            return self.known[key]
        most, destroyed, won, fallen = state.count, set[int](), False, False
        self.known[key] = most, destroyed, won, fallen
        here = self.creatures(state)
        for action in state.position.legal_actions():
            after = self.walker.step(state, action)
            found = after.count, here - self.creatures(after), self.has_won(after), self.has_felled(state, after)
            if action is not ASSAULT and not after.position.is_over:
                later = self.look(after)
                found = max(found[0], later[0]), found[1] | later[1], found[2] or later[2], found[3] or later[3]
            most, destroyed = max(most, found[0]), destroyed | (found[1] & here)
            won, fallen = won or found[2], fallen or found[3]
        self.known[key] = most, destroyed, won, fallen
        self.compare(state, most, destroyed, won, fallen)
        return self.known[key]

    def compare(self, state: State, most: int, destroyed: set[int], won: bool, fallen: bool) -> None:
        position = state.position
        bound = Reach(position).moved()
        assert bound is None or most - state.count <= bound
        self.exact += most - state.count == bound
        assert not (won and self.says(position, 0, WIN, is_hopeless))
        assert not (fallen and self.says(position, 0, BASTION, is_hopeless))
        assert not (won and self.mode is DUEL and self.says(position, 1, SURVIVE, is_safe))
        for row in self.rows:
            for at, label in enumerate(state.labels[row]):
                assert not (label in destroyed and self.says(position, 0, DESTROY, is_hopeless, (row, at)))

    def says(
        self, position: Position, player: int, kind: str, bound: object, at: tuple[int, int] | None = None
    ) -> bool:
        walker = Walker(position, Objective(self.mode, player, kind, 1, target=at), Budget())
        return bool(bound(walker, walker.start))  # type: ignore[operator]

    def creatures(self, state: State) -> set[int]:
        return {label for row in self.rows for label in state.labels[row] if label}

    def has_won(self, state: State) -> bool:
        result = state.position.result
        return result is not None and 0 in result.winners

    def has_felled(self, before: State, after: State) -> bool:
        result = after.position.result
        alone = result is not None and result.reason == "stronghold-alone" and 0 in result.winners
        seats = before.position.seats, after.position.seats
        return alone or any(seats[1][seat].fort and not seats[0][seat].fort for seat in self.enemies)


def hold(positions: list[Position], most: int) -> int:
    """Compares; in how many positions the bound is just what can be reached."""
    exact = 0
    for position in positions:
        try:
            exact += Bests(position, most).exact
        except (OutOfBudget, RecursionError):
            continue
    return exact


@pytest.mark.parametrize("part", range(4))
def test_bounds_hold_on_crowded_boards(part: int) -> None:
    assert hold([crowded(f"hold {part} {n}", 5, 3, 4) for n in range(150)], 1500) > 200


@pytest.mark.parametrize("mode", ["duel", "solo", "ffa"])
def test_bounds_hold_with_every_ability(mode: str) -> None:
    positions = [Maker(f"every {n}", mode, cards=4, creatures=3, mana=3).puzzle() for n in range(60)]
    assert hold(positions, 1000) > 100


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_bounds_hold_on_many_boards(part: int) -> None:
    assert hold([crowded(f"many {part} {n}", 6, 3, 6) for n in range(150)], 20_000) > 200

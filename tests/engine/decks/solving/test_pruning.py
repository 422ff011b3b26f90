"""Searches that leave out what cannot matter answer as those that leave out nothing, on fuller boards than an oracle's.

And the bounds hold at every position of a turn: what is reached from there is never more than they say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.decks.cli.bench import pool
from engine.decks.formats.notation import parse
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.board import SUMMONING, Creature
from engine.decks.rules.modes import DUEL
from engine.decks.rules.position import Position
from engine.decks.solving import Budget, replies
from engine.decks.solving.bounds import is_hopeless, is_safe
from engine.decks.solving.damage import most_moved
from engine.decks.solving.means import Means
from engine.decks.solving.objective import BASTION, DAMAGE, DESTROY, SURVIVE, WIN, Objective
from engine.decks.solving.result import UNIQUE
from engine.decks.solving.states import Key, Keys, SearchState, Walker
from engine.kernel.budget import OutOfBudget
from tests.engine.decks.solving.comparing import same_answer
from tests.engine.decks.solving.positions import SEATS, Maker
from tests.engine.decks.solving.reading import puzzle
from tests.engine.decks.solving.variants import means_something, variant

PUZZLES = Path(__file__).resolve().parents[4] / "benchmarks" / "puzzles"
CARDS = pool(random.Random(7))
CREATURES = [card for card in CARDS if card.is_creature]


def crowded(seed: str, hand: int, row: int, mana: int) -> Position:
    """A Duel in the Summoning phase with cards as players find them, without an objective."""
    rng = random.Random(seed)
    position = Position(DUEL)
    position.phase, position.mana = SUMMONING, rng.randint(0, mana)
    for number, seat in enumerate(position.seats):
        seat.hand = rng.sample(CARDS, rng.randint(2, hand))
        seat.stronghold, seat.fort, seat.turn = rng.randint(0, len(seat.hand) - 1), rng.random() < 0.5, 4
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
        answer = same_answer(position, 15_000)
        if answer is not None:
            compared += 1
            solved += answer.solved
    assert compared > 30
    assert 3 < solved < compared - 3


def test_nothing_is_lost_once_the_goal_waits_for_its_condition_alone() -> None:
    """The Bastion falls in the first turn; in the second one only the card has still to be played."""
    text = """A summoning m0 | A [B x X(c2 1/1)] upper Kite(c1 1/1 aerial)
        | B [B y] upper Troll(c1 1/9 regeneration)"""
    answer = same_answer(puzzle(text, "A bastion in 2 with X(c2 1/1)"), 15_000)
    assert answer is not None
    assert answer.verdict == UNIQUE


MODES = ("duel", "solo", "ffa", "teams", "coop")


def answered(seed: str, cards: int, creatures: int, mana: int) -> Maker:
    """Duels in which Reinforcement answers and Vulnerability strikes, with a few of what else acts in others' turns."""
    maker = Maker(seed, "duel", cards, creatures, mana=mana, reacting=True)
    if maker.edition == SEASON_2:
        maker.slugs += maker.rng.choice((["reinforcement"], ["vulnerability"], ["reinforcement", "vulnerability"])) * 3
    return maker


def compare_answered(part: object, count: int) -> int:
    """Such Duels searched with the bounds and without: how many of them were small enough."""
    compared = 0
    for n in range(count):
        turns = (1, 2, 2, 1, 3)[n % 5]
        cards, creatures, mana = ((4, 2, 4), (2, 2, 2), (1, 1, 2))[turns - 1]
        puzzle = answered(f"answered {part} {n}", cards, creatures, mana).puzzle(turns=turns)
        compared += same_answer(puzzle, 4_000) is not None
    return compared


@pytest.mark.parametrize("part", range(4))
def test_nothing_is_lost_where_reinforcement_answers(part: int) -> None:
    assert compare_answered(part, 75) > 60


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_nothing_is_lost_on_many_boards_where_reinforcement_answers(part: int) -> None:
    assert compare_answered(f"many {part}", 1_000) > 800


def compare_reacting(part: object, count: int) -> tuple[int, int]:
    """Puzzles of what acts in others' turns: how many were small enough to be compared, how many of them solved."""
    compared = solved = 0
    for n in range(count):
        mode, turns = MODES[n % 5], (2, 2, 1, 2, 3)[n // 5 % 5]
        wide = len(SEATS[mode]) == 4 or turns == 3
        cards, creatures = (3, 2) if turns == 1 else (1, 1) if wide else (2, 1 + n % 2)
        maker = Maker(
            f"react {part} {n}", mode, cards=cards, creatures=creatures, mana=4 if turns == 1 else 2, reacting=True
        )
        answer = same_answer(maker.puzzle(turns=turns), 4_000)
        if answer is not None:
            compared += 1
            solved += answer.solved
    return compared, solved


@pytest.mark.parametrize("part", range(4))
def test_nothing_is_lost_where_others_act(part: int) -> None:
    compared, solved = compare_reacting(part, 75)
    assert compared > 60
    assert 10 < solved < compared - 10


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
def test_nothing_is_lost_on_many_boards_where_others_act(part: int) -> None:
    compared, solved = compare_reacting(f"many {part}", 1_100)
    assert compared > 1_000
    assert 100 < solved < compared - 100


def composed_variants(part: object, count: int) -> Iterator[Position]:
    """Composed puzzles with a few cards, places or values changed: cards as players find them, in tight positions."""
    rng = random.Random(f"composed {part}")
    composed = [line for file in sorted(PUZZLES.glob("*.txt")) for line in file.read_text("utf-8").splitlines() if line]
    for _ in range(count):
        position = variant(parse(rng.choice(composed)), rng, rng.randint(1, 6))
        if position is not None and means_something(position):
            yield position


def compare_composed(part: object, count: int, nodes: int) -> int:
    """Variants of composed puzzles, mostly in two turns: how many were small enough to be compared."""
    compared = 0
    for position in composed_variants(part, count):
        position.objective["turns"] = 1 if position.objective["goal"] == "survive" else 2
        compared += same_answer(position, nodes) is not None
    return compared


@pytest.mark.parametrize("part", range(2))
def test_nothing_is_lost_in_variants_of_composed_puzzles(part: int) -> None:
    assert compare_composed(part, 60, 600) > 30


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_nothing_is_lost_in_many_variants_of_composed_puzzles(part: int) -> None:
    assert compare_composed(f"many {part}", 1_000, 3_000) > 500


@pytest.mark.parametrize(("cached", "waiting"), [(10, 2), (60, 1)])
def test_nothing_is_lost_with_little_memory(cached: int, waiting: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was decided is forgotten all the time, and endings are searched as they come (only where it is plain code:
    a compiled module keeps its constants).
    """
    monkeypatch.setattr(replies, "CACHE_SIZE", cached)
    monkeypatch.setattr(replies, "MAX_WAITING", waiting)
    monkeypatch.setattr(replies, "MAX_UNKNOWN", waiting)
    compared, solved = compare_reacting("memory", 50)
    assert compared > 40
    assert solved > 5


def test_the_order_of_blows_counts() -> None:
    """The farther one strikes first: 5 at a Bastion of 2, then 4 at a Fort of 5. Turned round, they win."""
    for row, wins in (("Four(c1 4/9) Five(c1 5/9)", False), ("Five(c1 5/9) Four(c1 4/9)", True)):
        position = puzzle(f"A summoning m0 | A [B x] lower {row} | B [a b c B d e] upper Wall(c1 0/9)", "A win in 1")
        walker = Walker(position, Objective(DUEL, 0, WIN, 1), Budget())
        assert is_hopeless(walker, walker.start) is not wins
        answer = same_answer(position, 1_000)
        assert answer is not None
        assert answer.solved is wins


def test_what_is_destroyed_comes_back_before_a_blow_gets_past() -> None:
    for hand, wins in (("[F a b]", True), ("[F a b c]", False)):
        text = f"A summoning m0 | A [B x] upper Three(c1 3/9) Two(c1 2/9) | B {hand} upper Foe(c1 0/1)"
        position = puzzle(text, "A win in 1")
        walker = Walker(position, Objective(DUEL, 0, WIN, 1), Budget())
        assert is_hopeless(walker, walker.start) is not wins
        assert same_answer(position, 1_000) is not None


def test_bounds_hold_where_berserk_pierces_past_protection() -> None:
    text = """A summoning m0 | A [B x] upper Spear(c1 2/6 perforation) Drum(c1 0/4 aura:berserk){entered}
        | B [B y z] upper Four(c1 2/4) One(c1 1/1) Guard(c1 1/1 protection)"""
    position = puzzle(text, "A win in 1")
    position.objective = None
    assert hold([position], 1_000) > 0
    assert most_moved(Means(position)) == 2


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        # Sprint passes who stands before it or Sprints from behind; the cards in hand enter behind it.
        ("A summoning m4 | A [X(c1 1/1) X(c1 1/1) B x] upper Runner(c1 1/3 sprint) | B [F a b]", False),
        ("A summoning m0 | A [B x] upper Wall(c1 0/1) Runner(c1 1/3 sprint) | B [F a b]", True),
        ("A summoning m0 | A [B x] upper Runner(c1 1/3 sprint) Other(c1 0/1 sprint) | B [F a b c]", True),
        # Enchain takes the leftmost card, which may stand to the left of the Stronghold.
        ("A summoning m1 | A [E(c1 1/1 enchain) B x] upper Three(c1 3/9) | B [a F b c d e]", False),
        ("A summoning m1 | A [E(c1 1/1 enchain) B x] upper Three(c1 3/9) | B [F b c d e]", True),
        # Instinct has no attack to answer in its player's own turn: it brings no excess.
        ("A summoning m1 | A [Cat(c1 3/3 instinct sharpening) B x] upper One(c1 1/3) | B [F a b c]", False),
    ],
)
def test_a_last_turn_is_bounded_by_what_it_can_bring(text: str, wins: bool) -> None:
    position = puzzle(text, "A win in 1")
    walker = Walker(position, Objective(DUEL, 0, WIN, 1), Budget())
    assert is_hopeless(walker, walker.start) is not wins
    answer = same_answer(position, 2_000)
    assert answer is not None
    assert answer.solved is wins


class Bests:
    """The best that can be reached from each position of a turn, found by trying all, beside what the bounds say."""

    def __init__(self, position: Position, nodes: int) -> None:
        self.mode = position.mode
        self.player = position.active
        teams = self.mode.team_of
        self.enemies = [seat for seat in range(self.mode.seats) if teams[seat] != teams[self.player]]
        self.rows = [row for row in range(2 * self.mode.seats) if row >> 1 in self.enemies]
        self.walker = Walker(
            position, Objective(self.mode, self.player, DAMAGE, 1, amount=1 << 30), Budget(nodes=nodes)
        )
        self.keys = Keys()
        self.known: dict[Key, tuple[int, set[int], bool, bool]] = {}
        self.exact = 0
        self.look(self.walker.start)

    def look(self, state: SearchState) -> tuple[int, set[int], bool, bool]:
        """The most counted, the Creatures that can be destroyed, whether the game can be won, a Bastion felled."""
        key = self.keys.of(state)
        if key in self.known:
            return self.known[key]
        maximum, destroyed, won, fallen = state.count, set[int](), False, False
        self.known[key] = maximum, destroyed, won, fallen
        here = self.creatures(state)
        for action in state.position.legal_actions():
            after = self.walker.step(state, action)
            reached = after.count, here - self.creatures(after), self.has_won(after), self.has_felled(state, after)
            if action is not ASSAULT and not after.position.is_over:
                later = self.look(after)
                reached = (
                    max(reached[0], later[0]),
                    reached[1] | later[1],
                    reached[2] or later[2],
                    reached[3] or later[3],
                )
            maximum, destroyed = max(maximum, reached[0]), destroyed | (reached[1] & here)
            won, fallen = won or reached[2], fallen or reached[3]
        self.known[key] = maximum, destroyed, won, fallen
        self.compare(state, maximum, destroyed, won, fallen)
        return self.known[key]

    def compare(self, state: SearchState, maximum: int, destroyed: set[int], won: bool, fallen: bool) -> None:
        position = state.position
        bound = most_moved(Means(position))
        assert bound is None or maximum - state.count <= bound
        self.exact += maximum - state.count == bound
        assert not (won and self.says(position, self.player, WIN, is_hopeless))
        assert not (fallen and self.says(position, self.player, BASTION, is_hopeless))
        assert not (won and self.mode is DUEL and self.says(position, 1 - self.player, SURVIVE, is_safe))
        for row in self.rows:
            for at, label in enumerate(state.labels[row]):
                assert not (label in destroyed and self.says(position, self.player, DESTROY, is_hopeless, (row, at)))

    def says(
        self, position: Position, player: int, kind: str, bound: object, at: tuple[int, int] | None = None
    ) -> bool:
        walker = Walker(position, Objective(self.mode, player, kind, 1, target=at), Budget())
        return bool(bound(walker, walker.start))  # type: ignore[operator]

    def creatures(self, state: SearchState) -> set[int]:
        return {label for row in self.rows for label in state.labels[row] if label}

    def has_won(self, state: SearchState) -> bool:
        result = state.position.result
        return result is not None and self.player in result.winners

    def has_felled(self, before: SearchState, after: SearchState) -> bool:
        result = after.position.result
        alone = result is not None and result.reason == "stronghold-alone" and self.player in result.winners
        seats = before.position.seats, after.position.seats
        return alone or any(seats[1][seat].fort and not seats[0][seat].fort for seat in self.enemies)


def hold(positions: Iterable[Position], nodes: int) -> int:
    """Compares; in how many positions the bound is just what can be reached."""
    exact = 0
    for position in positions:
        try:
            exact += Bests(position, nodes).exact
        except (OutOfBudget, RecursionError):
            continue
    return exact


@pytest.mark.parametrize("part", range(4))
def test_bounds_hold_on_crowded_boards(part: int) -> None:
    assert hold([crowded(f"hold {part} {n}", 5, 3, 4) for n in range(150)], 1500) > 200


@pytest.mark.parametrize("mode", MODES)
def test_bounds_hold_with_every_ability(mode: str) -> None:
    positions = [Maker(f"every {n}", mode, cards=4, creatures=3, mana=3).puzzle() for n in range(60)]
    assert hold(positions, 1000) > 100


def reacting(part: object, count: int) -> list[Position]:
    """Positions of all modes made of what acts in others' turns."""
    return [
        Maker(f"hold {part} {n}", MODES[n % 5], cards=2 + n % 3, creatures=2 + n % 2, reacting=True).puzzle()
        for n in range(count)
    ]


@pytest.mark.parametrize("part", range(2))
def test_bounds_hold_where_reinforcement_answers(part: int) -> None:
    positions = [answered(f"hold {part} {n}", 2 + n % 3, 2 + n % 2, 3).puzzle() for n in range(100)]
    assert hold(positions, 1000) > 100


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_bounds_hold_on_many_boards_where_reinforcement_answers(part: int) -> None:
    positions = [answered(f"many {part} {n}", 2 + n % 3, 2 + n % 2, 3).puzzle() for n in range(1_000)]
    assert hold(positions, 1_500) > 1_000


@pytest.mark.parametrize("part", range(2))
def test_bounds_hold_where_others_act(part: int) -> None:
    assert hold(reacting(part, 100), 1000) > 100


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_bounds_hold_on_many_boards(part: int) -> None:
    assert hold([crowded(f"many {part} {n}", 6, 3, 6) for n in range(150)], 20_000) > 200


@pytest.mark.parametrize("part", range(2))
def test_bounds_hold_in_variants_of_composed_puzzles(part: int) -> None:
    assert hold(composed_variants(part, 60), 1_200) > 200


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_bounds_hold_in_many_variants_of_composed_puzzles(part: int) -> None:
    assert hold(composed_variants(f"hold {part}", 1_000), 1_200) > 5_000


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_bounds_hold_on_many_boards_where_others_act(part: int) -> None:
    assert hold(reacting(f"many {part}", 2_000), 1_500) > 2_000

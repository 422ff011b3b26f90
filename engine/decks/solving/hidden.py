"""Solving against a hand that is not known: a line counts only if it reaches the goal whatever that hand is.

The turn is searched in all positions at once, one for each hand. Only objectives of one turn are taken: later turns
could use what has been seen by then.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Any, Final

from engine.decks.formats.card_reading import read_card
from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, Action
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import lines, verdicts, ways
from engine.decks.solving.graph import FAILS, GOAL, LOST, UNKNOWN, WINS, TurnGraph
from engine.decks.solving.minimal import ENDING, Minimal
from engine.decks.solving.naming import name_of
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.replies import Replies
from engine.decks.solving.result import NONE, UNIQUE, UNPROVEN, Answer, Try
from engine.decks.solving.states import Keys, SearchState, Walker
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.errors import EngineError
from engine.kernel.reading import Reader

MAX_HANDS: Final = 200
MAX_FAILING: Final = 60  # hands against which a near miss fails, at most
MAX_TRIES: Final = 10
TOO_MANY_HANDS: Final = "hands"  # what has stopped a search that was not begun

World = SearchState | None  # None: the goal is reached there
Worlds = tuple[World, ...]


def hand_count(cards: Sequence[Any], size: int) -> int:
    """How many different hands of so many of some cards there are, in every order."""
    ways = [1] + [0] * size  # to have so many cards in their places, of those that were looked at
    for times in Counter(map(_key, cards)).values():
        ways = [
            sum(ways[total - some] * comb(total, some) for some in range(min(times, total) + 1))
            for total in range(size + 1)
        ]
    return ways[size]


def hands_of(cards: Sequence[Any], size: int) -> list[list[Any]]:
    """All hands of so many of some cards, in every order. Raises ``EngineError`` where they are too many."""
    if hand_count(cards, size) > MAX_HANDS:
        raise _too_many(hand_count(cards, size))
    kinds = {_key(card): card for card in cards}
    left = Counter(map(_key, cards))
    hands: list[list[str]] = [[]]
    for _ in range(size):
        hands = [[*hand, kind] for hand in hands for kind in kinds if hand.count(kind) < left[kind]]
    return [[kinds[kind] for kind in hand] for hand in hands]


def _key(card: Any) -> str:
    """Equal for equal cards, written or read."""
    return card.key if isinstance(card, Card) else repr(card)


def pool_of(position: Position) -> list[Card]:
    """The cards of which the hidden hand is."""
    assert position.objective is not None
    written, keys = position.objective["hidden"]["cards"], ("abilities", "sharpened")
    cards = [read_card(Reader(), data, "", position.edition, optional=keys) for data in written]
    return [card for card in cards if card is not None]


def worlds_of(position: Position) -> list[Position]:
    """The position with every hand that its objective allows. Raises ``EngineError`` where they are too many."""
    assert position.objective is not None
    seat = SEAT_NAMES.index(position.objective["hidden"]["player"])
    worlds = []
    for hand in hands_of(pool_of(position), len(position.seats[seat].hand)):
        world = blind(position)
        world.seats[seat].hand = hand
        worlds.append(world)
    return worlds


def hidden_hands(position: Position) -> int:
    """How many hands the hidden one may be."""
    assert position.objective is not None
    seat = SEAT_NAMES.index(position.objective["hidden"]["player"])
    return hand_count(pool_of(position), len(position.seats[seat].hand))


def blind(position: Position) -> Position:
    """The position with backs in the hand that is not known, as any other one."""
    assert position.objective is not None
    world = position.copy()
    world.objective = {key: value for key, value in position.objective.items() if key != "hidden"}
    return world


def with_hand(position: Position, places: Sequence[int]) -> Position:
    """The position with a hand of those cards of the objective, by their places in its list."""
    assert position.objective is not None
    world, cards = blind(position), pool_of(position)
    seat = SEAT_NAMES.index(position.objective["hidden"]["player"])
    world.seats[seat].hand = [cards[place] for place in places]
    return world


def places_of(position: Position, world: Position) -> list[int]:
    """The hand of one of ``worlds_of``, as ``with_hand`` takes it."""
    assert position.objective is not None
    keys = [card.key for card in pool_of(position)]
    places: list[int] = []
    for card in world.seats[SEAT_NAMES.index(position.objective["hidden"]["player"])].hand:
        places.append(next(at for at, key in enumerate(keys) if key == card.key and at not in places))
    return places


def is_hidden(position: Position) -> bool:
    """Whether the objective has to be reached whatever a hand is."""
    return position.objective is not None and "hidden" in position.objective


def solve_hidden(
    positions: Sequence[Position], budget: Budget, played: Sequence[Action] = (), backs: Position | None = None
) -> Answer:
    """The solutions that work in every one of some positions, which differ in a hand that their player does not see.

    ``played`` are actions that were carried out since. In the position with ``backs``, where there is one, a solution
    has to be playable, no more. Raises ``EngineError`` (``bad-position``) for too many positions, for what is no
    objective of one turn before the Assault, and for objectives that ask for more than a line which reaches them.
    """
    if len(positions) > MAX_HANDS:
        raise _too_many(len(positions))
    for position in positions:
        objective = read(position)
        if objective.turns != 1 or position.phase not in (MANA, SUMMONING):
            raise EngineError("bad-position", "a hidden hand needs an objective of one turn, before the Assault")
        is_fewest = objective.conditions is not None and objective.conditions.fewest
        if objective.kind == PREDICT or objective.asks_ways or is_fewest:
            message = "a hidden hand goes with no prediction, no number of ways and no fewest plays"
            raise EngineError("bad-position", message, "/objective")
        reached = position.copy()
        for action in played:
            reached.apply(action)
    search = _HiddenSearch(positions, budget, played, backs)
    try:
        answer = search.run()
    except OutOfBudget:
        answer = Answer(complete=False, verdict=UNPROVEN)
    answer.nodes, answer.stopped_by, answer.hands = budget.spent, budget.stopped_by, len(positions)
    return answer


class _HiddenSearch:
    def __init__(
        self, positions: Sequence[Position], budget: Budget, played: Sequence[Action], backs: Position | None
    ) -> None:
        self.known = len(positions)  # the worlds that count; that with backs comes after them
        self.walkers = [
            Walker(position, read(position), budget) for position in (*positions, *([backs] if backs else ()))
        ]
        for walker in self.walkers:
            walker.advance(played)
        self.replies = [Replies(walker) for walker in self.walkers]
        self.keys = [Keys() for _ in self.walkers]
        self.graph = TurnGraph(self.walkers[0])
        self.numbers: dict[Any, int] = {}
        self.names: dict[Any, int] = {}
        self.actions: list[list[Action]] = []  # of each node, as the edges are
        # The nodes at which the turn fails in fewest worlds when it ends there, each with the first of those worlds.
        self.nearest: dict[int, int] = {}
        self.least = min(MAX_FAILING, self.known - 1)

    def run(self) -> Answer:
        before: list[Action] = []
        if self.walkers[0].start.position.phase == MANA:
            before = [BEGIN_TURN]
            for walker in self.walkers:
                walker.start = walker.step(walker.start, BEGIN_TURN)
        start: Worlds = tuple(None if walker.start.reached else walker.start for walker in self.walkers)
        if not any(start[: self.known]):
            return Answer(solutions=[before], lines=1, verdict=UNIQUE, orders=[1])
        if any(world is not None and world.position.phase != SUMMONING for world in start):
            return Answer(verdict=NONE)
        graph = self.graph
        waiting = [(self._number(start), start)]
        while waiting:
            number, worlds = waiting.pop()
            waiting += self._expand(number, worlds)
            failing = self._failing(worlds)
            graph.exits[number] = FAILS if failing else WINS
            if failing and len(failing) <= self.least:
                if len(failing) < self.least:
                    self.nearest.clear()
                self.nearest[number], self.least = failing[0], len(failing)
        graph.complete = True
        order = lines.components(graph)
        count, exact = lines.count_lines(graph, order)
        minimal = Minimal(graph, order)
        answer = Answer(lines=count, complete=exact and minimal.complete)
        for plays in minimal.sets.get(0, ()):
            answer.solutions.append(before + self._line(minimal.first_way(plays)))
            answer.orders.append(minimal.ways(plays))
        answer.tries = self._tries(before)
        verdicts.judge(answer)
        return answer

    def _tries(self, before: list[Action]) -> list[Try]:
        """The lines that fail against the fewest hands, as far as those are few; ``hand`` is the number of its world
        alone."""
        parents = ways.shortest_ways(self.graph)
        near = [node for node in parents if node in self.nearest]
        tries = []
        for node in ways.different(parents, near, MAX_TRIES):
            line = before + self._line([*ways.way_to(parents, node), ENDING])
            tries.append(Try(line, hand=[self.nearest[node]], fails=self.least))
        return tries

    def _expand(self, number: int, worlds: Worlds) -> list[tuple[int, Worlds]]:
        children: list[tuple[int, Worlds]] = []
        edges: list[int] = []
        first = next(world for world in worlds if world is not None)
        for action in self._legal(worlds):
            after = self._after(worlds, action)
            name = name_of(first, action)
            edges.append(self.names.setdefault(name, len(self.names)))
            self.actions[number].append(action)
            if all(world is None for world in after[: self.known]):
                edges.append(GOAL)
            elif any(world is not None and world.position.is_over for world in after[: self.known]):
                edges.append(LOST)
            else:
                known = len(self.graph)
                child = self._number(after)
                edges.append(child if child != number else LOST)
                if child == known:
                    children.append((child, after))
        self.graph.edges[number] = array("i", edges)
        children.reverse()
        return children

    def _legal(self, worlds: Worlds) -> list[Action]:
        """The plays that are possible in every world in which the goal is not reached yet."""
        possible = [world.position.legal_actions() for world in worlds if world is not None]
        return [
            action for action in possible[0] if action is not ASSAULT and all(action in others for others in possible)
        ]

    def _after(self, worlds: Worlds, action: Action) -> Worlds:
        after: list[World] = []
        for number, (walker, world) in enumerate(zip(self.walkers, worlds, strict=True)):
            state = None if world is None else walker.step(world, action)
            is_settled = state is None or state.reached or (number >= self.known and state.position.is_over)
            after.append(None if is_settled else state)
        return tuple(after)

    def _failing(self, worlds: Worlds) -> list[int]:
        """The worlds in which the turn fails that ends here: all, or one more than makes a near miss."""
        failing = []
        for number, (replies, world) in enumerate(zip(self.replies, worlds[: self.known], strict=False)):
            if world is not None and not (replies.settled(world) is None and replies.ending(world)[0]):
                failing.append(number)
                if len(failing) > self.least:
                    break
        return failing

    def _number(self, worlds: Worlds) -> int:
        key = tuple(None if world is None else keys.of(world) for keys, world in zip(self.keys, worlds, strict=True))
        number = self.numbers.setdefault(key, len(self.graph))
        if number == len(self.graph):
            self.walkers[0].budget.keep(len(worlds))
            self.graph.edges.append(array("i"))
            self.graph.exits.append(UNKNOWN)
            self.graph.gaps.append(0)
            self.actions.append([])
        return number

    def _line(self, way: list[int]) -> list[Action]:
        """The actions of a way through the graph, with the end of the turn where some hand needs it."""
        line: list[Action] = []
        node = 0
        for number in way:
            if number == ENDING:
                return [*line, ASSAULT] if not self._needs_end(line) else [*line, ASSAULT, END_TURN]
            line.append(self.actions[node][number])
            node = self.graph.children(node)[number]
        return line

    def _needs_end(self, plays: list[Action]) -> bool:
        for walker, replies in zip(self.walkers[: self.known], self.replies, strict=False):
            state = walker.start
            for action in [*plays, ASSAULT]:
                if state.reached:
                    break
                state = walker.make(state, action)
            if replies.settled(state) is None:
                return True
        return False


def _too_many(count: int) -> EngineError:
    return EngineError("bad-position", f"{count} hands are too many: at most {MAX_HANDS} are looked at")

"""All that a turn can come to: a graph of states, each met once however it was come to.

Two states are one where nothing that the turn can still ask for differs. What the opponent discards to Maleficio is
their choice, but of their hand the rest of the turn asks for its size alone (M7.6): one answer stands for all. The end
of the turn decides something only where it ends the game (M9.6, M9.9); else it draws cards and is left out.
"""

from __future__ import annotations

from typing import Final

from engine.kernel.budget import Budget
from engine.schools.rules.actions import ASSIGN, CAST, DISCARD, END, PASS, SchoolsAction
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.components import ANNOUNCED, ELEMENTS, LAST_TURN, SEATS, level_of
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import AT_ACTIONS, AT_DISCARD, SchoolsState

# What an action does, whatever the order of actions and the place of its caster: see ``deed_of``.
Deed = tuple[str, ...]


def deed_of(state: SchoolsState, action: SchoolsAction) -> Deed:
    """What an action does in a state: its verb, its cards, the Arena where it happens.

    Lines of the same deeds are the same solution: they differ in the order alone, or in which of equal Students casts.
    """
    arena = "" if state.own.emblem is None else ELEMENTS[state.own.emblem]
    elements = [ELEMENTS[element] for element in action.elements]
    if action.verb == ASSIGN:
        return (ASSIGN, arena, *elements)
    if action.verb == PASS:
        return (PASS, arena, SEATS[action.seat], str(level_of(state.sides[action.seat].column[-1])))
    if action.verb == CAST:
        assert state.own.emblem is not None
        caster = ELEMENTS[state.own.students[state.own.emblem][action.place]]
        seat = [SEATS[action.seat]] if action.seat >= 0 else []
        return (CAST, arena, caster, action.spell, *elements, *seat)
    return (action.verb, *elements)


class SchoolsTurnGraph:
    """The graph of a turn, made as far as ``budget`` allows; raises ``OutOfBudget`` where that is not all.

    ``edges[n]`` are the actions of state n, each with its deed, by number, and where it leads: to a state, to ``WON``,
    or to ``LOST`` (a game that ends otherwise, or a turn that ends with nothing decided). ``order`` has the states so
    that whatever follows one stands before it. ``short[n]`` is how many points are lacking in state n.
    """

    WON: Final = -1
    LOST: Final = -2

    def __init__(self, start: SchoolsState, budget: Budget) -> None:
        self.seat = start.active
        self.deeds: list[Deed] = []
        self.edges: list[list[tuple[SchoolsAction, int, int]]] = []
        self.short: list[int] = []
        self.order: list[int] = []
        self._numbers: dict[Deed, int] = {}
        self._nodes: dict[tuple[object, ...], int] = {}
        self._budget = budget
        self._make(start)

    def _make(self, start: SchoolsState) -> None:
        waiting = [start.copy()]
        self._number(start)
        at = 0
        while at < len(waiting):
            state = waiting[at]
            for action in legal_actions(state):
                deed = self._deed(deed_of(state, action))
                leads = self.LOST
                if action.verb != END or ends_the_game(state):
                    copy = after(state, action)
                    if copy.is_over:
                        leads = self.WON if copy.result is not None and copy.result.winner == self.seat else self.LOST
                    else:
                        before = len(self.edges)
                        leads = self._number(copy)
                        if len(self.edges) > before:
                            waiting.append(copy)
                self.edges[at].append((action, deed, leads))
            waiting[at] = start  # let go
            at += 1
        self._sort()

    def _number(self, state: SchoolsState) -> int:
        key = turn_key(state)
        node = self._nodes.get(key)
        if node is None:
            self._budget.spend()
            node = self._nodes[key] = len(self.edges)
            self.edges.append([])
            self.short.append(points_short(state))
        return node

    def _deed(self, deed: Deed) -> int:
        number = self._numbers.setdefault(deed, len(self.deeds))
        if number == len(self.deeds):
            self.deeds.append(deed)
        return number

    def _sort(self) -> None:
        """No action of a turn leads back (M3.7), so there is such an order."""
        visited = [False] * len(self.edges)
        trail: list[tuple[int, int]] = [(0, 0)]
        visited[0] = True
        while trail:
            node, at = trail.pop()
            edges = self.edges[node]
            while at < len(edges):
                leads = edges[at][2]
                at += 1
                if leads >= 0 and not visited[leads]:
                    visited[leads] = True
                    trail.append((node, at))
                    trail.append((leads, 0))
                    break
            else:
                self.order.append(node)


def ends_the_game(state: SchoolsState) -> bool:
    """Whether the end of this turn ends the game, so that nothing is drawn (M9.6, M9.9)."""
    return len(state.trials) <= ANNOUNCED or state.turn == LAST_TURN


def after(state: SchoolsState, action: SchoolsAction) -> SchoolsState:
    """The state after an action, an answer to Maleficio given; the one given stays as it is."""
    copy = state.copy()
    events: Events = []
    carry_out(copy, action, events)
    if copy.phase == AT_DISCARD:
        carry_out(copy, any_discard(copy), events)
    return copy


def any_discard(state: SchoolsState) -> SchoolsAction:
    """One answer to Maleficio: the first cards of the hand."""
    cards = [element for element, count in enumerate(state.foe.hand) for _ in range(count)]
    return SchoolsAction(DISCARD, tuple(cards[: len(cards) // 2]))


def turn_key(state: SchoolsState) -> tuple[object, ...]:
    """Equal for states of one turn in which the rest of the turn is the same."""
    own, foe = state.own, state.foe
    return (
        *(state.overtime, state.summoned, own.emblem, foe.hand_size, len(state.trials)),
        tuple(own.hand),
        tuple(own.column),
        tuple(foe.column),
        tuple([tuple(column) for column in own.students]),
        tuple([tuple(stack) for stack in own.trials]),
        tuple([tuple(column) for column in foe.students]),
        tuple([tuple(stack) for stack in foe.trials]),
    )


def points_short(state: SchoolsState) -> int:
    """How many points are lacking for the seat whose turn it is to win at once (M9.2, M9.4); at least 1.

    Before Overtime 15 are asked for, and 9 at most of the opponent's; in Overtime 20, or 9 of the opponent's.
    """
    assert state.phase == AT_ACTIONS
    own, foe = state.own.total, state.foe.total
    ahead, behind = max(0, foe - 9), max(0, 15 - own)
    if state.overtime:
        return min(20 - own, ahead)
    return min(behind + ahead, 20 - own)

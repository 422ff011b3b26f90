"""Solving a puzzle: position and objective in, a proved answer out."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, Action
from engine.decks.rules.board import END, MANA
from engine.decks.rules.position import Position
from engine.decks.solving import difficulty, lines, tries, verdicts
from engine.decks.solving.graph import FAILS
from engine.decks.solving.hidden import (
    MAX_HANDS,
    TOO_MANY_HANDS,
    blind,
    hidden_hands,
    is_hidden,
    places_of,
    solve_hidden,
    worlds_of,
)
from engine.decks.solving.minimal import ENDING, Minimal
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.result import NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN, Answer
from engine.decks.solving.search import ENOUGH, TurnSearch
from engine.decks.solving.states import SearchState, Walker
from engine.decks.solving.ways import early_way, winning_way
from engine.kernel.budget import Budget, OutOfBudget

DIFFICULTY_NODES: Final = 20_000  # that a hidden hand's level may cost


def solve(
    position: Position,
    *,
    turns: int | None = None,
    budget: Budget | None = None,
    played: Sequence[Action] = (),
    intended: list[Action] | None = None,
    first: int | None = None,
) -> Answer:
    """Finds all solutions of the objective that a position carries (position.md, Objectives and Command line).

    ``turns`` overrides the objective's own number. ``played`` are actions that have been carried out since: what they
    have reached counts, and the search begins after them. ``intended`` is the line that the author has in mind: other
    solutions, or its failing, make the verdict ``cooked``. ``first``: as soon as so many ways to reach the goal are
    found, nothing more is looked for. The position is left as it is. Raises ``EngineError``
    (``bad-position``) when there is no objective, or none that means something.
    """
    if is_hidden(position):
        return _solve_hidden(position, budget or Budget(), played, intended, first)
    walker = Walker(position, read(position, turns), budget or Budget())
    walker.advance(played)
    search = PuzzleSearch(walker)
    search.stops_at = first
    try:
        with _no_collecting():
            answer = search.run()
    except OutOfBudget:
        answer = Answer(complete=False, verdict=UNPROVEN)
    if first is not None:
        del answer.solutions[first:], answer.orders[first:]
    conditions = walker.objective.conditions
    if conditions is not None and conditions.fewest and conditions.plays > 0 and answer.solutions:
        _check_fewest(position, turns, walker.budget, played, answer)
    if intended is not None:
        verdicts.judge_intended(answer, walker, intended)
    answer.first_turns, answer.refuted = len(search.graph), search.graph.exits.count(FAILS)
    answer.nodes = walker.budget.spent
    answer.stopped_by = walker.budget.stopped_by or (None if answer.complete or first is None else ENOUGH)
    return answer


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Without the collector of circles meanwhile: a search makes none, and looking for them takes a tenth of it."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _solve_hidden(
    position: Position, budget: Budget, played: Sequence[Action], intended: list[Action] | None, first: int | None
) -> Answer:
    """Solves against every hand that a hidden one may be. It is as hard as against the first of them."""
    read(position)
    count = hidden_hands(position)
    if count > MAX_HANDS:
        return Answer(complete=False, verdict=UNPROVEN, stopped_by=TOO_MANY_HANDS, hands=count)
    worlds, backs = worlds_of(position), blind(position)
    answer = solve_hidden(worlds, budget, played, backs)
    for attempt in answer.tries:
        attempt.hand = [place for number in attempt.hand or () for place in places_of(position, worlds[number])]
    if intended is not None:
        verdicts.judge_intended(answer, Walker(backs, read(backs), budget), intended)
    if answer.solutions:
        answer.difficulty = solve(worlds[0], budget=budget.part(DIFFICULTY_NODES), played=played).difficulty
    if first is not None:
        del answer.solutions[first:], answer.orders[first:]
    return answer


def _check_fewest(
    position: Position, turns: int | None, budget: Budget, played: Sequence[Action], answer: Answer
) -> None:
    """Cooks a puzzle whose goal is reached with fewer plays than its condition says."""
    walker = Walker(position, read(position, turns), budget)
    assert walker.objective.conditions is not None
    walker.objective.conditions.plays -= 1
    walker.advance(played)
    try:
        fewer = PuzzleSearch(walker).run()
    except OutOfBudget:
        fewer = Answer(complete=False)
    if fewer.solutions:
        verdicts.cook(answer, fewer.solutions[0])
    elif not fewer.complete:
        answer.complete = False
        answer.verdict = UNPROVEN


class PuzzleSearch(TurnSearch):
    def run(self) -> Answer:
        """Solves the puzzle. Raises ``OutOfBudget`` when not even a beginning could be made."""
        state = self.walker.start
        if state.reached:
            return _only([])
        if state.position.is_over:
            return Answer(verdict=NONE)
        before: list[Action] = []
        if state.position.phase == MANA:
            state = self.walker.step(state, BEGIN_TURN)
            before = [BEGIN_TURN]
            if state.reached or state.position.is_over:
                return _only(before) if state.reached else Answer(verdict=NONE)
        if self.walker.objective.kind == PREDICT:
            if state.position.phase == END:
                return _only(before)
            answer = _only([*before, ASSAULT])
            answer.difficulty = difficulty.of_prediction(state.position)
            return answer
        if state.position.phase == END:
            return self._from_the_end(state)
        return self._from_summoning(state, before)

    def _from_the_end(self, state: SearchState) -> Answer:
        if self.replies.settled(state) is None and self.replies.ending(state)[0]:
            return _only([END_TURN])
        return Answer(verdict=NONE)

    def _from_summoning(self, state: SearchState, before: list[Action]) -> Answer:
        graph = self.graph
        self.grow(state)
        order = lines.components(graph)
        count, exact = lines.count_lines(graph, order)
        minimal = Minimal(graph, order)
        answer = Answer(lines=count, complete=graph.complete and exact and minimal.complete)
        ways = [(minimal.first_way(plays), minimal.ways(plays)) for plays in minimal.sets.get(0, ())]
        ways.sort(key=lambda way: [_place(number) for number in way[0]])
        if count and not ways:
            ways = [(winning_way(graph), 1)]
        answer.solutions = [before + self.line(state, way) for way, _ in ways]
        answer.orders = [orders for _, orders in ways]
        verdicts.judge(answer)
        if self.walker.objective.asks_ways and answer.verdict in (SEVERAL, UNIQUE_UP_TO_ORDER):
            answer.verdict = UNIQUE  # the number
        answer.tries = tries.find(self, state, before)
        early = self._early_way()
        if early is not None:
            verdicts.cook(answer, before + self.line(state, early))
        if answer.solutions:
            answer.difficulty = difficulty.estimate(self, state, before, answer)
        return answer

    def _early_way(self) -> list[int] | None:
        """A way to reach a goal of more turns in the first one, if there is any (surviving cannot be too early)."""
        objective = self.walker.objective
        if objective.turns == 1 or objective.survives or objective.is_within or objective.asks_ways:
            return None
        return early_way(self.graph, self.early)


def _place(number: int) -> int:
    """The place of an action of a way in the order of ``legal``, in which ``assault`` is last."""
    return number if number != ENDING else sys.maxsize


def _only(line: list[Action]) -> Answer:
    return Answer(solutions=[line], lines=1, verdict=UNIQUE, orders=[1])

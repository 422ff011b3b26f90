"""Turns carried out for a report: what they come to, and what they cost a seat."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from statistics import fmean, pstdev
from typing import Any, Final

from board.naming import written_out
from engine.decks.bots.lookahead import TurnPlan, points_with_answers
from engine.decks.bots.outlook import outlook
from engine.decks.formats.interchange import write_position
from engine.decks.rules.actions import ASSAULT, END_TURN, Action, parse_action
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.errors import IllegalAction

GUESSED: Final = 0.15  # how far an outlook may be off of which no depth was tried


def unlike(turn_plans: Sequence[TurnPlan]) -> list[TurnPlan]:
    """Of plans that come to the same the shortest: plays that change nothing are no other plan."""
    shortest: dict[float, TurnPlan] = {}
    for plan in turn_plans:
        known = shortest.get(plan.points)
        if known is None or len(plan.plays) < len(known.plays):
            shortest[plan.points] = plan
    return list(shortest.values())


def as_played(position: Position, plays: Sequence[Action]) -> list[str]:
    """Plays, the Assault and the end of the turn, as far as the game goes on."""
    copy, written = position.copy(), []
    for action in (*plays, ASSAULT, END_TURN):
        if copy.is_over:
            break
        with suppress(IllegalAction):
            copy.apply(action)
            written.append(str(action))
    return written


def carried_out(position: Position, actions: Sequence[str]) -> Position | None:
    """The position after actions, None where one of them may not be done."""
    copy = position.copy()
    for written in actions:
        if copy.is_over:
            break
        try:
            copy.apply(parse_action(written))
        except IllegalAction:
            return None
    return copy


def written_position(position: Position) -> dict[str, Any]:
    """A position as reports keep it, with its cards written out."""
    written: dict[str, Any] = written_out(write_position(position))
    return written


def outlook_of(
    deals: Sequence[Position],
    plays: tuple[Action, ...],
    seat: int,
    budget: Budget,
    depths: Sequence[int],
    points: float,
) -> tuple[float, float]:
    """The outlook of a turn and how far it may be off: what depths and deals differ by. ``points`` where the budget
    ends before anything is known."""
    by_depth: list[float] = []
    by_deal: list[float] = []
    for turns in depths:
        try:
            values = [points_with_answers(deal, plays, seat, budget, outlook, turns) for deal in deals]
        except OutOfBudget:
            break
        by_depth.append(fmean(values))
        by_deal = values
    if not by_depth:
        return round(min(1.0, max(0.0, points)), 3), GUESSED
    apart = (max(by_depth) - min(by_depth)) / 2 if len(by_depth) > 1 else 0.1
    chance = 2 * pstdev(by_deal) / len(by_deal) ** 0.5
    return round(min(1.0, max(0.0, fmean(by_depth))), 3), round(max(apart, chance, 0.01), 3)


def losses(before: Position, after: Position, seat: int) -> dict[str, int]:
    """What a seat has lost: HP of its side, its Bastion, Creatures."""
    mine, then = before.seats[seat], after.seats[seat]
    fallen = int(then.fort and not mine.fort)
    creatures = sum(len(before.rows[row]) - len(after.rows[row]) for row in (2 * seat, 2 * seat + 1))
    return {"hp": 0 if fallen else max(0, mine.hp - then.hp), "bastion": fallen, "creatures": max(0, creatures)}

"""A play's identity, wherever it stands in an order: card, and line, host or target (position.md, ``solutions``)."""

from __future__ import annotations

from typing import Any

from engine.decks.rules.actions import CHAMPION, PLAY_LINE, PLAY_ONTO, Action
from engine.decks.solving.states import NEWCOMER, SearchState


def name_of(state: SearchState, action: Action) -> tuple[Any, ...]:
    """Equal exactly for plays that count as the same: equal cards, the same line, host or target.

    A mark of Sharpening does not make another card of it: a card played twice is one card.
    """
    card = state.position.card_at(action.place).unmarked().key
    if action.place == CHAMPION:
        card = f"champion {card}"
    if action.kind == PLAY_LINE:
        return (card, action.line)
    seat = state.position.active if action.kind == PLAY_ONTO else action.seat
    return (card, creature_at(state, 2 * seat + action.line, action.at))


def creature_at(state: SearchState, row: int, place: int) -> tuple[Any, ...]:
    """Which Creature it is: by its label, or for a newcomer by its card and its rank among its likes on the row."""
    label = state.labels[row][place]
    if label != NEWCOMER:
        return (label,)
    creatures = state.position.rows[row]
    card = creatures[place].body.card.key
    rank = 0
    for creature, other in zip(creatures[:place], state.labels[row], strict=False):
        if other == NEWCOMER and creature.body.card.key == card:
            rank += 1
    return (row, card, rank)

"""Plays that a search leaves out lead to where it comes by another order."""

from __future__ import annotations

from engine.decks.rules.actions import play_on_line
from engine.decks.rules.modes import DUEL
from engine.decks.rules.position import Position
from engine.decks.solving.commuting import is_left_out, possible_before
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.test_pruning import crowded


def test_what_is_left_out_after_a_play_was_possible_before_it() -> None:
    """In random Duels of all abilities, and in crowded ones."""
    positions = [Maker(f"order {n}", cards=6, creatures=2, mana=8).puzzle() for n in range(400)]
    positions += [crowded(f"order {n}", 7, 2, 8) for n in range(400)]
    compared = sum(compare(position) for position in positions)
    assert compared > 300


def compare(position: Position) -> int:
    """Pairs of plays in both orders, wherever the second of them is left out; how many pairs those were."""
    assert position.mode is DUEL
    seat = position.active
    compared = 0
    for first in position.legal_actions():
        possible = possible_before(position, first)
        if not possible:
            continue
        after = position.copy()
        after.push(first)
        for second in after.legal_actions():
            if not is_left_out(after, second, possible):
                continue
            lower = position.seats[seat].index_of(first.place)
            upper = after.seats[seat].index_of(second.place)
            upper += lower <= upper
            turned = position.copy()
            turned.apply(play_on_line(turned.seats[seat].place_of(upper), 0))
            turned.apply(play_on_line(turned.seats[seat].place_of(lower - (upper < lower)), 1))
            after_both = after.copy()
            after_both.push(second)
            assert turned.key() == after_both.key()
            compared += 1
    return compared

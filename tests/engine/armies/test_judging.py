"""A decision that was made is judged by what its player knew."""

from __future__ import annotations

import random

import pytest

from engine.armies.bots.judging import better_action
from engine.armies.bots.outlook import outlooks
from engine.armies.formats.views import view_of
from engine.armies.rules.scoring import TARGET
from engine.kernel.chance import Chance
from tests.engine.armies.helpers import at_random
from tests.engine.armies.test_secrets import otherwise


def test_a_better_action_may_be_done_and_the_best_has_none() -> None:
    found = 0
    for number in range(12):
        position = at_random(2, "all", number, 90)
        if position.is_over:
            continue
        seat = position.to_act()[0]
        for done in position.legal_actions(seat)[-2:]:
            better = better_action(view_of(position, seat), [], done, Chance(0, "test"))
            if better is None:
                continue
            found += 1
            assert better.action in position.legal_actions(seat) and better.action != done
            assert 0 <= better.played < better.best <= 1
            again = better_action(view_of(position, seat), [], better.action, Chance(0, "test"))
            assert again is None or again.action != done
    assert found


def test_a_judgement_does_not_depend_on_what_is_hidden() -> None:
    rng = random.Random(2)
    for number in range(3):
        position = at_random(3, "all", number, 40)
        seat = position.to_act()[0] if not position.is_over else None
        if seat is None or len(position.legal_actions(seat)) < 2:
            continue
        done = position.legal_actions(seat)[-1]
        copy = otherwise(position, seat, rng)
        first, other = (better_action(view_of(each, seat), [], done, Chance(0, "x")) for each in (position, copy))
        assert first == other


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_outlooks_are_shares(seats: int) -> None:
    position = at_random(seats, "all", 7, 60)
    shares = outlooks(position)
    assert len(shares) == seats and abs(sum(shares) - 1) < 1e-9 and all(0 <= share <= 1 for share in shares)
    ahead = position.copy()
    ahead.players[1].score += TARGET // 2
    assert outlooks(ahead)[1] > shares[1] or position.is_over

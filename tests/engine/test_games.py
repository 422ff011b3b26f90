"""Every game of the table is one: what whoever seats players may do with it, it does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.armies.game.setup import ArmiesSetUp
from engine.games import GAMES
from engine.kernel.errors import IllegalAction
from tests.engine.decks.game.helpers import setups, terms_of

STARTS: dict[str, Callable[[], Any]] = {
    "magic-schools new": lambda: GAMES["magic-schools"].game("table-7"),
}
STARTS |= {
    f"clash-of-decks {name}": (
        lambda name=name: GAMES["clash-of-decks"].game(setups(3)[name], terms_of(setups(3)[name], 3))
    )
    for name in ("draft duel", "preconstructed solo", "constructed ffa", "mutation duel")
} | {
    f"clash-of-the-cards {seats}": (lambda seats=seats: GAMES["clash-of-the-cards"].game(ArmiesSetUp(seats, "seed")))
    for seats in (2, 6)
}


def test_every_game_is_looked_at() -> None:
    assert {name.partition(" ")[0] for name in STARTS} == set(GAMES)


@pytest.mark.parametrize("name", STARTS)
def test_a_game_is_what_a_table_needs(name: str) -> None:
    """Whoever is to act has actions and nobody else may do any; a copy goes its own way; views are made for all."""
    game: Any = STARTS[name]()
    rng = random.Random(name)
    for _ in range(60):
        if game.is_over:
            break
        before, copy = game.key(), game.copy()
        waiting = game.to_act()
        assert waiting and game.result is None
        seat = rng.choice(waiting)
        action = rng.choice(list(game.legal_actions(seat)) or ["mana"])  # an AI's turn is begun in its name
        for other in set(range(4)) - set(waiting):
            assert list(game.legal_actions(other)) == []
            with pytest.raises(IllegalAction):
                game.apply(other, str(action))
        assert game.key() == before
        events = game.apply(seat, str(action))
        assert copy.key() == before != game.key()
        assert game.view(None)["seat"] is None
        if game.stage != "draft" and events:
            assert len(game.view_of_events(None)) == len(events)

"""What a seat is offered it may do: it is carried out without being tried on what the seat knows."""

from __future__ import annotations

from typing import Any

import pytest

from contract.registry import GAMES
from tables.models import LiveGame
from tables.services import bots
from tables.services.log import apply_entries
from tables.states import state_of
from tests.tables.clients import body_of, create
from tests.tables.other_games import cards_body, schools_body

pytestmark = pytest.mark.django_db

BODIES = {
    "draft": body_of("duel", "draft", seed="3"),
    "decks": body_of("ffa", "preconstructed", seed="3"),
    "schools": schools_body(seed="3"),
    "cards": cards_body(3, seed="3"),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_whatever_is_offered_can_be_foreseen(body: dict[str, Any]) -> None:
    game = LiveGame.objects.get(token=create(body)["id"])
    state, tried = state_of(game), 0
    for _ in range(40):
        if state.result is not None or state.engine is None:
            break
        (name, *_others) = state.to_act()
        seat = state.seat_number(name)
        assert seat is not None
        for action in state.engine.legal_actions(seat):
            GAMES[state.game].adapter.foresee(state, seat, [str(action)])
            tried += 1
        level = "greedy" if seat in state.players() else ""
        state, _rows = apply_entries(game, state, [bots.move(state, name, level)])
    assert tried > 40

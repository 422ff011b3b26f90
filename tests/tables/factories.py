"""Games as they are kept, for tests of other rooms."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner
from games.decks.setups import read_arrangement
from tables.models import LiveGame
from tables.services import bots
from tables.services.log import apply_entries, commit
from tables.services.tables import new_game
from tables.states import state_of


def make_game(owner: Owner | None = None, **more: Any) -> LiveGame:
    """A Duel with preconstructed decks, both seats its creator's."""
    seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
    return new_game(read_arrangement({"mode": "duel", "seats": seats, **more}, owner), owner)


def finish(game: LiveGame, level: str = "greedy", limit: int = 5000) -> LiveGame:
    """Plays a game to its end, a bot choosing for every seat: the game as it then stands."""
    state = before = state_of(game)
    rows: list[Any] = []
    while state.result is None and len(rows) < limit:
        letter = state.to_act()[0]
        mover = level if state.seat_number(letter) in state.players() else ""
        state, more = apply_entries(game, state, [bots.move(state, letter, mover)])
        rows += more
    assert state.result is not None
    commit(game, before, state, rows)
    return game

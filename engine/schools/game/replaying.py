"""Games again from their records."""

from __future__ import annotations

from typing import Any

from engine.kernel.errors import EngineError
from engine.schools.formats.requests import GAMES_KINDS, NEW, STATE, kind_of
from engine.schools.formats.state_reading import read_state
from engine.schools.game.game import SchoolsGame


def replay(record: Any) -> SchoolsGame:
    """The game that a record (``SchoolsGame.record``, a request of the contract) leads to, action by action.

    Raises ``EngineError`` with the contract's code; ``at`` is the number of a wrong action, or a JSON pointer.
    """
    kind = kind_of(record)
    if kind not in GAMES_KINDS:
        raise EngineError("bad-request", "a record has a state or a new game", f"/{kind}")
    game = SchoolsGame(record[NEW]["seed"]) if kind == NEW else SchoolsGame(state=read_state(record[STATE]))
    for number, action in enumerate(record.get("actions", [])):
        try:
            game.apply(game.state.active if game.state.to_act is None else game.state.to_act, action)
        except EngineError as wrong:
            wrong.at = number
            raise
    return game

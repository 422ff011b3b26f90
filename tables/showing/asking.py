"""Questions about rules from a table: the position as whoever asks knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

from contract.questions import QuestionGame
from contract.registry import GAMES
from contract.state import GameState
from engine.kernel.numbers import whole_number
from tables.showing.sharing import covered_seat, own_seats
from tables.states import state_of
from tables.viewers import Viewer

MAX_DIGITS: Final = 6


def question_query(viewer: Viewer, query: Mapping[str, str]) -> dict[str, str]:
    """The parameters of the form's address that bring a game's position; the game alone where there is none to bring.

    While the game is on it is what the viewer's seat knows, with ``hidden``; afterwards all lies open, and ``at`` says
    after how many actions. The last action goes along, so that it can be seen what it does.
    """
    state, game = state_of(viewer.game), viewer.game.game
    questions = GAMES[game].questions
    if questions is None or state.engine is None:
        return {"game": game}
    if state.result is not None:
        return {"game": game, **_replayed(questions, state, query.get("at", ""))}
    covered = covered_seat(state, own_seats(viewer), query.get("seat", ""))
    seat = None if covered else state.seat_number(viewer.seat_name)
    known = questions.query(state.engine, seat)
    return {"game": game} if known is None else {"game": game, **known, "hidden": "1"}


def _replayed(questions: QuestionGame, state: GameState, at: str) -> Mapping[str, str]:
    number = whole_number(at, MAX_DIGITS)
    count = len(state.done) if number is None else min(number, len(state.done))
    done = list(islice(state.before(0), max(count, 1)))
    if not done:
        return questions.query(state.engine, None, is_open=True) or {}
    played, before, after = done[-1]
    begin = questions.query(before, None, is_open=True)
    if begin is None or count == 0:
        return begin or {}
    line = questions.read(begin["p"]).line
    if questions.trouble(line, [played.action]):  # of several that are asked at once it may not be the first
        return questions.query(after, None, is_open=True) or {}
    return {**begin, "a": played.action}

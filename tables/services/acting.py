"""A seat acts, and tries out what acting would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from contract.adapter import Foresight
from contract.registry import GAMES
from engine.kernel.errors import IllegalAction
from tables.models import GameSeat
from tables.services import bots
from tables.services.idempotency import KeyedRequest
from tables.services.log import Kind, NewEntry, StaleVersion, apply_entries, write_entries
from tables.services.timeouts import is_too_late
from tables.states import GameState, state_of
from tables.viewers import Viewer
from web.json_bodies import to_text
from web.refusals import RequestRefused

__all__ = ["act", "claim_seat", "enter", "preview", "seat_in_turn", "stale"]


def claim_seat(viewer: Viewer) -> GameSeat:
    """The seat that is spoken for. Raises ``RequestRefused`` for a spectator."""
    if viewer.seat is None:
        raise RequestRefused(403, "no-seat", "spectators can't act")
    return viewer.seat


def stale(viewer: Viewer) -> RequestRefused:
    """The game is at another version than the request says: with the version and the view of now."""
    viewer.game.refresh_from_db()
    state = state_of(viewer.game)
    more = {"version": state.version, "view": state.view(state.seat_number(viewer.seat_name))}
    return RequestRefused(409, "stale", "the game is at another version", "/version", more=more)


def seat_in_turn(viewer: Viewer, version: int) -> GameState:
    """The state in which a seat is to act. Raises ``RequestRefused``: ``no-seat``, ``stale``, ``not-your-turn``."""
    seat = claim_seat(viewer)
    if version != viewer.game.version or is_too_late(viewer):
        raise stale(viewer)
    state = state_of(viewer.game)
    if state.result is not None:
        raise RequestRefused(422, "game-over", "the game is over")
    if seat.seat_name not in state.to_act() or seat.seat_name in state.left or state.engine is None:
        raise RequestRefused(403, "not-your-turn", f"it is not the turn of {seat.seat_name}")
    return state


def preview(viewer: Viewer, version: int, actions: Sequence[str]) -> dict[str, Any]:
    """The effects of actions, as far as the seat can know. Raises ``RequestRefused``."""
    state = seat_in_turn(viewer, version)
    foreseen = _foresee(viewer, state, actions)
    steps = [{"action": action, "events": events} for action, events in foreseen.steps]
    return {"steps": steps, "view": foreseen.view, "hidden_from": foreseen.hidden_from}


def _foresee(viewer: Viewer, state: GameState, actions: Sequence[str]) -> Foresight:
    seat = state.seat_number(viewer.seat_name)
    assert seat is not None
    try:
        return GAMES[state.game].adapter.foresee(state, seat, actions)
    except IllegalAction as wrong:
        if wrong.code == "not-your-turn":
            raise RequestRefused(403, wrong.code, wrong.message, wrong.at) from None
        raise RequestRefused(422, wrong.code, wrong.message, wrong.at) from None


def act(viewer: Viewer, version: int, actions: Sequence[str], attempt: KeyedRequest) -> str:
    """Carries out actions of a seat, all or none; the answer as JSON. Raises ``RequestRefused``, ``ReplayedResponse``.

    What may be done is decided on what the seat knows, before anything hidden is touched.
    """
    attempt.look()
    before = seat_in_turn(viewer, version)
    seat = before.seat_number(viewer.seat_name)
    assert seat is not None and before.engine is not None
    # A single action that the seat is offered needs no trying out: what is offered depends on nothing hidden.
    if len(actions) != 1 or actions[0] not in map(str, before.engine.legal_actions(seat)):
        foreseen = _foresee(viewer, before, actions)
        if foreseen.hidden_from is not None and foreseen.hidden_from + 1 < len(actions):
            message = "what comes before depends on a hidden card: this has to be asked for afterwards"
            raise RequestRefused(422, "after-hidden", message, foreseen.hidden_from + 1)
    state, rows, steps = before, [], []
    for action in actions:
        state, more = apply_entries(viewer.game, state, [NewEntry(Kind.ACTION, viewer.seat_name, action)])
        rows += more
        steps.append({"action": action, "events": state.events(seat)})
    body = to_text({"version": state.version, "steps": steps, "view": state.view(seat)})
    if _commit(viewer, before, state, rows, attempt, body):
        bots.run(viewer.game, viewer.seats)
    return body


def _commit(
    viewer: Viewer, before: GameState, after: GameState, rows: Sequence[Any], attempt: KeyedRequest, body: str
) -> bool:
    """Whether anybody is to move now without a person."""
    game = viewer.game
    try:
        with transaction.atomic():
            write_entries(game, before, after, rows)
            attempt.note(game, 200, body)
            return bots.queue_with(game, after, viewer.seats)
    except StaleVersion:
        attempt.look()  # the same request may have been quicker
        raise stale(viewer) from None


def enter(viewer: Viewer, before: GameState, entry: NewEntry, attempt: KeyedRequest) -> str:
    """Adds an entry of a seat that is no action; answers JSON. Raises ``RequestRefused``, ``ReplayedResponse``."""
    state, rows = apply_entries(viewer.game, before, [entry])
    body = to_text({"version": state.version, "view": state.view(state.seat_number(viewer.seat_name))})
    if _commit(viewer, before, state, rows, attempt, body):
        bots.run(viewer.game, viewer.seats)
    return body

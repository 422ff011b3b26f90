"""Several seats at one screen: whose hand is shown, and who is to come to the screen first."""

from __future__ import annotations

from contract.log import Status
from contract.state import GameState
from tables.viewers import Viewer


def own_seats(viewer: Viewer) -> list[str]:
    """The names of the seats that whoever looks holds."""
    if viewer.seat is None:
        return []
    if viewer.seat.owner_id is None:
        return [viewer.seat.seat_name]
    return [
        seat.seat_name
        for seat in viewer.seats
        if seat.owner_id == viewer.seat.owner_id and seat.is_person and seat.is_taken and not seat.has_left
    ]


def held_seats(viewer: Viewer) -> list[str]:
    """The names of the seats that whoever looks holds, or has held before they left."""
    own = viewer.seat
    if own is None:
        return []
    if own.owner_id is None:
        return [own.seat_name]
    return [seat.seat_name for seat in viewer.seats if seat.is_person and seat.owner_id == own.owner_id]


def covered_seat(state: GameState, own: list[str], seat_asked: str) -> str:
    """The seat that the device is to be handed to, before its hand is shown: of several at one screen.

    Before a game is being played there is no hand.
    """
    if len(own) < 2 or state.status != Status.PLAY:
        return ""
    waiting = [seat_name for seat_name in own if seat_name in state.to_act()]
    if seat_asked in own and (seat_asked in waiting or not waiting):
        return ""
    return (waiting or own)[0]

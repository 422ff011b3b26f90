"""Seats leave a game: they resign, are claimed late, or run out of time."""

from __future__ import annotations

from collections.abc import Sequence

from contract.log import Kind, NewEntry
from contract.registry import GAMES
from tables.models import GameSeat, LiveGame
from tables.services import bots
from tables.services.log import apply_entries, write_entries
from tables.states import state_of


def leave(game: LiveGame, seats: Sequence[GameSeat], leaving: Sequence[GameSeat], kind: str, reason: str) -> None:
    """Seats leave, with the game's row held. Where the game has it so, bots play on while another person is there; else
    the game is over. Raises ``StaleVersion``."""
    gone = {seat.seat_name for seat in leaving}
    state = state_of(game)
    table = GAMES[state.game].adapter
    entries = [NewEntry(kind, seat.seat_name) for seat in leaving]
    rest = [seat for seat in seats if seat.is_person and not seat.has_left and seat.seat_name not in gone]
    if not table.plays_on(state) or not rest:
        winners = table.winners_without(state, gone | state.left)
        entries.append(NewEntry(Kind.OVER, data={"result": {"winners": winners, "reason": reason}}))
    after, rows = apply_entries(game, state, entries)
    write_entries(game, state, after, rows)
    GameSeat.objects.filter(pk__in=[seat.pk for seat in leaving]).update(has_left=True)
    for seat in leaving:
        seat.has_left = True
    bots.queue_with(game, after, seats)

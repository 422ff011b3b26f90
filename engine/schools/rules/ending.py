"""The end of the game (rulings M9)."""

from __future__ import annotations

from typing import Final

from engine.schools.rules.actions import SchoolsAction
from engine.schools.rules.events import Events, OvertimeBegun, TournamentOver
from engine.schools.rules.state import AT_OVER, SchoolsResult, SchoolsState

FIFTEEN: Final = "fifteen"
TWENTY: Final = "twenty"
NINE: Final = "nine"
LAST_TRIAL: Final = "last-trial"
TURN_LIMIT: Final = "turn-limit"
REASONS: Final = (FIFTEEN, TWENTY, NINE, LAST_TRIAL, TURN_LIMIT)  # the first that applies is named (M9.10)

ENOUGH: Final = 15  # to win, or for Overtime (M9.2, M9.3)
BEHIND: Final = 9  # a total that loses: against ENOUGH, and in Overtime always (M9.2, M9.4)
PLENTY: Final = 20  # ends Overtime (M9.4)
_RULINGS: Final = {
    FIFTEEN: ("M9.2", "M9.7"),
    TWENTY: ("M9.4", "M9.7"),
    NINE: ("M9.4", "M9.7"),
    LAST_TRIAL: ("M9.6", "M9.7"),
    TURN_LIMIT: ("M9.9", "M9.7"),
}


def look_at_totals(state: SchoolsState, _action: SchoolsAction, events: Events) -> None:
    """Asked after every action (M9.5): Overtime can begin and end in the same moment."""
    totals = state.totals
    if not state.overtime:
        if max(totals) < ENOUGH:
            return
        if min(totals) <= BEHIND:
            finish(state, FIFTEEN, events)
            return
        state.overtime = True
        events.append(OvertimeBegun(None, ("M9.3",), totals))
    if max(totals) >= PLENTY:
        finish(state, TWENTY, events)
    elif min(totals) <= BEHIND:
        finish(state, NINE, events)


def finish(state: SchoolsState, reason: str, events: Events) -> None:
    """Ends the game: the higher total wins, equal totals are a draw (M9.7, M9.8)."""
    totals = state.totals
    winner = winner_of(totals)
    state.phase = AT_OVER
    state.result = SchoolsResult(winner, reason, totals)
    rulings = _RULINGS[reason] if winner is not None else (_RULINGS[reason][0], "M9.8")
    events.append(TournamentOver(None, rulings, winner, reason, totals))


def winner_of(totals: tuple[int, int]) -> int | None:
    """The seat with the higher total, None if they are equal."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1

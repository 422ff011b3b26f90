"""The job that looks at a game's clocks when the next one runs out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from background import services as background
from tables.clocks import next_fall
from tables.models import LiveGame, TimeoutCheck
from tables.states import GameState

# After which a clock that has run out ends the game: a move that arrived in time may still be under way in the server.
GRACE: Final = timedelta(seconds=1)


def arm(game: LiveGame, state: GameState, not_before: datetime | None = None) -> None:
    """Has a worker look when the next clock runs out, in the transaction that has it run."""
    if state.clocks is None:
        return
    falls_at = next_fall(game, game.seats.all(), state)
    if falls_at is not None:
        due = falls_at + GRACE
        arm_at(game, due if not_before is None else max(due, not_before))


def arm_at(game: LiveGame, due: datetime) -> None:
    """Has a worker look at a moment, unless one is going to look before it, who will see what is left then."""
    check, _is_new = TimeoutCheck.objects.get_or_create(game=game)
    if check.state == TimeoutCheck.State.WAITING and check.due is not None:
        if check.due <= due:
            return
        if background.bring_forward(job=check, to=due):
            TimeoutCheck.objects.filter(pk=check.pk).update(due=due)
            return
    background.queue(job=check, after=due, due=due)

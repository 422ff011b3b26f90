"""The clocks of a table's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import pgettext

from contract.deadlines import duration_words
from contract.state import GameState
from tables.clocks import readings, write_clocks, write_moment
from tables.services.gifts import opponents
from tables.viewers import Viewer
from web.clock_times import clock_time

DAY: Final = 86_400_000  # milliseconds
HOUR: Final = 3_600_000


def clocks_data(viewer: Viewer, state: GameState) -> dict[str, Any] | None:
    """The clocks for the page's script, with what time it is here; None in a game without."""
    written = write_clocks(viewer.game, viewer.seats, state)
    if written is None:
        return None
    units = {"day": pgettext("days on a clock", "d"), "hour": pgettext("hours on a clock", "h")}
    return {"now": write_moment(timezone.now()), "seats": written["seats"], "units": units}


def clocks_context(viewer: Viewer, state: GameState, names: Mapping[str, str]) -> dict[str, Any]:
    """What the templates show of clocks, without scripts too: all of them, and who may be given time by the viewer."""
    now, shown = timezone.now(), []
    for clock in readings(viewer.game, viewer.seats, state):
        left = clock.left
        if clock.falls_at is not None:
            left = max(0, min(left, int((clock.falls_at - now).total_seconds() * 1000)))
        is_own = clock.seat_name == viewer.seat_name
        words = _clock_words(left)
        shown.append(
            {"seat_name": clock.seat_name, "name": names[clock.seat_name], "runs": clock.runs, "is_own": is_own}
            | {"words": words}
        )
    if state.clocks is None:
        return {"clocks": [], "gifts": [], "gift": ""}
    gifts = [(seat.seat_name, names[seat.seat_name]) for seat in opponents(viewer, state)]
    gift = duration_words(state.clocks.setting.gift)
    return {"clocks": shown, "gifts": gifts, "gift": gift}


def _clock_words(left: int) -> str:
    if left >= DAY:
        days, hours = pgettext("days on a clock", "d"), pgettext("hours on a clock", "h")
        return f"{left // DAY} {days} {left % DAY // HOUR} {hours}"
    return clock_time(left // 1000)

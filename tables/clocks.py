"""The clocks of a live game, read from its log: what is left to whom, when time is up, what the next entry costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from django.utils import timezone

from background.pulse import outages
from contract.clocks import DAYS, FISCHER, Clocks, ClockSetting, Span, moment_after
from contract.state import GameState
from tables.models import DayOff, GameSeat, LiveGame
from web.request_times import seconds_held

SHORT: Final = timedelta(seconds=1)  # in a shorter span no outage is looked for


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A seat's clock: milliseconds that were ``left`` at the stamp of the last entry; ``falls_at`` while it runs."""

    seat_name: str
    left: int
    runs: bool
    falls_at: datetime | None


def with_clocks(game: LiveGame, state: GameState, seats: Iterable[GameSeat]) -> GameState:
    """The state before the first entry with the clocks of the seats of people, where the game has clocks."""
    if game.clock is not None:
        names = [seat.seat_name for seat in seats if seat.is_person]
        state.clocks = Clocks.new(ClockSetting.from_json(game.clock), names, state.running(), game.created)
    return state


def readings(game: LiveGame, seats: Iterable[GameSeat], state: GameState) -> list[ClockReading]:
    """The clocks of all seats of people as they are now; nothing in a game without."""
    clocks = state.clocks
    if clocks is None:
        return []
    seats = list(seats)
    goes_on = state.result is None and state.engine is not None
    now = timezone.now()
    lost = outages(clocks.at, now) if goes_on and now - clocks.at > SHORT else []
    off = _days_off(clocks, seats)
    result = []
    for name, clock in clocks.seats.items():
        left = clock.left + _given(game, clocks, name)
        falls_at = None
        if goes_on and clock.runs:
            falls_at = moment_after(clocks.at, left + clock.free, [*lost, *off.get(name, ())])
        result.append(ClockReading(name, max(0, left), falls_at is not None, falls_at))
    return result


def _given(game: LiveGame, clocks: Clocks, seat_name: str, before: int | None = None) -> int:
    """What opponents gave a seat, in milliseconds: what counts still, and was given at a version ``before`` one."""
    since = 0 if clocks.setting.kind == FISCHER else clocks.seats[seat_name].since
    return sum(
        amount
        for name, version, amount in game.time_given or ()
        if name == seat_name and version >= since and (before is None or version < before)
    )


def _days_off(clocks: Clocks, seats: Iterable[GameSeat]) -> dict[str, list[Span]]:
    """The days on which clocks stand still, from the stamp of the clocks on, by seat: in games by post alone."""
    owners = {seat.owner_id for seat in seats if seat.owner_id and seat.is_person}
    if clocks.setting.kind != DAYS or not owners:
        return {}
    spans: dict[object, list[Span]] = {}
    for day_off in DayOff.objects.filter(owner__in=owners, day__gte=clocks.at.astimezone(UTC).date()):
        begins = datetime.combine(day_off.day, time(), UTC)
        spans.setdefault(day_off.owner_id, []).append((max(begins, day_off.made), begins + timedelta(days=1)))
    return {seat.seat_name: spans[seat.owner_id] for seat in seats if seat.owner_id in spans}


def charges(game: LiveGame, state: GameState, now: datetime) -> dict[str, int]:
    """What an entry that is written now costs, by seat: up to the moment at which its request arrived."""
    clocks = state.clocks
    if clocks is None:
        return {}
    arrived = now - timedelta(seconds=seconds_held())
    if arrived - clocks.at <= SHORT:
        return clocks.charges(arrived)
    lost = outages(clocks.at, arrived)
    off = _days_off(clocks, game.seats.all()) if clocks.setting.kind == DAYS else {}
    return clocks.charges(arrived, {name: [*lost, *off.get(name, ())] for name in clocks.seats})


def next_fall(game: LiveGame, seats: Iterable[GameSeat], state: GameState) -> datetime | None:
    """When the first of the running clocks runs out; None if none runs."""
    return min((each.falls_at for each in readings(game, seats, state) if each.falls_at is not None), default=None)


def late_seats(game: LiveGame, seats: Iterable[GameSeat], state: GameState, at: datetime) -> list[GameSeat]:
    """The seats whose time was up at a moment."""
    seats = list(seats)
    late = {each.seat_name for each in readings(game, seats, state) if each.falls_at is not None and each.falls_at < at}
    return [seat for seat in seats if seat.seat_name in late and seat.is_person and not seat.has_left]


def write_clocks(game: LiveGame, seats: Iterable[GameSeat], state: GameState) -> dict[str, Any] | None:
    """The clocks as *Look* has them; None in a game without."""
    if state.clocks is None:
        return None
    written = {
        each.seat_name: {"left_ms": each.left, "runs": each.runs, "falls_at": write_moment(each.falls_at)}
        for each in readings(game, seats, state)
    }
    return {"at": write_moment(state.clocks.at), "seats": written}


def write_clocks_of_step(game: LiveGame, state: GameState) -> dict[str, Any] | None:
    """The clocks as they were after an entry, which never changes; None in a game without."""
    clocks = state.clocks
    if clocks is None:
        return None
    written: Mapping[str, Any] = {
        name: {"left_ms": max(0, clock.left + _given(game, clocks, name, state.version)), "runs": clock.runs}
        for name, clock in clocks.seats.items()
    }
    return {"at": write_moment(clocks.at), "seats": written}


def write_moment(moment: datetime | None) -> str | None:
    """A moment as RFC 3339 in UTC."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

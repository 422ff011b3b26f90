"""Clocks of live games: how much time a seat has, what is taken from it and what is given.

Nothing here asks what time it is. Clocks are what a game's log comes to: each entry says when it was written and what
it cost whom (``charged``), so every process, and the same one after a restart, reads the same time from it. The rules:

- A clock runs while its seat is to act, from the stamp of the entry that made it so. Several may run at once.
- Time that the server lost costs nobody anything: spans in which it was not there (``background.pulse``) are not
  counted, nor is what a request waited for in the server. Days off are not counted either, in games by post.
- A clock that was put back makes a span shorter than nothing: it costs nothing.
- Each seat's first turn begins with ``OPENING`` seconds that cost nothing, since a game may begin while one is away.
- What is left may be less than nothing here, where more was used than there was: it is shown as nothing.

Amounts of time are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Self

from engine.kernel.reading import Reader

FISCHER: Final = "fischer"
TURN: Final = "turn"
DAYS: Final = "correspondence"
KINDS: Final = (FISCHER, TURN, DAYS)
MAX_BASE: Final = 24 * 3600  # seconds
MAX_INCREMENT: Final = 3600
MAX_TURN: Final = 24 * 3600
MAX_DAYS: Final = 60
OPENING: Final = 60  # seconds of a seat's first turn that cost nothing; none in games by post
GIFT: Final = 15  # seconds that are given at once; in games by post a day
DAY: Final = 24 * 3600

Span = tuple[datetime, datetime]
_NOTHING: Final[Mapping[str, Sequence[Span]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """What a game is played with: ``limit`` for the whole game (``FISCHER``) or for a turn, both times in seconds."""

    kind: str
    limit: int
    increment: int = 0

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The setting that ``written`` wrote."""
        if data["kind"] == FISCHER:
            return cls(FISCHER, data["base"], data["increment"])
        if data["kind"] == DAYS:
            return cls(DAYS, data["days"] * DAY)
        return cls(TURN, data["seconds"])

    def written(self) -> dict[str, Any]:
        """The setting as the API has it."""
        if self.kind == FISCHER:
            return {"kind": FISCHER, "base": self.limit, "increment": self.increment}
        if self.kind == DAYS:
            return {"kind": DAYS, "days": self.limit // DAY}
        return {"kind": TURN, "seconds": self.limit}

    @property
    def gift(self) -> int:
        """The seconds that an opponent gives at once."""
        return DAY if self.kind == DAYS else GIFT


def read_clock(reader: Reader, data: Any, deadline: int | None) -> ClockSetting | None:
    """The clock of a request to create a game. One with a clock has no deadline beside."""
    if data is None:
        return None
    sent = data if isinstance(data, dict) else {}
    kind = sent["kind"] if sent.get("kind") in KINDS else FISCHER
    keys = {FISCHER: ("base", "increment"), TURN: ("seconds",), DAYS: ("days",)}[kind]
    fields = reader.object(data, "/clock", ("kind", *keys), ())
    reader.choice(fields.get("kind", kind), "/clock/kind", KINDS)
    if deadline is not None:
        reader.fault("unknown-value", "/deadline", "null where there is a clock")
    if kind == FISCHER:
        base = reader.number(fields.get("base", 0), "/clock/base", 10, MAX_BASE)
        return ClockSetting(kind, base, reader.number(fields.get("increment", 0), "/clock/increment", 0, MAX_INCREMENT))
    if kind == DAYS:
        return ClockSetting(kind, DAY * reader.number(fields.get("days", 0), "/clock/days", 1, MAX_DAYS))
    return ClockSetting(kind, reader.number(fields.get("seconds", 0), "/clock/seconds", 10, MAX_TURN))


def clock_again(data: Mapping[str, Any] | None) -> ClockSetting | None:
    """The clock of a game as it is kept, for the next one."""
    return None if data is None else ClockSetting.from_json(data)


def counted(since: datetime, until: datetime, spans: Iterable[Span] = ()) -> int:
    """The milliseconds between two moments, without what lies in ``spans``; 0 where the second is not later."""
    if until <= since:
        return 0
    lost = sum((end - begin for begin, end in _within(since, until, spans)), timedelta())
    return (until - since - lost) // timedelta(milliseconds=1)


def moment_after(since: datetime, amount: int, spans: Iterable[Span] = ()) -> datetime:
    """The first moment at which so many milliseconds have been ``counted``."""
    left = timedelta(milliseconds=max(0, amount))
    for begin, end in _within(since, datetime.max.replace(tzinfo=since.tzinfo), spans):
        if begin - since >= left:
            break
        left -= begin - since
        since = end
    return since + left


def _within(since: datetime, until: datetime, spans: Iterable[Span]) -> list[Span]:
    """What of some spans lies between two moments, in order and without overlaps."""
    whole: list[Span] = []
    for begin, end in sorted((max(begin, since), min(end, until)) for begin, end in spans):
        if end <= begin:
            continue
        if whole and begin <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(whole[-1][1], end))
        else:
            whole.append((begin, end))
    return whole


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock at a stamp: what is ``left`` and ``free``, whether it ``runs``, and since which version its limit
    is counted."""

    left: int
    free: int = 0
    runs: bool = False
    since: int = 0

    def used(self, amount: int) -> SeatClock:
        """After so many milliseconds more, first of those that cost nothing."""
        free = min(self.free, amount)
        return replace(self, left=self.left - (amount - free), free=self.free - free)


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a game as they are after an entry of its log, whose stamp is ``at``."""

    setting: ClockSetting
    at: datetime
    seats: Mapping[str, SeatClock]

    @classmethod
    def new(cls, setting: ClockSetting, seat_names: Iterable[str], acting: Collection[str], at: datetime) -> Self:
        """The clocks of a game in which nothing has been done: those of ``acting`` run from ``at`` on."""
        free = 0 if setting.kind == DAYS else OPENING * 1000
        seats = {name: SeatClock(setting.limit * 1000, free, name in acting) for name in seat_names}
        return cls(setting, at, seats)

    def charges(self, until: datetime, spans: Mapping[str, Sequence[Span]] = _NOTHING) -> dict[str, int]:
        """What an entry costs whose request arrived at a moment, by seat; ``spans`` are what is not counted of each."""
        running = [name for name, clock in self.seats.items() if clock.runs]
        return {name: counted(self.at, until, spans.get(name, ())) for name in running}

    def after(
        self,
        at: datetime,
        version: int,
        acting: Collection[str],
        *,
        is_new: bool,
        doer: str = "",
        charged: Mapping[str, int] | None = None,
    ) -> Clocks:
        """The clocks after an entry, whose stamp is ``at``.

        ``acting`` are those who are to act then, ``is_new`` whether their time begins anew. ``doer`` is the seat that
        acted, "" where nobody did. Servers of the release before write no ``charged``: it is what has passed.
        """
        costs = self.charges(at) if charged is None else charged
        seats = {}
        for name, clock in self.seats.items():
            now = clock.used(max(0, costs.get(name, 0))) if clock.runs else clock
            acts = name in acting
            if name == doer:
                has_ended = clock.runs and (is_new or not acts)
                now = replace(now, left=now.left + self.setting.increment * 1000 * has_ended, free=0)
            if self.setting.kind != FISCHER and acts and (is_new or not clock.runs):
                now = replace(now, left=self.setting.limit * 1000, since=version)
            seats[name] = replace(now, runs=acts)
        return Clocks(self.setting, at, seats)

    def since(self, at: datetime) -> Clocks:
        """The same, but running from another stamp on: writing the entry had to wait until then."""
        return replace(self, at=at)

"""The times that forms offer: none, or a clock. Any time of a game in words, also one that only the API takes (a time
for a turn that others may claim)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from contract.clocks import DAYS, FISCHER, TURN, ClockSetting

_MINUTES: Final = {
    "fischer-180-2": gettext_lazy("3 minutes + 2 seconds per turn"),
    "fischer-300-5": gettext_lazy("5 minutes + 5 seconds per turn"),
    "fischer-600-10": gettext_lazy("10 minutes + 10 seconds per turn"),
    "fischer-1800-30": gettext_lazy("30 minutes + 30 seconds per turn"),
}
_TURNS: Final = {
    "turn-60": gettext_lazy("1 minute for each turn"),
    "turn-180": gettext_lazy("3 minutes for each turn"),
    "turn-300": gettext_lazy("5 minutes for each turn"),
}
_DAYS: Final = {
    "correspondence-1": gettext_lazy("1 day for each turn"),
    "correspondence-3": gettext_lazy("3 days for each turn"),
    "correspondence-7": gettext_lazy("7 days for each turn"),
}
TIMES: Final = (
    ("", gettext_lazy("No limit")),
    (gettext_lazy("Clock for the whole game"), list(_MINUTES.items())),
    (gettext_lazy("Clock for each turn"), list(_TURNS.items())),
    (gettext_lazy("Correspondence"), list(_DAYS.items())),
)


def time_asked(choice: str) -> dict[str, Any]:
    """What the request to *Create* says of the time, by the choice in a form."""
    if not choice:
        return {"deadline": None}
    kind, *amounts = choice.split("-")
    keys = {FISCHER: ("base", "increment"), TURN: ("seconds",), DAYS: ("days",)}[kind]
    return {"deadline": None, "clock": {"kind": kind, **dict(zip(keys, map(int, amounts), strict=True))}}


def time_words(data: Mapping[str, Any]) -> list[str]:
    """The time of a request to *Create*, or of a game as it is kept, in words; nothing where it has no limit."""
    if data.get("clock"):
        return [clock_words(ClockSetting.from_json(data["clock"]))]
    deadline = data.get("deadline")
    return [_("%(time)s per turn") % {"time": duration_words(deadline)}] if deadline else []


def clock_words(setting: ClockSetting) -> str:
    """A clock, short enough for lists."""
    if setting.kind == FISCHER:
        base, increment = duration_words(setting.limit), setting.increment
        return _("%(base)s + %(n)d s per turn") % {"base": base, "n": increment} if increment else base
    return _("%(time)s for each turn") % {"time": duration_words(setting.limit)}


def duration_words(seconds: int) -> str:
    """Seconds in whole days, hours, minutes, or as they are."""
    if seconds % 86400 == 0:
        return ngettext("%(n)d day", "%(n)d days", seconds // 86400) % {"n": seconds // 86400}
    if seconds % 3600 == 0:
        return ngettext("%(n)d hour", "%(n)d hours", seconds // 3600) % {"n": seconds // 3600}
    if seconds % 60 == 0:
        return ngettext("%(n)d minute", "%(n)d minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}

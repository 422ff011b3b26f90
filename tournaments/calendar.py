"""The calendar: public tournaments that are to start, on a page and as a file of RFC 5545 that calendars read again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.summaries import summary_of_request
from tournaments.models import Tournament

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
SHOWN_AFTER: Final = timedelta(hours=12)  # what has started is in it still
MAX_EVENTS: Final = 200
LINE: Final = 75  # bytes of a line; what is longer goes on in the next one, after a space
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def events() -> QuerySet[Tournament]:
    """Tournaments that everybody finds and that say when they start, the next one first."""
    since = timezone.now() - SHOWN_AFTER
    listed = Tournament.objects.listed().filter(starts__gt=since).exclude(phase=Tournament.Phase.OVER)
    return listed.order_by("starts", "pk")[:MAX_EVENTS]


def written(tournaments: Iterable[Tournament], origin: str, host: str) -> str:
    """The file, in the language of the moment; ``origin`` is the scheme and host of links."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Grimoire//Tournaments//EN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_text(_('Tournaments'))}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for tournament in tournaments:
        lines += _event(tournament, origin, host)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(tournament: Tournament, origin: str, host: str) -> list[str]:
    assert tournament.starts is not None
    what = f"{tournament.get_kind_display()} · {summary_of_request(tournament.asked)}"
    lines = [
        "BEGIN:VEVENT",
        f"UID:{tournament.token}@{host}",
        f"DTSTAMP:{_moment(tournament.updated)}",
        f"SEQUENCE:{tournament.version}",
        f"DTSTART:{_moment(tournament.starts)}",
        f"SUMMARY:{_text(tournament.name)}",
        f"DESCRIPTION:{_text(what)}",
        f"URL:{origin}{tournament.get_absolute_url()}",
    ]
    if tournament.is_arena:
        lines.append(f"DURATION:PT{tournament.minutes}M")
    return [*lines, "END:VEVENT"]


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """A text that is no more than a text: nothing of it ends its line."""
    plain = "".join(letter for letter in text if letter == "\n" or letter.isprintable())
    return plain.translate(_ESCAPED)


def _folded(line: str) -> str:
    """A line in parts of at most ``LINE`` bytes, no letter of it torn."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE:
            parts.append("")
            size = 1  # the space before it
        parts[-1] += letter
        size += width
    return "\r\n ".join(parts)

"""Dates in XLSX: numbers of days, which the format of their cell alone tells from other numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

_BUILT_IN: Final = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))  # formats of dates
_NO_DATE: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', re.IGNORECASE)  # text, colours, conditions
_DATE: Final = re.compile("[ymdhs]", re.IGNORECASE)
_FIRST_DAY: Final = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}
_LAST: Final = 2_958_465  # of the year 9999


class DateStyles:
    """Which styles of cells are dates, read out of ``styles.xml`` element by element."""

    def __init__(self) -> None:
        self.since_1904 = False
        self.styles: list[bool] = []
        self._formats: set[str] = set()
        self._is_inside = False

    def started(self, tag: str, attributes: Mapping[str, str]) -> None:
        number = attributes.get("numFmtId", "")
        if tag == "numFmt" and _DATE.search(_NO_DATE.sub("", attributes.get("formatCode", "")[:200])):
            self._formats.add(number)
        elif tag == "cellXfs":
            self._is_inside = True
        elif tag == "xf" and self._is_inside:
            is_built_in = number.isdecimal() and len(number) < 5 and int(number) in _BUILT_IN
            self.styles.append(is_built_in or number in self._formats)

    def ended(self, tag: str, _text: str) -> None:
        self._is_inside = self._is_inside and tag != "cellXfs"

    def is_date(self, style: str) -> bool:
        """Whether cells of this style, by its number, are dates."""
        number = int(style) if style.isdecimal() and len(style) < 7 else -1
        return 0 <= number < len(self.styles) and self.styles[number]

    def written(self, number: str) -> str:
        """The date for so many days, as in ISO 8601; what is none stays as it is."""
        try:
            days = float(number)
        except ValueError:
            return number
        if not 0 <= days <= _LAST:
            return number
        moment = _FIRST_DAY[self.since_1904] + timedelta(days=days)
        return moment.date().isoformat() if days == int(days) else moment.isoformat(" ", "minutes")

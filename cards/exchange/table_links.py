"""Links of tables on the web, as people copy them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs

_SHEET: Final = re.compile(
    r"https://docs\.google\.com/spreadsheets/(?:u/[0-9]+/)?d/([A-Za-z0-9_-]+)(?:/(?:edit|view|htmlview)?)?"
)
_PUBLISHED: Final = re.compile(r"https://docs\.google\.com/spreadsheets/(?:u/[0-9]+/)?d/e/([A-Za-z0-9_-]+)/pubhtml")
_TAB: Final = re.compile(r"[0-9]{1,12}")  # which sheet of several


def table_address(text: str) -> str:
    """The address of the table that a link means: of a page of Google Sheets that of its CSV, else the link itself."""
    text = text.strip()
    address, _hash, fragment = text.partition("#")
    page, _mark, query = address.partition("?")
    tab = next(
        (value for part in (fragment, query) for value in parse_qs(part).get("gid", ()) if _TAB.fullmatch(value)), ""
    )
    if match := _PUBLISHED.fullmatch(page):
        return f"https://docs.google.com/spreadsheets/d/e/{match[1]}/pub?output=csv" + (
            f"&single=true&gid={tab}" if tab else ""
        )
    if (match := _SHEET.fullmatch(page)) and match[1] != "e":
        return f"https://docs.google.com/spreadsheets/d/{match[1]}/export?format=csv" + (f"&gid={tab}" if tab else "")
    return text

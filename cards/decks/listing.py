"""Lists of cards in whatever form, as their lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from cards.decks.list_data import HtmlLines, XmlList, lines_of_json, parsed_json
from cards.decks.list_lines import ABOUT, NAME, ListedLine, PartColumn, line_of
from cards.folding import folded

_COMMENTED: Final = re.compile(r"#+\s*\d{1,2}x\s")
_HTML: Final = re.compile(r"<(?:li|tr|br|p|div)\b[^<>]{0,200}>", re.IGNORECASE)
_DECLARED: Final = re.compile(r'"?sep=[;,\t|]"?[;,\t]*', re.IGNORECASE)
_CODE: Final = re.compile(r"[A-Za-z0-9+/=_-]{8,}")
_NAMED: Final = re.compile(r"(?:Name|Nom)\s+(\S.*)")


def listed_in(text: str) -> list[ListedLine]:
    """The lines of a list in whatever form."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start in ("{", "[") and (data := parsed_json(text)) is not None:
        return list(lines_of_json(data, text))
    if start == "{" and (rows := _json_by_lines(text)):
        return rows
    if start == "<" and (listed := XmlList.read(text)):
        return listed
    if _HTML.search(text):
        return [line_of(number, line) for number, line in HtmlLines.read(text)]
    lines = text.replace("\0", " ").removeprefix("\ufeff").splitlines()
    if lines and _DECLARED.fullmatch(lines[0].strip()):
        lines[0] = ""  # what separates the cells of a table is seen
    if commented := _all_commented(lines):
        return commented
    about = False
    parts: PartColumn | None = None
    listed = []
    for number, line in enumerate(lines, 1):
        named = _NAMED.fullmatch(line.strip()) if about else None
        read = ListedLine(number, line, head=NAME, words=named[1]) if named else line_of(number, line)
        listed.append(replace(read, section=parts.part_of(line) or read.section) if parts else read)
        parts = PartColumn.under(line) or parts
        about = folded(line.strip()) == ABOUT or (about and not line.strip())
    return listed


def _json_by_lines(text: str) -> list[ListedLine]:
    """The cards of JSON lines, an object each; none where one of them is no JSON."""
    listed: list[ListedLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        data = parsed_json(line)
        if line.strip() and data is None:
            return []
        listed += (replace(card, number=number) for card in lines_of_json([data], line) if line.strip())
    return listed


def _all_commented(lines: list[str]) -> list[ListedLine]:
    """The cards of a list that is written as comments around a code, and its name; empty for other lists."""
    stripped = [line.strip() for line in lines if line.strip()]
    if not any(map(_COMMENTED.match, stripped)) or not all(
        line.startswith("#") or _CODE.fullmatch(line) for line in stripped
    ):
        return []
    listed = []
    for number, line in enumerate(lines, 1):
        if _COMMENTED.match(line.strip()):
            listed.append(line_of(number, line.strip().lstrip("# ")))
        elif line.startswith("###"):
            listed.append(ListedLine(number, line, head=NAME, words=line.lstrip("# ")))
    return listed

"""Text as strangers write it, made fit to stand on a page beside other people's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_MARKS: Final = 3  # accents on one letter: more than any language needs, fewer than reach the lines around
MAX_BLANK: Final = 1  # empty lines in a row
# What turns the direction of all that follows, beyond the text itself; and what is seen by nobody.
_TURNS: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_UNSEEN: Final = "\u00ad\u115f\u1160\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0"
_DROPPED: Final = {ord(letter): None for letter in _TURNS + _UNSEEN}
_GAPS: Final = re.compile(r"[ \t\n]+")  # those that keep words together, as French has before "?", stay
_LINES: Final = re.compile(r"\r\n?|[\u0085\u2028\u2029\x0b\x0c]")


def tidied(text: str) -> str:
    """The same words without control characters, turned directions, heaps of accents and heaps of empty lines.

    Scripts that run from right to left stay as they are; joiners too, which some of them (and emoji) need.
    """
    if text.isascii() and text.isprintable():  # most of what is saved, over and over
        return text.strip()
    lines = (_tidied_line(line) for line in _LINES.sub("\n", text).split("\n"))
    kept: list[str] = []
    blank = 0
    for line in lines:
        blank = 0 if line else blank + 1
        if blank <= MAX_BLANK:
            kept.append(line)
    return "\n".join(kept).strip()


def tidied_line(text: str) -> str:
    """The same in one line, each space a single one: for names and titles."""
    return _GAPS.sub(" ", tidied(text))


def is_readable(text: str) -> bool:
    """Whether there is anything in it to see: a letter, a digit, a sign."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


def _tidied_line(line: str) -> str:
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", line).translate(_DROPPED):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MAX_MARKS or category in ("Co", "Cs") or (category == "Cc" and letter != "\t"):
            continue
        letters.append(letter)
    return "".join(letters).rstrip()

"""Text as strangers write it, made fit to stand on a page beside other people's, and in XML."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_MARKS: Final = 3  # accents on one letter: more than any language needs, fewer than reach the lines around
MAX_BLANK: Final = 1  # empty lines in a row
# What belongs into no text: characters that are none (noncharacters, half surrogate pairs, private use), control
# characters, what turns the direction of all that follows, and what is seen by nobody. Not by category: what Unicode
# has not assigned yet is a new emoji.
_DROPPED: Final = "".join(
    (
        "\x00-\x08\x0e-\x1f\x7f-\x9f",
        "\u202a-\u202e\u2066-\u2069",
        "\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0",
        "\ufff0-\ufffc",  # marks of what stands between the lines, and for a picture that is not there
        "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff",
        "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a",
        *(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xF0000, 0x10000)),
        "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff",  # among them the letters of flags
        "\U000f0000-\U0010ffff",
    )
)
_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"  # of a part of a country
_FLAGS_OR_DROPPED: Final = re.compile(f"({_FLAG})|[{_DROPPED}]")
_BLANKS: Final = "\u2800"  # a sign by its category, and nothing to the eye
_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_GAPS: Final = re.compile(r"[ \t\n]+")  # those that keep words together, as French has before "?", stay
_LINES: Final = re.compile(r"\r\n?|[\u0085\u2028\u2029\x0b\x0c]")


def tidied(text: str) -> str:
    """The same words without control characters, turned directions, heaps of accents and heaps of empty lines.

    Scripts that run from right to left stay as they are; joiners too, which some of them (and emoji) need.
    """
    if text.isascii() and text.isprintable():  # most of what is saved, over and over
        return text.strip()
    lines = (_tidied_line(line) for line in _LINES.sub("\n", text).split("\n"))
    lines_to_keep: list[str] = []
    blank = 0
    for line in lines:
        blank = 0 if line else blank + 1
        if blank <= MAX_BLANK:
            lines_to_keep.append(line)
    return "\n".join(lines_to_keep).strip()


def tidied_line(text: str) -> str:
    """The same in one line, each space a single one: for names and titles."""
    return _GAPS.sub(" ", tidied(text))


def readable(text: str) -> str:
    """A text tidied; empty where nothing is left to see: no letter, digit or sign."""
    cleaned = tidied(text)
    return cleaned if any(map(_is_seen, cleaned)) else ""


def readable_line(text: str) -> str:
    """The same in one line: for names and titles that somebody has to see."""
    return _GAPS.sub(" ", readable(text))


def xml_text(text: str) -> str:
    """The text without the characters that XML 1.0 cannot hold, however they are written."""
    return _NOT_IN_XML.sub("", text)


def _is_seen(letter: str) -> bool:
    category = unicodedata.category(letter)
    return (category[0] in "LNPS" or category == "Cn") and letter not in _BLANKS


def _tidied_line(line: str) -> str:
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _FLAGS_OR_DROPPED.sub(r"\1", line)):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            letters.append(letter)
    return "".join(letters).rstrip()

"""Text fitted by measuring: how wide it is in the face's fonts, and the largest size at which it fits its box.

All lengths are hundredths of the card's width, as in static/css/face.css. Widths are sums of the letters' advances
without kerning, which nearly always brings letters closer together; ``SLACK`` covers the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from fontTools.ttLib import TTFont

from cards.fonts import CAPS, FONTS, TEXT
from cards.letters import letters, unbroken

SLACK: Final = 1.02
MISSING: Final = 1.1  # of the size: a letter that another font has to draw may be this wide
_MARKS: Final = ("Mn", "Me", "Cf")  # accents and what joins letters: they take no room of their own
_IDEOGRAPHS: Final = "\u2e80"  # from here on words are broken without a hyphen, except in a few alphabets
_BREAKING: Final = re.compile(r"[^\S\u00a0]+")
STEP: Final = 0.2  # between two sizes; face.css has a class for each, tests compare
SMALLEST: Final = 1.0
NAME: Final = (CAPS, "normal")
LINE: Final = (TEXT, "italic")
Style = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TextBox:
    """Where text goes: ``width`` and ``height``, the font, the ``leading`` (line height to size), the ``largest`` size
    of one line, of two, and so on, the last for all that follow. Words are only broken below ``breaking``."""

    style: Style
    width: float
    height: float
    leading: float
    largest: tuple[float, ...]
    breaking: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text in lines, and its size."""

    lines: tuple[str, ...]
    size: float

    @property
    def css(self) -> str:
        """The number of the size's class in face.css: ``"86"`` for 8.6."""
        return str(round(self.size * 10))


@cache
def _advances(style: Style) -> dict[int, float]:
    """Code point to width, as a share of the size."""
    advances: dict[int, float] = {}
    for font in FONTS:
        for path in font.paths if (font.family, font.style) == style else ():
            with TTFont(path, lazy=True) as file:
                metrics, scale = file["hmtx"].metrics, file["head"].unitsPerEm
                for code, glyph in file.getBestCmap().items():
                    advances.setdefault(code, metrics[glyph][0] / scale)
    return advances


def width_of(text: str, style: Style) -> float:
    """How wide a line of text is at most, in multiples of its size."""
    advances = _advances(style)
    return SLACK * sum(advances.get(ord(letter), _width_elsewhere(letter)) for letter in text)


def _width_elsewhere(letter: str) -> float:
    return 0.0 if unicodedata.category(letter) in _MARKS else MISSING


@lru_cache(maxsize=8192)
def fit(text: str, box: TextBox) -> Fitted:
    """The text at the largest size that fits the box, in the fewest lines at that size, broken between words.

    Only where a single word is too long at ``box.breaking`` are words broken, with a hyphen. Nothing is ever left out:
    of text without end the size goes down to ``SMALLEST`` and the lines run on.
    """
    words = [word for word in _BREAKING.split(unbroken(text)) if word]
    if not words:
        return Fitted((), box.largest[0])
    lines: list[str] = []
    for size in _sizes(box):
        room = box.width / size
        pieces = words if size >= box.breaking else [part for word in words for part in _parts(word, room, box.style)]
        lines = _poured(pieces, room, box.style)
        limit = max(1, int(box.height / (size * box.leading) + 1e-6))
        if len(lines) > limit or size > _largest(box, len(lines)) or _widest(lines, box.style) > room:
            continue
        return Fitted(_balanced(pieces, len(lines), box.style), size)
    return Fitted(tuple(lines), SMALLEST)


def fit_lines(lines: tuple[str, ...], box: TextBox) -> Fitted:
    """Lines that are already broken, at the largest size that fits another box."""
    count = max(1, len(lines))
    widest = _widest(lines, box.style) or 1
    size = min(_largest(box, count), box.width / widest, box.height / (count * box.leading))
    return Fitted(lines, max(SMALLEST, round(int(size / STEP + 1e-6) * STEP, 1)))


def _largest(box: TextBox, count: int) -> float:
    return box.largest[min(count, len(box.largest)) - 1] + 1e-6


def _widest(lines: Iterable[str], style: Style) -> float:
    return max((width_of(line, style) for line in lines), default=0)


def _sizes(box: TextBox) -> Iterator[float]:
    steps = round(max(box.largest) / STEP)
    while steps * STEP >= SMALLEST - 1e-6:
        yield round(steps * STEP, 1)
        steps -= 1


def _parts(word: str, room: float, style: Style) -> Iterator[str]:
    """The word, cut into pieces if it is too wide for a line: between what is seen as one letter and the next.

    With hyphens where there is an alphabet; pictures and ideographs are set one below the other without.
    """
    if width_of(word, style) <= room:
        yield word
        return
    part = ""
    for letter in letters(word):
        if part and width_of(part + letter + "-", style) > room:
            yield f"{part}-" if _is_spelled(part[-1]) else part
            part = ""
        part += letter
    yield part


def _is_spelled(sign: str) -> bool:
    """Whether words that end with it are broken with a hyphen: not ideographs, nor pictures."""
    return sign < _IDEOGRAPHS


def _poured(words: Iterable[str], room: float, style: Style) -> list[str]:
    """The words in as few lines as they need."""
    lines: list[str] = []
    space, used = width_of(" ", style), 0.0
    for word in words:
        width = width_of(word, style)
        if lines and used + space + width <= room:
            lines[-1] += f" {word}"
            used += space + width
        else:
            lines.append(word)
            used = width
    return lines


def _balanced(words: Sequence[str], count: int, style: Style) -> tuple[str, ...]:
    """The words in so many lines that the widest is as narrow as it can be."""
    if count == 1:
        return (" ".join(words),)
    low = max(width_of(word, style) for word in words)
    high = width_of(" ".join(words), style)
    while high - low > 0.05:  # of the size: too little to see
        middle = (low + high) / 2
        if len(_poured(words, middle, style)) <= count:
            high = middle
        else:
            low = middle
    return tuple(_poured(words, high, style))

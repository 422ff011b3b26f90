"""Parts of one TrueType font, each with some of its glyphs under their old numbers, put together to one part.

WeasyPrint cuts the letters of a card out of a font and leaves their numbers as they are, so one part with the glyphs
of all cards fits the text of each. Which parts are of one font is the caller's to know.
"""

from __future__ import annotations

import io
import struct
from array import array
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter

_COPIED: Final = ("cvt ", "fpgm", "prep")  # all that a PDF needs beside those that are written anew
_GLYPHS: Final = slice(4, 6)  # of maxp: how many there are
_LIMITS: Final = slice(6, 32)  # ... and what they take, as thirteen numbers
_LONG: Final = slice(50, 52)  # of head: whether places of glyphs are in bytes
_METRICS: Final = slice(34, 36)  # of hhea: how many glyphs have a width of their own
_COMPOSED: Final = b"\xff\xff"  # in place of how many outlines a glyph has
_HEADER: Final = 10  # bytes of a glyph before what it is composed of
_IN_WORDS, _BY_ONE, _MORE, _BY_TWO, _BY_MATRIX = 1, 8, 32, 64, 128


class FontParts:
    """The glyphs of the parts that were added."""

    def __init__(self) -> None:
        self._glyphs: dict[int, bytes] = {}
        self._metrics: dict[int, bytes] = {}
        self._tables: dict[str, bytes] = {}
        self._limits: tuple[int, ...] = (0,) * 13

    def add(self, program: bytes, used: Collection[int]) -> bool:
        """Takes a part in, of which the glyphs of these numbers are ``used``; False for one that has other glyphs under
        the same numbers, or is no TrueType, and nothing changes."""
        if program[:4] not in (b"\0\1\0\0", b"true"):
            return False
        tables = SFNTReader(io.BytesIO(program))
        glyphs = dict(_glyphs(tables))
        if any(self._glyphs.get(number, glyph) != glyph for number, glyph in glyphs.items()):
            return False
        self._glyphs |= glyphs
        own, metrics = struct.unpack(">H", tables["hhea"][_METRICS])[0], tables["hmtx"]
        for number in {*used, *glyphs}:
            at = min(number, own - 1)
            bearing = at * 4 + 2 if number < own else own * 4 + (number - own) * 2
            if number not in self._metrics and bearing + 2 <= len(metrics):
                self._metrics[number] = metrics[at * 4 : at * 4 + 2] + metrics[bearing : bearing + 2]
        limits = struct.unpack(">13H", tables["maxp"][_LIMITS])
        self._limits = tuple(map(max, self._limits, limits))
        if not self._tables:
            tags = ("head", "hhea", "maxp", *(tag for tag in _COPIED if tag in tables))
            self._tables = {tag: tables[tag] for tag in tags}
        return True

    def of(self, numbers: Collection[int]) -> FontParts:
        """A part with these glyphs alone, and those that they are composed of."""
        wanted, left = set[int](), list(numbers)
        while left:
            number = left.pop()
            if number not in wanted:
                wanted.add(number)
                left += _components(self._glyphs.get(number, b""))
        part = FontParts()
        part._glyphs = {number: self._glyphs[number] for number in wanted if number in self._glyphs}
        part._metrics = {number: self._metrics[number] for number in wanted}
        part._tables, part._limits = self._tables, self._limits
        return part

    def program(self) -> bytes:
        """One file of all of them."""
        count = max((*self._glyphs, *self._metrics), default=0) + 1
        glyphs = [self._glyphs.get(number, b"") for number in range(count)]
        places = [0]
        for glyph in glyphs:
            places.append(places[-1] + len(glyph))
        tables = {
            **self._tables,
            "head": _with(self._tables["head"], _LONG, 1),
            "hhea": _with(self._tables["hhea"], _METRICS, count),
            "maxp": _with(self._tables["maxp"], _GLYPHS, count, *self._limits),
            "glyf": b"".join(glyphs),
            "loca": struct.pack(f">{count + 1}L", *places),
            "hmtx": b"".join(self._metrics.get(number, bytes(4)) for number in range(count)),
        }
        written = io.BytesIO()
        writer = SFNTWriter(written, len(tables))
        for tag in sorted(tables):
            writer[tag] = tables[tag]
        writer.close()
        return written.getvalue()


def _with(table: bytes, place: slice, *numbers: int) -> bytes:
    """The table with these numbers of two bytes from the place on."""
    packed = struct.pack(f">{len(numbers)}H", *numbers)
    return table[: place.start] + packed + table[place.start + len(packed) :]


def _components(glyph: bytes) -> Iterator[int]:
    """The numbers of the glyphs that one is composed of, if it is."""
    if glyph[:2] != _COMPOSED:
        return
    at, flags = _HEADER, _MORE
    while flags & _MORE:
        flags, number = struct.unpack_from(">2H", glyph, at)
        yield number
        scale = 8 if flags & _BY_MATRIX else 4 if flags & _BY_TWO else 2 if flags & _BY_ONE else 0
        at += 4 + (4 if flags & _IN_WORDS else 2) + scale


def _glyphs(tables: SFNTReader) -> list[tuple[int, bytes]]:
    """The glyphs that draw something, by their numbers, each of a length that four divides."""
    is_long = tables["head"][_LONG] == b"\0\1"
    places = array("I" if is_long else "H", tables["loca"])
    places.byteswap()
    step, outlines = 1 if is_long else 2, tables["glyf"]
    return [
        (number, (glyph := outlines[begin * step : end * step]) + bytes(-len(glyph) % 4))
        for number, (begin, end) in enumerate(pairwise(places))
        if begin != end
    ]

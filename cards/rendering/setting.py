"""Lines of text set by HarfBuzz, as WeasyPrint sets them: which glyphs of our fonts, and where each stands.

WeasyPrint takes two milliseconds for a line. HarfBuzz, on which its text rests, is on every machine that it runs on;
from here it is called directly, for what the face of a card shows: single lines in one font, written from left to
right. Whatever is more than that ``can_set`` refuses, and WeasyPrint sets it.
"""

from __future__ import annotations

import ctypes
import io
import unicodedata
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_uint, c_uint32, c_void_p
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from fontTools.ttLib import TTFont

from cards.rendering.font_parts import FontParts
from cards.rendering.typefaces import typeface

_LIBRARY: Final = "libharfbuzz.so.0"
_READ_ONLY: Final = 1
_WHOLE: Final = 0xFFFFFFFF  # the end of what a feature is said of
_FROM_LEFT: Final = ("L", "EN", "ES", "ET", "CS", "WS", "ON", "AN")  # and what takes the direction of the rest
_BEYOND: Final = "\u0590"  # from here on scripts are joined, stacked or written from the right
_PUNCTUATION: Final = "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2039\u203a\u20ac"


class _Info(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in ("glyph", "mask", "cluster", "var1", "var2")]


class _Position(ctypes.Structure):
    _fields_ = [(name, c_int32) for name in ("x_advance", "y_advance", "x_offset", "y_offset", "var")]


class _Extents(ctypes.Structure):
    _fields_ = [(name, c_int32) for name in ("ascender", "descender", "gap", *(f"reserved{n}" for n in range(9)))]


class _Feature(ctypes.Structure):
    _fields_ = [("tag", c_uint32), ("value", c_uint32), ("start", c_uint), ("end", c_uint)]


@dataclass(frozen=True, slots=True)
class Glyph:
    """``number`` in its font; ``advance`` to the next, in parts of the size; ``letters`` are those that it stands for:
    of several glyphs for the same ones the last has them."""

    number: int
    advance: float
    letters: str


@dataclass(frozen=True)
class SetFont:
    """A font of ``cards.fonts.FONTS`` by its number: ``ascent`` and ``descent`` (above and below the line, both as
    they are written, the latter negative) and the ``widths`` of its glyphs in parts of the size."""

    number: int
    ascent: float
    descent: float
    widths: tuple[float, ...]
    letters: frozenset[str]
    parts: FontParts
    handle: Any


@cache
def harfbuzz() -> Any:
    """The library, or None where there is none by this name."""
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return None
    for name, result, takes in (
        ("hb_blob_create", c_void_p, (c_char_p, c_uint, c_int, c_void_p, c_void_p)),
        ("hb_face_create", c_void_p, (c_void_p, c_uint)),
        ("hb_font_create", c_void_p, (c_void_p,)),
        ("hb_font_get_h_extents", c_int, (c_void_p, POINTER(_Extents))),
        ("hb_buffer_create", c_void_p, ()),
        ("hb_buffer_destroy", None, (c_void_p,)),
        ("hb_buffer_add_codepoints", None, (c_void_p, POINTER(c_uint32), c_int, c_uint, c_int)),
        ("hb_buffer_guess_segment_properties", None, (c_void_p,)),
        ("hb_buffer_set_language", None, (c_void_p, c_void_p)),
        ("hb_language_from_string", c_void_p, (c_char_p, c_int)),
        ("hb_buffer_get_glyph_infos", POINTER(_Info), (c_void_p, POINTER(c_uint))),
        ("hb_buffer_get_glyph_positions", POINTER(_Position), (c_void_p, POINTER(c_uint))),
        ("hb_shape", None, (c_void_p, c_void_p, POINTER(_Feature), c_uint)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, takes
    return library


@cache
def set_font(number: int) -> SetFont:
    """The font, read once. Only where there is ``harfbuzz``."""
    library, program = harfbuzz(), typeface(number)
    face = library.hb_face_create(library.hb_blob_create(program, len(program), _READ_ONLY, None, None), 0)
    handle = library.hb_font_create(face)  # kept for as long as the process is there, as is ``typeface``
    extents = _Extents()
    library.hb_font_get_h_extents(handle, byref(extents))
    parts = FontParts()
    with TTFont(io.BytesIO(program), lazy=True) as file:
        units = file["head"].unitsPerEm
        metrics = file["hmtx"].metrics
        widths = tuple(metrics[name][0] / units for name in file.getGlyphOrder())
        letters = frozenset(map(chr, file.getBestCmap()))
    parts.add(program, range(len(widths)))
    return SetFont(number, extents.ascender / units, extents.descender / units, widths, letters, parts, (handle, units))


def can_set(text: str, number: int) -> bool:
    """Whether a line is of such letters of the font that ``line`` sets them as WeasyPrint does."""
    return (
        harfbuzz() is not None and all(_is_plain(sign) for sign in text) and set_font(number).letters.issuperset(text)
    )


@lru_cache(maxsize=1024)
def _is_plain(sign: str) -> bool:
    if sign >= _BEYOND:
        return sign in _PUNCTUATION
    return unicodedata.category(sign)[0] not in "MC" and unicodedata.bidirectional(sign) in _FROM_LEFT


@lru_cache(maxsize=4096)
def line(text: str, number: int, language: str, features: tuple[str, ...] = ()) -> tuple[Glyph, ...] | None:
    """The glyphs of a line that ``can_set``, with OpenType ``features`` by their tags beside the usual ones; None if a
    glyph stands above or beside its place."""
    library, font = harfbuzz(), set_font(number)
    handle, units = font.handle
    buffer = library.hb_buffer_create()
    try:
        codes = (c_uint32 * len(text))(*map(ord, text))
        library.hb_buffer_add_codepoints(buffer, codes, len(text), 0, len(text))
        library.hb_buffer_guess_segment_properties(buffer)
        library.hb_buffer_set_language(buffer, library.hb_language_from_string(language.encode(), -1))
        asked = (_Feature * len(features))(*(_Feature(_tag(name), 1, 0, _WHOLE) for name in features))
        library.hb_shape(handle, buffer, asked, len(features))
        count = c_uint()
        infos = library.hb_buffer_get_glyph_infos(buffer, byref(count))
        positions = library.hb_buffer_get_glyph_positions(buffer, byref(count))
        if any(positions[place].x_offset or positions[place].y_offset for place in range(count.value)):
            return None
        ends = [*(infos[place].cluster for place in range(1, count.value)), len(text)]
        return tuple(
            Glyph(
                infos[place].glyph,
                positions[place].x_advance / units,
                text[infos[place].cluster : ends[place]],
            )
            for place in range(count.value)
        )
    finally:
        library.hb_buffer_destroy(buffer)


def _tag(name: str) -> int:
    return int.from_bytes(name.encode(), "big")

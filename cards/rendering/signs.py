"""A font of ours with what the others lack: a box for letters that are in no font, and the signs of our papers."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from cards.fonts import SIGNS
from cards.letters import REPLACEMENT

FAMILY: Final = "Grimoire Signs"
_UNITS: Final = 1000
_ASCENT, _DESCENT = 1016, -345  # of the text font: a line with a sign in it is as high as others
_EPOCH: Final = 2_082_844_800  # seconds from the beginning of fonts' time to that of Unix: equal files every time
Point = tuple[int, int]


def _bar(bottom: int) -> tuple[Point, ...]:
    return (80, bottom), (80, bottom + 55), (540, bottom + 55), (540, bottom)


# Each an advance and outlines: those that run the other way round are holes.
_OUTLINES: Final[dict[str, tuple[int, tuple[tuple[Point, ...], ...]]]] = {
    REPLACEMENT: (
        620,
        (
            ((60, 0), (60, 640), (560, 640), (560, 0)),
            ((110, 50), (510, 50), (510, 590), (110, 590)),
        ),
    ),
    # Between two boxes a space is this font's too.
    " ": (227, ()),
    "\u00a0": (227, ()),
    "\u202f": (160, ()),
    "◆": (640, (((320, 20), (40, 300), (320, 580), (600, 300)),)),
    "→": (
        760,
        (
            (
                *((60, 275), (60, 325), (600, 325), (480, 445), (520, 480)),
                *((700, 300), (520, 120), (480, 155), (600, 275)),
            ),
        ),
    ),
    "≤": (620, (((540, 130), (80, 335), (80, 385), (540, 590), (540, 530), (165, 360), (540, 190)), _bar(20))),
    "≥": (620, (((80, 590), (540, 385), (540, 335), (80, 130), (80, 190), (455, 360), (80, 530)), _bar(20))),
    "≠": (620, (_bar(205), _bar(370), ((170, 60), (390, 570), (445, 570), (225, 60)))),
}
assert set(_OUTLINES) >= {REPLACEMENT, *SIGNS}


@cache
def signs() -> bytes:
    """The font's file."""
    names = {sign: f"uni{ord(sign):04X}" for sign in _OUTLINES}
    builder = FontBuilder(_UNITS, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    drawn = {names[sign]: outlines for sign, outlines in _OUTLINES.items()}
    drawn[".notdef"] = _OUTLINES[REPLACEMENT]
    builder.setupGlyf({name: _glyph(outlines) for name, (_advance, outlines) in drawn.items()})
    builder.setupHorizontalMetrics({name: (advance, 0) for name, (advance, _outlines) in drawn.items()})
    builder.setupHorizontalHeader(ascent=_ASCENT, descent=_DESCENT)
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=_ASCENT, sTypoDescender=_DESCENT, usWinAscent=_ASCENT, usWinDescent=-_DESCENT)
    builder.setupPost()
    builder.font.recalcTimestamp = False
    builder.font["head"].created = builder.font["head"].modified = _EPOCH
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()


def _glyph(outlines: tuple[tuple[Point, ...], ...]) -> object:
    pen = TTGlyphPen(None)
    for first, *others in outlines:
        pen.moveTo(first)
        for point in others:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()

"""The fonts as paper takes them: each one file, with all of its letters, in the one weight that is used.

WeasyPrint would cut that weight out of a variable font anew for every card, which takes longer than the card.
"""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import cache
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from cards.fonts import FONTS, Font
from cards.rendering.store import kept


@cache
def typeface(number: int) -> bytes:
    """The font of this number in ``FONTS``, ready to be embedded."""
    font = FONTS[number]
    return kept("ttf", font, lambda: _made(font))


def _made(font: Font) -> bytes:
    parts: list[io.BytesIO] = []
    known: set[int] = set()
    for path in font.paths:
        part, letters = _cut(path, font, known)
        parts.append(part)
        known |= letters
    if len(parts) == 1:
        return parts[0].getvalue()
    # Glyphs are merged by name, those of the second file renamed; what substitutes and kerns them comes along.
    whole = Merger().merge(parts)
    whole.recalcTimestamp = False
    with TTFont(font.paths[0]) as first:
        whole["head"].created, whole["head"].modified = first["head"].created, first["head"].modified
    return _written(whole).getvalue()


def _cut(path: Path, font: Font, known: Collection[int]) -> tuple[io.BytesIO, set[int]]:
    """The file in the font's weight, without the letters that are known already; and its letters."""
    # A font keeps the time of its last change, which must not be now: equal faces give equal bytes.
    with TTFont(path, recalcTimestamp=False) as file:
        if font.variable:
            instantiateVariableFont(file, {"wght": font.weight}, inplace=True)
        letters = set(file.getBestCmap()) - set(known)
        if len(font.files) > 1:
            # Hints stay behind: what they start from differs between the files, and no PDF of ours has them.
            keeper = Subsetter(Options(layout_features=["*"], hinting=False, notdef_outline=True, glyph_names=True))
            keeper.populate(unicodes=letters)
            keeper.subset(file)
        file.flavor = None
        return _written(file), letters


def _written(file: TTFont) -> io.BytesIO:
    written = io.BytesIO()
    file.save(written)
    written.seek(0)
    return written

"""The fonts as paper takes them: of a variable font the one weight that the face uses.

WeasyPrint would cut that weight out of it anew for every card, which takes longer than the card.
"""

from __future__ import annotations

import io
from functools import cache

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from cards.fonts import FONTS, Font


@cache
def typeface(number: int) -> bytes:
    """The font of this number in ``FONTS``, ready to be embedded."""
    from cards.rendering.cache import kept

    font = FONTS[number]
    return kept("ttf", font, lambda: _cut(font))


def _cut(font: Font) -> bytes:
    # A font keeps the time of its last change, which must not be now: equal faces give equal bytes.
    with TTFont(font.path, recalcTimestamp=False) as file:
        if font.variable:
            instantiateVariableFont(file, {"wght": font.weight}, inplace=True)
        file.flavor = None
        written = io.BytesIO()
        file.save(written)
    return written.getvalue()

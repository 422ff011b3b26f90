"""What several virtual tables take: a JPEG of each face, and each different card once with its number."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from cards.printing.options import PrintOptions
from cards.printing.pieces import Side, Sides
from cards.printing.rendering import render
from cards.rendering.tabletop import jpeg


def picture(face: Side, options: PrintOptions) -> bytes:
    """A face as cut, as JPEG."""
    with Image.open(io.BytesIO(render(face, options))) as image:
        return jpeg(image.convert("RGB"))


def counted(sides: Iterable[Sides]) -> dict[Sides, int]:
    """How often each different card is among them, in the order in which they come first."""
    counts: dict[Sides, int] = {}
    for side in sides:
        plain = replace(side, is_backed=side.back is not None)  # all others have the shared back here
        counts[plain] = counts.get(plain, 0) + 1
    return counts

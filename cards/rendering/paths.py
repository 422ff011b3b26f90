"""Paths of SVG, converted once: the drawings of icons, frames and panels are the same on many cards.

WeasyPrint reads the data of each path anew wherever it is drawn, which takes a good part of a card's time.
Here what it wrote is remembered by the data, and written again as it was: byte by byte the same (tests compare).
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from weasyprint import svg

MOST: Final = 4096  # paths that a process remembers
_PLAIN: Final = re.compile(r"[achlmqstvzACHLMQSTVZ0-9eE.,+\-\s]*")  # no units, so that nothing else decides the outcome
_known: OrderedDict[str, tuple[Any, ...]] = OrderedDict()

Draw = Callable[[Any, Any, Any], None]


def remember_paths() -> None:
    """Makes WeasyPrint, in this process, remember the paths that it has converted. Doing so twice changes nothing."""
    draw = svg.TAGS["path"]
    if not hasattr(draw, "converts"):
        svg.TAGS["path"] = _remembering(draw)


def _remembering(convert: Draw) -> Draw:
    def draw(image: Any, node: Any, font_size: Any) -> None:
        data = node.get("d", "")
        written = image.stream.stream
        found = _known.get(data)
        if found is not None:
            _known.move_to_end(data)
            written.extend(found)
            return
        before = len(written)
        convert(image, node, font_size)
        if _PLAIN.fullmatch(data):
            node.vertices.clear()  # for markers, which no drawing of ours has; none come from elsewhere
            _known[data] = tuple(written[before:])
            if len(_known) > MOST:
                _known.popitem(last=False)

    draw.converts = convert  # type: ignore[attr-defined]
    return draw

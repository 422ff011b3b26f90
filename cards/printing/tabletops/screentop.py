"""Screentop.gg: its editor takes pictures by the dozen and keeps their names, and a table says how often each occurs.

The editor has no published format of a file: what it takes are pictures, so each face is one, numbered in order, and
``cards.csv`` has a line for each card.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from cards.downloads import file_stem
from cards.exchange.table import guarded
from cards.printing.options import PrintOptions
from cards.printing.pieces import SHARED, Sides, faces_in, readme
from cards.printing.tabletops.pictures import counted, picture

_BACK: Final = "backs/back.jpg"


def files(title: str, sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    counts = counted(sides)
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\r\n")
    writer.writerow(["name", "copies", "front", "back"])
    for number, (side, count) in enumerate(counts.items(), 1):
        named = f"{number:03}-{file_stem(side.name, 'card')}.jpg"
        back = _BACK if side.back is SHARED else f"backs/{named}"
        writer.writerow([guarded(side.name), count, f"fronts/{named}", back])
        yield f"fronts/{named}", picture(side.front, options)
        if back != _BACK:
            yield back, picture(side.back, options)
    if any(side.back is SHARED for side in counts):
        yield _BACK, picture(SHARED, options)
    yield "cards.csv", rows.getvalue().encode("utf-8-sig")
    width, height = (number_format(side) for side in (options.geometry.width, options.geometry.height))
    yield readme(
        faces_in(sides),
        _("In the editor of Screentop, drop all pictures of “fronts” at once, then those of “backs”."),
        _("Cards measure %(width)s × %(height)s mm. cards.csv lists how often each occurs.")
        % {"width": width, "height": height},
    )

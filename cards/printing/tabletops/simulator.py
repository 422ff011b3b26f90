"""Tabletop Simulator: pictures of many faces, with the numbers to enter. Its saved object is ``saved_object``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from cards.downloads import file_stem
from cards.printing.montages import montages
from cards.printing.options import PrintOptions
from cards.printing.pieces import Sides, faces_in, readme
from cards.printing.tabletops.pictures import picture
from cards.rendering.tabletop import board_for


def files(title: str, sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    board = board_for(len(sides), options.geometry)
    for number, montage in enumerate(montages(sides, options), 1):
        yield f"{file_stem(title)}-{number}-{board.columns}x{board.rows}.jpg", montage.picture()
    yield "back.jpg", picture(None, options)
    lines = [
        _(
            "In Tabletop Simulator: Objects, Components, Cards, Custom Deck. "
            "Face: a picture of this archive. Back: back.jpg."
        ),
        _("Switch “Back is Hidden” on. Otherwise the others see the picture's last card instead of a back."),
        _("Width: %(columns)d. Height: %(rows)d.") % {"columns": board.columns, "rows": board.rows},
    ]
    for number, start in enumerate(range(0, len(sides), board.count), 1):
        count = min(board.count, len(sides) - start)
        lines.append(_("Picture %(number)d: number %(count)d.") % {"number": number, "count": count})
    yield readme(faces_in(sides), *lines)

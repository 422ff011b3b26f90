"""What is to be said before paper is spent: letters that no font of ours has, pictures with too few pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art import ART_SHARE, Artwork
from cards.faces import FRAMES, Face
from cards.letters import LETTERS_SHOWN, missing_letters
from cards.pictures import MAX_SIDE
from cards.printing.options import PrintOptions
from cards.printing.pieces import Side, Sides
from cards.reference import BackFace

SHARP: Final = 250  # DPI from which a print shop does not complain
MAX_REMARKS: Final = 8  # remarks that are shown


def remarks_on(sides: Iterable[Sides], options: PrintOptions) -> list[str]:
    """Remarks in the language of the moment, each face once; the last one says how many more there are."""
    remarks = list(_remarks(sides, options))
    more = len(remarks) - MAX_REMARKS
    if more > 0:
        last = ngettext("And %(count)d more like these.", "And %(count)d more like these.", more) % {"count": more}
        return [*remarks[:MAX_REMARKS], last]
    return remarks


def _remarks(sides: Iterable[Sides], options: PrintOptions) -> Iterator[str]:
    faces: dict[Side, str] = {}
    for side in sides:
        faces.setdefault(side.front, side.name)
        if side.is_backed:
            faces.setdefault(side.back, side.name)
    for face, name in faces.items():
        if isinstance(face, Face) and (missing := missing_letters(f"{face.name} {face.flavour}")):
            text = _("“%(card)s”: no card font has %(letters)s. They print as empty boxes.")
            yield text % {"card": name, "letters": " ".join(missing[:LETTERS_SHOWN])}
        if isinstance(face, Face | BackFace) and face.picture is not None and options.purpose in ("home", "shop"):
            yield from _coarse(name if isinstance(face, Face) else _("The back"), face.picture, _width(face, options))


def _width(face: Face | BackFace, options: PrintOptions) -> float:
    """How many millimetres the picture's place is wide."""
    card = options.geometry
    is_framed = isinstance(face, Face) and face.frame == FRAMES[0]
    return card.width * ART_SHARE if is_framed else card.width + 2 * card.bleed


def _coarse(name: str, picture: Artwork, width: float) -> Iterator[str]:
    dpi = int(picture.dpi(width))
    if dpi >= SHARP:
        return
    wide, high = (ceil(side * SHARP / max(picture.dpi(width), 1)) for side in (picture.width, picture.height))
    if max(wide, high) > MAX_SIDE:
        yield _("“%(card)s” prints at %(dpi)d DPI: zoom out, or use a larger picture.") % {"card": name, "dpi": dpi}
    else:
        text = _("“%(card)s” prints at %(dpi)d DPI: use a picture of at least %(width)d × %(height)d pixels.")
        yield text % {"card": name, "dpi": dpi, "width": wide, "height": high}

"""Whether a picture has the pixels that paper can show, and what it would take."""

from __future__ import annotations

from math import ceil
from typing import Final

from django.utils.translation import gettext as _

from cards.art import ART_SHARE, Artwork
from cards.pictures import MAX_SIDE
from cards.rendering.geometry import DEFAULT
from cards.scenery import HEIGHT, WIDTH

ART_WIDTH: Final = DEFAULT.width * ART_SHARE  # millimetres
GOOD_DPI: Final = 300


def how_sharp(picture: Artwork) -> str:
    """How large a picture with too few pixels would print sharp, and how many it would take."""
    dpi = picture.dpi(ART_WIDTH)
    sharp = ART_WIDTH * dpi / GOOD_DPI
    values = {
        "dpi": int(dpi),
        "sharp": f"{sharp:.0f} × {sharp * HEIGHT / WIDTH:.0f}",
        "size": " × ".join(str(ceil(side * GOOD_DPI / dpi)) for side in (picture.width, picture.height)),
    }
    if max(picture.width, picture.height) * GOOD_DPI / dpi > MAX_SIDE:
        return _("%(dpi)d DPI on paper: sharp up to %(sharp)s mm. Zoom out, or use a larger picture.") % values
    return _("%(dpi)d DPI on paper: sharp up to %(sharp)s mm. This crop needs at least %(size)s pixels.") % values

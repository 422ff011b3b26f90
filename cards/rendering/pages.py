"""Any small page with a face on it as a PNG: for pictures that go along with links."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache

from cards.rendering.geometry import DEFAULT, PIXEL
from cards.rendering.pdf import Printable, in_millimetres, picture_files, press
from cards.rendering.png import raster


def page_png(
    html: str,
    face: Printable,
    *,
    size: tuple[int, int],
    card_height: float,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """The first page of a document as a PNG of ``size`` pixels, its card ``card_height`` pixels tall, if it has one.

    The document stands on its own, with its style in it; the fonts are the site's. Nothing else is fetched but
    ``files``, by their addresses.
    """
    width = card_height * PIXEL * DEFAULT.width / DEFAULT.height
    pdf = press(html, _style(size, width), files={**picture_files(face), **(files or {})})
    written = io.BytesIO()
    raster(pdf, size).save(written, "PNG", optimize=True)
    return written.getvalue()


@cache
def _style(size: tuple[int, int], width: float) -> str:
    page = f"@page {{ size: {size[0] * PIXEL:.4f}mm {size[1] * PIXEL:.4f}mm; margin: 0; }}\n"
    return page + in_millimetres(width)

"""Any small page with a face on it as a PNG: for pictures that go along with links."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache

from weasyprint import CSS

from cards.rendering.documents import document_of
from cards.rendering.drawings import slots, taken_out
from cards.rendering.geometry import DEFAULT, PIXEL
from cards.rendering.pdf import PRESS, Fetcher, Printable, font_configuration, in_millimetres, picture_files
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
    fetcher = Fetcher({**picture_files(face), **(files or {})})
    html, drawings = taken_out(html)
    with PRESS:
        fonts, fonts_style = font_configuration()
        page = document_of(html, fetcher)
        styles = [fonts_style, _style(size, width)]
        pdf = page.write_pdf(stylesheets=styles, font_config=fonts, cache=slots(drawings))
    written = io.BytesIO()
    raster(pdf, size).save(written, "PNG", optimize=True)
    return written.getvalue()


@cache
def _style(size: tuple[int, int], width: float) -> CSS:
    page = f"@page {{ size: {size[0] * PIXEL:.4f}mm {size[1] * PIXEL:.4f}mm; margin: 0; }}\n"
    return CSS(string=page + in_millimetres(width), font_config=font_configuration()[0], url_fetcher=Fetcher())

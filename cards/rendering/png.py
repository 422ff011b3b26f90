"""A face as a PNG: its PDF, rasterised, with the resolution written into the file."""

from __future__ import annotations

import io
import math
from contextlib import closing
from threading import Lock
from typing import Final

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageDraw

from cards.rendering.geometry import DEFAULT, Geometry, pixels
from cards.rendering.pdf import Printable, card_pdf

# PDFium keeps state for the whole process, in its fonts for one: two threads in it at once bring it into disorder, and
# the process to its end. Nothing of it is left open when the lock is let go, or it would be closed in any thread.
PDFIUM: Final = Lock()
_SMOOTH: Final = 4  # the corners are drawn so many times as large


def card_png(face: Printable, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT) -> bytes:
    """The card as cut, at 300 or 600 (or any other) DPI; of no face the back. ``rounded`` makes its corners clear."""
    return png_of(card_pdf(face, bleed=0, geometry=geometry), dpi, rounded=rounded, geometry=geometry)


def png_of(pdf: bytes, dpi: int, *, rounded: bool = False, geometry: Geometry = DEFAULT) -> bytes:
    """The first page of a PDF without bleed, exactly as many pixels as the card has at this resolution."""
    size = pixels(geometry.width, dpi), pixels(geometry.height, dpi)
    image = raster(pdf, size)
    if rounded:
        image.putalpha(_corners(size, geometry.corner / 25.4 * dpi))
    written = io.BytesIO()
    image.save(written, "PNG", dpi=(dpi, dpi))
    return written.getvalue()


def raster(pdf: bytes, size: tuple[int, int], number: int = 0) -> Image.Image:
    """A page, by default the first, as a picture of exactly this size. One at a time, however many threads ask."""
    width, height = size
    with (
        PDFIUM,
        pypdfium2.PdfDocument(pdf) as document,
        closing(document[number]) as page,
        closing(pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGRx)) as bitmap,
    ):
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
        picture: Image.Image = bitmap.to_pil().convert("RGB")
        return picture


def _corners(size: tuple[int, int], radius: float) -> Image.Image:
    """The mask of a card with round corners: 255 inside, 0 outside."""
    mask = Image.new("L", size, 255)
    side = math.ceil(radius)
    large = Image.new("L", (side * _SMOOTH, side * _SMOOTH), 0)
    ImageDraw.Draw(large).ellipse((0, 0, 2 * radius * _SMOOTH, 2 * radius * _SMOOTH), fill=255)
    corner = large.resize((side, side), Image.Resampling.LANCZOS)
    for turn, at in enumerate(((0, 0), (0, size[1] - side), (size[0] - side, size[1] - side), (size[0] - side, 0))):
        turned = corner.rotate(90 * turn)
        mask.paste(ImageChops.multiply(mask.crop((*at, at[0] + side, at[1] + side)), turned), at)
    return mask

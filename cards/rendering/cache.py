"""Cards as PDF and PNG, each rendered once for an equal face."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cards.rendering import pdf, png
from cards.rendering.geometry import DEFAULT, Geometry
from cards.rendering.pdf import Printable
from cards.rendering.store import content_of, is_kept, kept


def cached_pdf(
    face: Printable, *, bleed: float | None = None, geometry: Geometry = DEFAULT, saver: bool = False
) -> bytes:
    """``card_pdf``, or what it gave before for an equal face."""
    bleed = geometry.bleed if bleed is None else bleed
    return kept(
        "pdf",
        (content_of(face), geometry, bleed, saver),
        lambda: pdf.card_pdf(face, bleed=bleed, geometry=geometry, saver=saver),
    )


def cached_pdfs(faces: Sequence[Printable], *, geometry: Geometry = DEFAULT, saver: bool = False) -> None:
    """Sees to it that ``cached_pdf``, with the geometry's bleed, has nothing left to do for these faces.

    What is missing is made together, which takes less time than one after another.
    """
    missing = [face for face in dict.fromkeys(faces) if not has_pdf(face, geometry=geometry, saver=saver)]
    if not missing:
        return
    for face, content in zip(missing, pdf.card_pdfs(missing, geometry=geometry, saver=saver), strict=True):
        kept("pdf", (content_of(face), geometry, geometry.bleed, saver), partial(bytes, content))


def has_pdf(face: Printable, *, geometry: Geometry = DEFAULT, saver: bool = False) -> bool:
    """Whether ``cached_pdf``, with the geometry's bleed, has nothing left to do."""
    return is_kept("pdf", (content_of(face), geometry, geometry.bleed, saver))


def cached_foil(face: Printable, *, geometry: Geometry = DEFAULT) -> bytes:
    """``foil_pdf``, or what it gave before for an equal face."""
    return kept("pdf", ("foil", content_of(face), geometry), lambda: pdf.foil_pdf(face, geometry=geometry))


def cached_png(
    face: Printable, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT, bled: bool = False
) -> bytes:
    """``card_png``, or what it gave before for an equal face; ``bled`` with the geometry's bleed around it."""

    def make() -> bytes:
        page = cached_pdf(face, bleed=None if bled else 0, geometry=geometry)
        return png.png_of(page, dpi, rounded=rounded, geometry=geometry.with_bleed() if bled else geometry)

    return kept("png", (content_of(face), geometry, dpi, rounded, bled), make)


def has_png(
    face: Printable, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT, bled: bool = False
) -> bool:
    """Whether ``cached_png`` has nothing left to do."""
    return is_kept("png", (content_of(face), geometry, dpi, rounded, bled))

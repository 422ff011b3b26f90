"""A face as a PDF of one page, by WeasyPrint: vectors, text and fonts, from the same template and style as the screen.

Nothing is read but the site's fonts and the picture that the face brings along; every other address is refused.
"""

from __future__ import annotations

import gc
import io
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import pikepdf
from django.conf import settings
from django.template.loader import render_to_string
from PIL import Image
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from cards.faces import Face
from cards.fonts import FONTS
from cards.rendering.drawings import SCHEME, for_images, taken_out
from cards.rendering.geometry import DEFAULT, Geometry, points
from cards.rendering.paths import remember_paths
from cards.rendering.typefaces import typeface

FONT_SCHEME: Final = "font:"
JPEG_QUALITY: Final = 92
_CQW: Final = re.compile(r"(-?\d*\.?\d+)cqw")
PRESS: Final = Lock()  # WeasyPrint's font configuration is shared, and not made for two threads at once

# WeasyPrint warns of what it leaves out of a style sheet; what the face needs of it is compared in tests.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)
remember_paths()


class Refused(FatalURLFetchingError):
    """Something that is neither a font of ours nor the picture was asked for."""


class Fetcher(URLFetcher):
    """Gives ``font:NUMBER`` and the files that it was made with, by their addresses; refuses everything else."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        super().__init__(allowed_protocols=())
        self._files = dict(files or {})

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file. Raises ``Refused``."""
        if url in self._files:
            kind = "image/svg+xml" if url.startswith(SCHEME) else "image/jpeg"
            return URLFetcherResponse(url, self._files[url], {"Content-Type": kind})
        number = url.removeprefix(FONT_SCHEME)
        if url.startswith(FONT_SCHEME) and number.isdecimal() and int(number) < len(FONTS):
            return URLFetcherResponse(url, typeface(int(number)), {"Content-Type": "font/ttf"})
        raise Refused(f"not for cards: {url[:200]}")


@cache
def face_css() -> str:
    """The style of the face as the screen has it."""
    return (Path(settings.BASE_DIR) / "static" / "css" / "face.css").read_text(encoding="utf-8")


def paper_css(geometry: Geometry, bleed: float) -> str:
    """The style of the face for paper: millimetres instead of hundredths of the width, on a page of the card's size."""
    return (
        f"@page {{ size: {geometry.width}mm {geometry.height}mm; margin: 0; bleed: {bleed}mm; }}\n"
        "body { margin: 0; }\n"
        f"{in_millimetres(geometry.width)}"
        ".card .f-ground { overflow: visible; border-radius: 0; }\n"  # the cutter makes the corners
    )


def in_millimetres(width: float) -> str:
    """The style of the face for a card of this width in millimetres, without the names that are for the ear."""
    style = _CQW.sub(lambda found: f"{float(found[1]) * width / 100:.4f}mm", face_css())
    return f"{style}\n.sr, .ab-name {{ display: none; }}\n"


def font_css() -> str:
    """The fonts by addresses that only ``Fetcher`` knows."""
    return "\n".join(
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {font.style};'
        f" src: url({FONT_SCHEME}{number}); }}"
        for number, font in enumerate(FONTS)
    )


@cache
def font_configuration() -> tuple[FontConfiguration, CSS]:
    """The fonts, read once, and the style that names them."""
    configuration = FontConfiguration()
    return configuration, CSS(string=font_css(), font_config=configuration, url_fetcher=Fetcher())


@cache
def _style(geometry: Geometry, bleed: float) -> CSS:
    return CSS(
        string=for_images(paper_css(geometry, bleed)), font_config=font_configuration()[0], url_fetcher=Fetcher()
    )


def face_html(face: Face | None, *, saver: bool = False) -> str:
    """The page that is printed, with little ink for a ``saver``; of no face the back of all cards."""
    template = "cards/face.html" if face else "cards/back.html"
    card = render_to_string(template, {"face": face, "paper": True, "saver": saver})
    title = face.name if face else "Grimoire"
    return render_to_string("cards/paper.html", {"card": card, "title": title})


def card_pdf(
    face: Face | None, *, bleed: float | None = None, geometry: Geometry = DEFAULT, saver: bool = False
) -> bytes:
    """A PDF of one page: the face, or the back if there is none; with little ink for a ``saver``.

    ``bleed`` is in millimetres, by default the geometry's. The TrimBox is the card as cut, BleedBox and MediaBox are
    that with the bleed around it and begin at 0, 0. Equal faces give equal bytes. Raises ``ArtError`` for a picture
    without its bytes.
    """
    bleed = geometry.bleed if bleed is None else bleed
    files = picture_files(face)
    html, drawings = taken_out(face_html(face, saver=saver))
    return _boxed(press(html, _style(geometry, bleed), files | drawings), geometry, bleed)


def press(html: str, style: str | CSS, files: Mapping[str, bytes] | None = None) -> bytes:
    """A page as PDF, in our fonts, with nothing from elsewhere but ``files`` (address to bytes)."""
    # Whatever is made for a page is thrown away with it: looking for garbage meanwhile takes a fifth of the time.
    with PRESS, _no_sweeping():
        fonts, fonts_style = font_configuration()
        if isinstance(style, str):
            style = CSS(string=style, font_config=fonts, url_fetcher=Fetcher())
        page = HTML(string=html, url_fetcher=Fetcher(files))
        return bytes(page.write_pdf(stylesheets=[fonts_style, style], font_config=fonts))


@contextmanager
def _no_sweeping() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def picture_files(face: Face | None) -> dict[str, bytes]:
    """Address to bytes of what the face brings along; any format that is not JPEG becomes one."""
    if face is None or face.picture is None:
        return {}
    url, content = face.picture.paper_url, face.picture.content
    assert content is not None  # or there were no address
    return {url: content if content.startswith(b"\xff\xd8") else _jpeg(content)}


def _jpeg(content: bytes) -> bytes:
    """The picture as JPEG on a light ground: WeasyPrint embeds those as they are, and many times as fast."""
    with Image.open(io.BytesIO(content)) as picture:
        ground = Image.new("RGBA", picture.size, "#f4e8c9")
        ground.alpha_composite(picture.convert("RGBA"))
    written = io.BytesIO()
    ground.convert("RGB").save(written, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return written.getvalue()


def _boxed(raw: bytes, geometry: Geometry, bleed: float) -> bytes:
    """The page moved so that its MediaBox begins at 0, 0: some programs take no other."""
    width, height, edge = points(geometry.width), points(geometry.height), points(bleed)
    with pikepdf.open(io.BytesIO(raw)) as document:
        page = document.pages[0]
        if edge:
            page.contents_add(f"q 1 0 0 1 {edge:.4f} {edge:.4f} cm\n".encode(), prepend=True)
            page.contents_add(b"\nQ")
            _move_patterns(page, edge)
        whole = pikepdf.Array([0, 0, round(width + 2 * edge, 4), round(height + 2 * edge, 4)])
        page.obj.MediaBox = page.obj.BleedBox = whole
        page.obj.TrimBox = pikepdf.Array([round(part, 4) for part in (edge, edge, edge + width, edge + height)])
        if "/CropBox" in page.obj:
            del page.obj["/CropBox"]
        written = io.BytesIO()
        document.save(written, deterministic_id=True)
    return written.getvalue()


def _move_patterns(page: pikepdf.Page, by: float) -> None:
    """Moves gradients along: they lie where the page begins, whatever the content has been moved by."""
    for pattern in dict(page.resources.get("/Pattern", {})).values():
        a, b, c, d, right, up = (float(part) for part in pattern.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        pattern.Matrix = pikepdf.Array([a, b, c, d, round(right + by, 4), round(up + by, 4)])

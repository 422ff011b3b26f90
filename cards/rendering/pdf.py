"""A face as a PDF of one page, by WeasyPrint: vectors, text and fonts, from the same template and style as the screen.

Nothing is read but the site's fonts and the picture that the face brings along; every other address is refused.
"""

from __future__ import annotations

import gc
import io
import logging
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import pydyf
from django.template.loader import render_to_string
from PIL import Image
from weasyprint import CSS
from weasyprint.document import Document, Page
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from cards.faces import Face
from cards.fonts import FONTS
from cards.reference import BackFace, ReferenceFace
from cards.rendering.documents import OurFonts, document_of, without_idle_colours
from cards.rendering.drawings import for_images, slots, taken_out
from cards.rendering.geometry import DEFAULT, HEIGHT, PIXEL, WIDTH, Geometry, points
from cards.rendering.signs import FAMILY, signs
from cards.rendering.style import drawn_face_css, face_css
from cards.rendering.typefaces import typeface
from web.languages import current_language

FONT_SCHEME: Final = "font:"
SIGNS_ADDRESS: Final = f"{FONT_SCHEME}signs"
Printable = Face | ReferenceFace | BackFace | None  # None is the back of all cards
_TEMPLATES: Final = {Face: "face", ReferenceFace: "reference_face", BackFace: "own_back", type(None): "back"}
JPEG_QUALITY: Final = 92
# As in face.css and cards.symbols: hundredths of the width between cut and picture, framed or not, and the boxes in
# which a scene is drawn, and what of it lies over the frame.
ART_INSET: Final = 4
BLEED_INSET: Final = 6
SCENE: Final = (100, 162)
OVER: Final = (108, 170)
_SAME_SHAPE: Final = 0.02
_INSETS: Final = ((".card", ART_INSET), (".card.borderless", -BLEED_INSET), (".card.full-art", -BLEED_INSET))
_CQW: Final = re.compile(r"(-?\d*\.?\d+)cqw")
SQUEEZED: Final = 4  # of 9: as small as makes a difference, in half of the time
PRESS: Final = Lock()  # WeasyPrint's font configuration is shared, and not made for two threads at once

# WeasyPrint warns of what it leaves out of a style sheet; what the face needs of it is compared in tests.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)


_NAME_ALONE: Final = """
.card { background: none !important; }
.card > :not(.name) { display: none !important; }
.card .name { background: none !important; border-color: transparent !important; color: #000000; }
"""


class ResourceRefused(FatalURLFetchingError):
    """Something that is neither a font of ours nor the picture was asked for."""


class Fetcher(URLFetcher):
    """Gives ``font:NUMBER``, ``font:signs`` and the files that it was made with, by address; refuses all else."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        super().__init__(allowed_protocols=())
        self._files = dict(files or {})

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file. Raises ``ResourceRefused``."""
        if url in self._files:
            return URLFetcherResponse(url, self._files[url], {"Content-Type": "image/jpeg"})
        if url == SIGNS_ADDRESS:
            return URLFetcherResponse(url, signs(), {"Content-Type": "font/ttf"})
        number = url.removeprefix(FONT_SCHEME)
        if url.startswith(FONT_SCHEME) and number.isdecimal() and int(number) < len(FONTS):
            return URLFetcherResponse(url, typeface(int(number)), {"Content-Type": "font/ttf"})
        raise ResourceRefused(f"not for cards: {url[:200]}")


def in_millimetres(width: float) -> str:
    """The style of the face for a card of this width in millimetres, without the names that are for the ear."""
    return f"{for_images(scaled(face_css(), width))}\n.sr, .ab-name {{ display: none; }}\n"


def drawn_face_style(own: Path, width: float) -> str:
    """The style of another game's faces, ``own`` being what it adds, in millimetres; frames go on beyond the cut."""
    style = drawn_face_css() + own.read_text(encoding="utf-8")
    return f"{scaled(style, width)}.mface {{ overflow: visible; border-radius: 0; }}\n"


def scaled(style: str, width: float) -> str:
    """A style sheet in millimetres where it has hundredths of a card's width."""
    return _CQW.sub(lambda match: f"{float(match[1]) * width / 100:.4f}mm", style)


def font_css() -> str:
    """The fonts by addresses that only ``Fetcher`` knows."""
    rules = [
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {font.style};'
        f" src: url({FONT_SCHEME}{number}); }}"
        for number, font in enumerate(FONTS)
    ]
    return "\n".join([*rules, f'@font-face {{ font-family: "{FAMILY}"; src: url({SIGNS_ADDRESS}); }}'])


@cache
def font_configuration() -> tuple[FontConfiguration, CSS]:
    """The fonts, read once, and the style that names them."""
    configuration = OurFonts()
    return configuration, CSS(string=font_css(), font_config=configuration, url_fetcher=Fetcher())


@cache
def card_style(geometry: Geometry, bleed: float) -> CSS:
    """The style of pages that hold one card each, with ``bleed`` millimetres around it, up to where it is cut."""
    width, height = geometry.width, geometry.height
    style = (
        f"@page {{ size: {width + 2 * bleed}mm {height + 2 * bleed}mm; margin: {bleed}mm; }}\n"
        "body { margin: 0; }\n"
        f"{in_millimetres(100 * geometry.unit)}"
        ".card .f-ground { overflow: visible; border-radius: 0; }\n"
        f"{_breaking_out(geometry)}"
        f".page {{ position: relative; width: {width}mm; height: {height}mm; }}\n"
        ".page + .page { break-before: page; }\n"
    )
    return CSS(string=style, font_config=font_configuration()[0], url_fetcher=Fetcher())


def _breaking_out(geometry: Geometry) -> str:
    """Where what lies over the frame is drawn on a card of another shape than ours: at the scale of its scene."""
    wide, high = geometry.width / geometry.unit, geometry.height / geometry.unit
    if abs(wide / high * HEIGHT / WIDTH - 1) < _SAME_SHAPE:
        return ""
    rules = []
    for card, inset in _INSETS:
        scales = (wide - 2 * inset) / SCENE[0], (high - 2 * inset) / SCENE[1]
        if inset > 0 and scales[0] < scales[1]:  # the frame covers the scene's sides, and so what lies before them
            rules.append(f"{card} .f-breaks {{ display: none; }}\n")
            continue
        box = [max(scales) * side for side in OVER]
        left, top = ((whole - part) / 2 for whole, part in zip((wide, high), box, strict=True))
        sides = (
            ("display", "block"),
            *(
                (name, f"{value * geometry.unit:.4f}mm")
                for name, value in (("left", left), ("top", top), ("width", box[0]), ("height", box[1]))
            ),
        )
        rules.append(f"{card} .f-breaks {{ {' '.join(f'{name}: {value};' for name, value in sides)} }}\n")
    return "".join(rules)


def card_html(face: Printable, *, saver: bool = False, bare: bool = False) -> str:
    """The markup of a card on paper, with little ink for a ``saver``; ``bare`` has only values and abilities.

    Of no face it is the back of all cards.
    """
    template = f"cards/{_TEMPLATES[type(face)]}.html"
    return render_to_string(template, {"face": face, "paper": True, "saver": saver, "bare": bare})


def cards_html(faces: Sequence[Printable], saver: bool) -> str:
    cards = "".join(f'<div class="page">{card_html(face, saver=saver)}</div>' for face in faces)
    return f'<!doctype html><html lang="{current_language()}"><body>{cards}'


def title_of(face: Printable) -> str:
    return face.name if face else "Grimoire"


def card_pdf(
    face: Printable, *, bleed: float | None = None, geometry: Geometry = DEFAULT, saver: bool = False
) -> bytes:
    """A PDF of one page: the face, or the back if there is none; with little ink for a ``saver``.

    ``bleed`` is in millimetres, by default the geometry's. The TrimBox is the card as cut, BleedBox and MediaBox are
    that with the bleed around it and begin at 0, 0. Equal faces give equal bytes. Raises ``ArtError`` for a picture
    without its bytes.
    """
    (pdf,) = card_pdfs([face], bleed=bleed, geometry=geometry, saver=saver)
    return pdf


def card_pdfs(
    faces: Sequence[Printable], *, bleed: float | None = None, geometry: Geometry = DEFAULT, saver: bool = False
) -> list[bytes]:
    """``card_pdf`` of each face, in less time: what has to be laid out for them is laid out together."""
    bleed = geometry.bleed if bleed is None else bleed
    files = {address: content for face in faces for address, content in picture_files(face).items()}
    html, drawings = taken_out(cards_html(faces, saver))
    with PRESS, _no_sweeping():
        fonts, fonts_style = font_configuration()
        styles = [fonts_style, card_style(geometry, bleed)]
        document = document_of(html, Fetcher(files)).render(
            stylesheets=styles, font_config=fonts, cache=slots(drawings)
        )
        assert len(document.pages) == len(faces)
        return [
            _written(document, page, title_of(face), bleed) for face, page in zip(faces, document.pages, strict=True)
        ]


def foil_pdf(face: Printable, *, geometry: Geometry = DEFAULT) -> bytes:
    """A PDF of one page, as large as ``card_pdf`` with the geometry's bleed, with nothing on it but the name, in black:
    what is stamped with foil."""
    html, drawings = taken_out(cards_html([face], saver=False))
    with PRESS, _no_sweeping():
        fonts, fonts_style = font_configuration()
        style = CSS(string=_NAME_ALONE, font_config=fonts, url_fetcher=Fetcher())
        document = document_of(html, Fetcher(picture_files(face))).render(
            stylesheets=[fonts_style, card_style(geometry, geometry.bleed), style],
            font_config=fonts,
            cache=slots(drawings),
        )
        return _written(document, document.pages[0], title_of(face), geometry.bleed)


def _written(document: Document, page: Page, title: str, bleed: float) -> bytes:
    def finish(document: Document, pdf: Any) -> None:
        without_idle_colours(document, pdf)
        written = pdf.objects[pdf.pages["Kids"][0]]
        content = pdf.objects[int(written["Contents"].split()[0])]
        content.stream = [zlib.compress(b"\n".join(content.stream), SQUEEZED)]
        content.compress, content.extra["Filter"] = False, "/FlateDecode"
        width, height = (round(points(side * PIXEL), 4) for side in (page.width, page.height))
        edge = points(bleed)
        written["MediaBox"] = written["BleedBox"] = pydyf.Array([0, 0, width, height])
        written["TrimBox"] = pydyf.Array([round(part, 4) for part in (edge, edge, width - edge, height - edge)])

    document = document.copy([page])
    document.metadata.title = title
    return bytes(document.write_pdf(finisher=finish))


def press(html: str, style: str | CSS, files: Mapping[str, bytes] | None = None) -> bytes:
    """A page as PDF, in our fonts, with nothing from elsewhere but ``files`` (address to bytes)."""
    # Whatever is made for a page is thrown away with it: looking for garbage meanwhile takes a fifth of the time.
    with PRESS, _no_sweeping():
        fonts, fonts_style = font_configuration()
        if isinstance(style, str):
            style = CSS(string=style, font_config=fonts, url_fetcher=Fetcher())
        page = document_of(html, Fetcher(files))
        styles = [fonts_style, style]
        return bytes(page.write_pdf(stylesheets=styles, font_config=fonts, finisher=without_idle_colours))


@contextmanager
def _no_sweeping() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def picture_files(face: Printable) -> dict[str, bytes]:
    """Address to bytes of what the face brings along; any format that is not JPEG becomes one."""
    if face is None or isinstance(face, ReferenceFace) or face.picture is None:
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

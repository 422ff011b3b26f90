"""A face as a PDF of one page, by WeasyPrint: vectors, text and fonts, from the same template and style as the screen.

And whatever else is pressed in our fonts. The pages are laid out by ``documents``, which is imported by who needs it.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pydyf
from django.template.loader import render_to_string
from PIL import Image

from cards.faces import Face
from cards.reference import BackFace, ReferenceFace
from cards.rendering.drawings import for_images, taken_out
from cards.rendering.filling import filled
from cards.rendering.geometry import DEFAULT, HEIGHT, PIXEL, WIDTH, Geometry, points
from cards.rendering.stencils import Gaps, Stencil, StencilKey, Unfit, parts_of, slots_of, stencil_of
from cards.rendering.style import drawn_face_css, face_css, paper_css
from web.languages import current_language

if TYPE_CHECKING:
    from weasyprint.document import Document, Page

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

MAX_STENCILS: Final = 256  # that a process keeps; a set of cards has a dozen
_STENCILS: Final[dict[StencilKey, Stencil | None]] = {}

_FOR_THE_EAR: Final = re.compile(r'<span class="(?:sr|ab-name)">[^<]*</span>')

_NAME_ALONE: Final = """
.card { background: none !important; }
.card > :not(.name) { display: none !important; }
.card .name { background: none !important; border-color: transparent !important; color: #000000; }
"""


def in_millimetres(width: float) -> str:
    """The style of the face for a card of this width in millimetres."""
    return f"{for_images(scaled(face_css(), width))}\n{scaled(paper_css(), width)}"


def drawn_face_style(own: Path, width: float) -> str:
    """The style of another game's faces, ``own`` being what it adds, in millimetres; frames go on beyond the cut."""
    style = drawn_face_css() + own.read_text(encoding="utf-8")
    return f"{scaled(style, width)}.mface {{ overflow: visible; border-radius: 0; }}\n"


def scaled(style: str, width: float) -> str:
    """A style sheet in millimetres where it has hundredths of a card's width."""
    return _CQW.sub(lambda match: f"{float(match[1]) * width / 100:.4f}mm", style)


@cache
def card_style(geometry: Geometry, bleed: float) -> str:
    """The style of pages that hold one card each, with ``bleed`` millimetres around it, up to where it is cut."""
    width, height = geometry.width, geometry.height
    return (
        f"@page {{ size: {width + 2 * bleed}mm {height + 2 * bleed}mm; margin: {bleed}mm; }}\n"
        "body { margin: 0; }\n"
        f"{in_millimetres(100 * geometry.unit)}"
        ".card .f-ground { overflow: visible; border-radius: 0; }\n"
        f"{_breaking_out(geometry)}"
        f".page {{ position: relative; width: {width}mm; height: {height}mm; }}\n"
        ".page + .page { break-before: page; }\n"
    )


def _breaking_out(geometry: Geometry) -> str:
    """Where what lies over the frame is drawn on a card of another shape than ours: at the scale of its scene."""
    wide, high = geometry.width / geometry.unit, geometry.height / geometry.unit
    if abs(wide / high * HEIGHT / WIDTH - 1) < _SAME_SHAPE:
        return ""
    rules = []
    for card, inset in _INSETS:
        scales = (wide - 2 * inset) / SCENE[0], (high - 2 * inset) / SCENE[1]
        if inset > 0 and scales[0] < scales[1]:  # the frame covers the scene's sides, and so what lies before them
            rules.append(f"{card} .f-breaks {{ display: none; }}\n{card} .f-within {{ display: block; }}\n")
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
        rules.append(f"{card} .f-within {{ display: none; }}\n")
    return "".join(rules)


def card_html(face: Printable, *, saver: bool = False, bare: bool = False) -> str:
    """The markup of a card on paper, with little ink for a ``saver``; ``bare`` has only values and abilities.

    Names for the ear are left out: they were a seventh of all elements. Of no face it is the back of all cards.
    """
    template = f"cards/{_TEMPLATES[type(face)]}.html"
    html = render_to_string(template, {"face": face, "paper": True, "saver": saver, "bare": bare})
    return _FOR_THE_EAR.sub("", html)


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
    by_stencil = by_stencils(faces, bleed, geometry, saver)
    rest = [face for face, pdf in zip(faces, by_stencil, strict=True) if pdf is None]
    whole = iter(cards_laid_out(rest, bleed, geometry, saver) if rest else ())
    return [next(whole) if pdf is None else pdf for pdf in by_stencil]


def cards_laid_out(faces: Sequence[Printable], bleed: float, geometry: Geometry, saver: bool) -> list[bytes]:
    """Faces that WeasyPrint lays out, together."""
    from cards.rendering.documents import laid_out, pressing

    files = {address: content for face in faces for address, content in picture_files(face).items()}
    html, drawings = taken_out(cards_html(faces, saver))
    with pressing():
        document = laid_out(html, [card_style(geometry, bleed)], files=files, drawings=drawings)
        assert len(document.pages) == len(faces)
        return [
            _written(document, page, title_of(face), bleed) for face, page in zip(faces, document.pages, strict=True)
        ]


def by_stencils(faces: Sequence[Printable], bleed: float, geometry: Geometry, saver: bool) -> list[bytes | None]:
    """Faces by stencils, of which those that are not known yet are laid out together; None for what has none."""
    found = [parts_of(card_html(face, saver=saver)) for face in faces]
    keys = [
        None if parts is None else StencilKey(parts.skeleton, current_language(), geometry, bleed) for parts in found
    ]
    stencils = _stencils({key for key in keys if key is not None})
    pdfs: list[bytes | None] = []
    for face, parts, key in zip(faces, found, keys, strict=True):
        stencil = None if key is None else stencils[key]
        try:
            pdfs.append(filled(stencil, parts, title_of(face), _boxes(geometry, bleed)) if stencil and parts else None)
        except Unfit:
            pdfs.append(None)
    return pdfs


def _stencils(keys: Collection[StencilKey]) -> dict[StencilKey, Stencil | None]:
    """The stencils of these keys, from ``_STENCILS`` or laid out, those of one language and shape together."""
    from cards.rendering.documents import laid_out, pressing, without_idle_colours

    missing = sorted(keys - _STENCILS.keys(), key=lambda key: key.skeleton)
    if missing:
        language, geometry, bleed = missing[0].language, missing[0].geometry, missing[0].bleed
        pages = "".join(f'<div class="page">{key.skeleton}</div>' for key in missing)
        html = f'<!doctype html><html lang="{language}"><body>{pages}'
        gaps = Gaps()
        with pressing():
            if len(_STENCILS) > MAX_STENCILS:
                _STENCILS.clear()
            document = laid_out(html, [card_style(geometry, bleed)], gaps=slots_of(html, gaps))
            for key, page in zip(missing, document.pages, strict=True):
                _STENCILS[key] = stencil_of(document, page, gaps, without_idle_colours)
            return {key: _STENCILS[key] for key in keys}
    return {key: _STENCILS[key] for key in keys}


def _boxes(geometry: Geometry, bleed: float) -> bytes:
    """The boxes of a page that holds a card."""
    edge = points(bleed)
    width, height = points(geometry.width) + 2 * edge, points(geometry.height) + 2 * edge
    whole = f"[0 0 {width:.4f} {height:.4f}]"
    cut = f"[{edge:.4f} {edge:.4f} {width - edge:.4f} {height - edge:.4f}]"
    return f"/MediaBox {whole}/BleedBox {whole}/TrimBox {cut}".encode()


def foil_pdf(face: Printable, *, geometry: Geometry = DEFAULT) -> bytes:
    """A PDF of one page, as large as ``card_pdf`` with the geometry's bleed, with nothing on it but the name, in black:
    what is stamped with foil."""
    from cards.rendering.documents import laid_out, pressing

    html, drawings = taken_out(cards_html([face], saver=False))
    styles = [card_style(geometry, geometry.bleed), _NAME_ALONE]
    with pressing():
        document = laid_out(html, styles, files=picture_files(face), drawings=drawings)
        return _written(document, document.pages[0], title_of(face), geometry.bleed)


def _written(document: Document, page: Page, title: str, bleed: float) -> bytes:
    from cards.rendering.documents import without_idle_colours

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


def press(html: str, *styles: str, files: Mapping[str, bytes] | None = None) -> bytes:
    """A document as PDF, in our fonts and with its drawings as vectors.

    Nothing is read from elsewhere but ``files`` (address to bytes).
    """
    from cards.rendering.documents import laid_out, pressing, without_idle_colours

    html, drawings = taken_out(html)
    with pressing():
        return bytes(laid_out(html, styles, files=files, drawings=drawings).write_pdf(finisher=without_idle_colours))


def picture_files(face: Printable) -> dict[str, bytes]:
    """Address to bytes of what the face brings along; of what hides all behind it, any format becomes JPEG."""
    if face is None or isinstance(face, ReferenceFace) or face.picture is None:
        return {}
    url, content = face.picture.paper_url, face.picture.content
    assert content is not None  # or there were no address
    is_kept = face.picture.is_clear or content.startswith(b"\xff\xd8")
    return {url: content if is_kept else _jpeg(content)}


def _jpeg(content: bytes) -> bytes:
    """The picture as JPEG on a light ground: WeasyPrint embeds those as they are, and many times as fast."""
    with Image.open(io.BytesIO(content)) as picture:
        ground = Image.new("RGBA", picture.size, "#f4e8c9")
        ground.alpha_composite(picture.convert("RGBA"))
    written = io.BytesIO()
    ground.convert("RGB").save(written, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return written.getvalue()

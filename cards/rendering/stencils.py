"""Faces in a tenth of the time that WeasyPrint takes: what many have in common is laid out once, as a stencil.

Faces of one kind differ by what is drawn and written in their boxes, not by the boxes. So WeasyPrint gets a face whose
drawings and texts are images of no content, each as large as its box, and says where those lie and in which style. A
stencil is what it paints, with gaps for them; a face is a stencil whose gaps are filled by ``drawings`` and
``setting``. The markup with the gaps tells which stencil that is: template and style sheet stay the only ones.

What this cannot do (pictures, letters that are written from the right or joined, transparent groups) it leaves to
WeasyPrint.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from cards.fonts import FONTS
from cards.letters import printable_letters, unbroken
from cards.rendering.drawings import VectorDrawing, taken_out
from cards.rendering.geometry import Geometry

if TYPE_CHECKING:
    from weasyprint.document import Document, Page

WORDS: Final = "words:"
_FULL: Final = 100  # the size class in a stencil, in tenths of a hundredth of the card's width
_LINES: Final = r'\s*((?:<span class="f-line">[^<]*</span>\s*)*)'
_WORDS: Final = re.compile(
    rf'(<p class="(?:name|f-flavour|kind)) n-(\d+)[^"]*">\s*<span(?: class="f-setting">{_LINES}|>([^<]*))</span>'
)
_LINE: Final = re.compile(r">([^<]*)<")
_NUMBER: Final = re.compile(r"<b>(\d+)</b>")
_FOR_SCRIPTS: Final = re.compile(r' (?:data-ability|aria-label|aria-hidden|focusable|alt)="[^"]*"')
_TAG: Final = re.compile(r"<[^>]*>")
_SPACES: Final = re.compile(r"\s+")
_GAP: Final = b"%%gap "
_LINING: Final = ("lining-nums",)
_ADDRESS: Final = re.compile(r'src="((drawing:|words:)(\d+)/([\d.]+)x([\d.]+))"')


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text, and their size as a share of that in a stencil."""

    lines: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Parts:
    """A face as ``skeleton``, the markup of its stencil, and what fills the gaps of that: by kind and number."""

    skeleton: str
    drawings: tuple[VectorDrawing, ...]
    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How words are written: in which of ``FONTS``, as large as so many pixels where their share is 1, lines so many
    times that apart, in a colour (the operands of its operator)."""

    font: int
    size: float
    leading: float
    colour: str
    language: str


@dataclass(slots=True)
class Gap:
    """Where a drawing or words belong: the ``number`` of which, in a box of so many pixels."""

    number: int
    width: float
    height: float
    is_text: bool
    style: TextStyle | None


@dataclass(frozen=True, slots=True)
class Stencil:
    """What WeasyPrint paints, with gaps, and the objects of its PDF: bytes, but for those that each face has of its
    own, which are at ``page``, ``content`` and ``resources``."""

    painted: tuple[bytes | Gap, ...]
    objects: tuple[bytes, ...]
    root: int
    page: int
    content: int
    resources: int
    states: Mapping[str, bytes]
    others: bytes


@dataclass(frozen=True, slots=True)
class StencilKey:
    """What decides how a stencil looks: its markup, the language of its page, the card, and millimetres around it."""

    skeleton: str
    language: str
    geometry: Geometry
    bleed: float


class Unfit(ValueError):
    """A face that has to be laid out as a whole."""


def parts_of(markup: str) -> Parts | None:
    """A face's markup in its parts; None if it has something that only WeasyPrint draws."""
    emptied, drawings = taken_out(markup)
    if "<svg" in emptied:
        return None
    words: list[Words] = []

    def in_lines(found: re.Match[str]) -> str:
        texts = [found[4]] if found[4] is not None else _LINE.findall(found[3])
        words.append(Words(tuple(map(_as_written, filter(str.strip, texts))), int(found[2]) / _FULL))
        return f'{found[1]} n-{_FULL}">{_image(words)}'

    def as_number(found: re.Match[str]) -> str:
        words.append(Words((found[1],), 1))
        return f"<b>{_image(words)}</b>"

    emptied = _NUMBER.sub(as_number, _WORDS.sub(in_lines, emptied))
    if _TAG.sub("", emptied).strip():
        return None
    skeleton = _SPACES.sub(" ", _FOR_SCRIPTS.sub("", emptied))
    return Parts(skeleton, tuple(drawing for _address, drawing in drawings), tuple(words))


def _as_written(text: str) -> str:
    return html.unescape(printable_letters(unbroken(text))).strip()


def _image(words: Sequence[Words]) -> str:
    return f'<img class="f-words" src="{WORDS}{len(words) - 1}/1x1">'


@dataclass(slots=True)
class Gaps:
    """Those that WeasyPrint has come upon while it painted."""

    met: list[Gap] = field(default_factory=list)

    def mark(self, stream: Any, gap: Gap) -> None:
        stream.stream.append(_GAP + b"%d" % len(self.met))
        self.met.append(gap)


class _Slot:
    """A place for a drawing or for words, which is an image to WeasyPrint."""

    def __init__(self, gaps: Gaps, number: int, ratio: float, is_text: bool) -> None:
        self._gaps, self._number, self._ratio, self._is_text = gaps, number, ratio, is_text

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[None, None, float]:
        """No size of its own, but a shape."""
        return None, None, self._ratio

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        self._gaps.mark(
            stream, Gap(self._number, width, height, self._is_text, _text_style(style) if self._is_text else None)
        )


def _text_style(style: Any) -> TextStyle | None:
    """The style as we write in it; None for one in which we do not."""
    wanted = style["font_family"][0], style["font_weight"], style["font_style"]
    number = next((place for place, font in enumerate(FONTS) if (font.family, font.weight, font.style) == wanted), None)
    colour = style["color"].to("srgb")
    is_plain = tuple(style["font_variant_numeric"]) == _LINING and style["text_align_all"] == "center"
    if number is None or colour.alpha != 1 or not is_plain:
        return None
    size, height = style["font_size"], style["line_height"]
    leading = height if isinstance(height, float) else height.value / size
    return TextStyle(
        number, size, leading, " ".join(f"{part:.4f}" for part in colour.coordinates), style["lang"] or "en"
    )


def slots_of(skeleton: str, gaps: Gaps) -> dict[str, _Slot]:
    """Address to image for a skeleton, as WeasyPrint keeps those that it has read already."""
    found = {}
    for address, kind, number, width, height in _ADDRESS.findall(skeleton):
        found[address] = _Slot(gaps, int(number), float(width) / float(height), kind == WORDS)
    return found


def stencil_of(document: Document, page: Page, gaps: Gaps, tidied: Callable[[Document, Any], None]) -> Stencil | None:
    """The stencil on a page that was laid out; None if it cannot be filled. What WeasyPrint has finished is
    ``tidied`` first."""
    stencils: list[Stencil] = []
    gaps.met.clear()

    def finish(document: Document, pdf: Any) -> None:
        tidied(document, pdf)
        if document.fonts or any(gap.is_text and gap.style is None for gap in gaps.met):
            return
        page = pdf.objects[pdf.pages["Kids"][0]]
        content = pdf.objects[int(page["Contents"].split()[0])]
        resources = pdf.objects[int(page["Resources"].split()[0])]
        painted = tuple(_between(content.stream, gaps))
        if sum(isinstance(part, Gap) for part in painted) != len(gaps.met):
            return
        stencils.append(
            Stencil(
                painted,
                tuple(thing.data for thing in pdf.objects[1:]),
                pdf.catalog.number,
                page.number,
                content.number,
                resources.number,
                {name: _data(state) for name, state in resources["ExtGState"].items()},
                b"".join(
                    b"/%b %b" % (name.encode(), _data(value))
                    for name, value in resources.items()
                    if name not in ("ExtGState", "Font")
                ),
            )
        )

    document.copy([page]).write_pdf(finisher=finish)
    return stencils[0] if stencils else None


def _data(thing: Any) -> bytes:
    return thing if isinstance(thing, bytes) else bytes(thing.data)


def _between(stream: Sequence[bytes], gaps: Gaps) -> Iterator[bytes | Gap]:
    """What is painted, in as few parts as the gaps in it allow."""
    some: list[bytes] = []
    for part in stream:
        if part.startswith(_GAP):
            yield b"\n".join(some)
            yield gaps.met[int(part[len(_GAP) :])]
            some = []
        else:
            some.append(part)
    yield b"\n".join(some)

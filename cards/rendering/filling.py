"""A stencil filled with the drawings and words of one face: a PDF of one page, as WeasyPrint would write it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from typing import Final

import pydyf

from cards.fonts import FONTS
from cards.rendering.prepress import subset_tag, unicode_map
from cards.rendering.setting import Glyph, can_set, line, set_font
from cards.rendering.stencils import Gap, Parts, Stencil, TextStyle, Unfit, Words

_FEATURES: Final = ("lnum",)
_SYMBOLIC, _ITALIC = 4, 64  # of the flags of a font
_PANGO: Final = 1024  # parts of a pixel in which Pango measures
_HEADER: Final = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_PRODUCER: Final = f"WeasyPrint {version('weasyprint')}"
_WEIGHTS: Final = {400: "", 700: "-Bold", 800: "-Ultra-Bold"}
SQUEEZED: Final = 4  # of 9: as small as makes a difference, in half of the time


class _Filling:
    """What a face is painted with: to drawings a stream as WeasyPrint's."""

    def __init__(self) -> None:
        self.stream: list[bytes] = []
        self.states: dict[str, bytes] = {}
        self.glyphs: dict[int, dict[int, str]] = {}

    @contextmanager
    def stacked(self) -> Iterator[None]:
        self.stream.append(b"q")
        yield
        self.stream.append(b"Q")

    def transform(self, *matrix: float) -> None:
        self.stream.append(b"%f %f %f %f %f %f cm" % matrix)

    def set_alpha(self, alpha: float, stroke: bool = False) -> None:
        name, key = (f"A{alpha}", "CA") if stroke else (f"a{alpha}", "ca")
        self.states[name] = f"<</{key} {alpha:g}>>".encode()
        self.stream.append(f"/{name} gs".encode())

    def rectangle(self, *box: float) -> None:
        self.stream.append(b"%f %f %f %f re" % box)

    def clip(self) -> None:
        self.stream.append(b"W")

    def end(self) -> None:
        self.stream.append(b"n")

    def write(self, words: Words, gap: Gap, style: TextStyle) -> None:
        """Lines in the middle of a gap. Raises ``Unfit`` for letters that we do not set."""
        font = set_font(style.font)
        asked = style.size * words.share
        size, pitch = int(asked * _PANGO) / _PANGO, style.leading * asked
        ascent, descent = _in_pango(font.ascent * asked), _in_pango(-font.descent * asked)
        below = (gap.height - len(words.lines) * pitch + pitch - ascent - descent) / 2
        known = self.glyphs.setdefault(style.font, {})
        self.stream.append(f"{style.colour} rg".encode())
        for row, text in enumerate(words.lines):
            set_line = line(text, style.font, style.language, _FEATURES) if can_set(text, style.font) else None
            if set_line is None:
                raise Unfit(text)
            for glyph in set_line:
                known.setdefault(glyph.number, glyph.letters)
            shown, width = _shown(set_line, style.font, size)
            across, down = max(0, gap.width - width) / 2, below + row * pitch + ascent
            place = f"/T{style.font} {size:.6f} Tf 1 0 0 -1 {across:.6f} {down:.6f} Tm"
            self.stream.append(f"BT {place} {shown} TJ ET".encode())


def _in_pango(pixels: float) -> float:
    """A length as Pango rounds it."""
    return round(pixels * _PANGO) / _PANGO


@lru_cache(maxsize=4096)
def _shown(line: tuple[Glyph, ...], number: int, size: float) -> tuple[str, float]:
    """The operand that shows a line: glyphs, and between them by how much their distance differs from their width,
    rounded as Pango and WeasyPrint round it; and how many pixels wide that is."""
    widths, written, width = set_font(number).widths, ["[<"], 0.0
    for glyph in line:
        written.append(f"{glyph.number:04x}")
        distance = _in_pango(glyph.advance * size)
        width += distance
        if kerning := int(round(widths[glyph.number] * 1000) - distance / size * 1000):
            written.append(f">{kerning}<")
    return "".join([*written, ">]"]).replace("<>", ""), width


def filled(stencil: Stencil, parts: Parts, title: str, boxes: bytes) -> bytes:
    """A face as a PDF of one page; ``boxes`` are entries of that page. Raises ``Unfit``."""
    filling = _Filling()
    for part in stencil.painted:
        if isinstance(part, bytes):
            filling.stream.append(part)
        elif part.style is None:
            parts.drawings[part.number].draw(filling, part.width, part.height)
        else:
            filling.write(parts.words[part.number], part, part.style)
    objects = list(stencil.objects)
    content = zlib.compress(b"\n".join(filling.stream), SQUEEZED)
    objects[stencil.content - 1] = _stream(content)
    fonts = b"".join(
        b"/T%d %d 0 R" % (number, _add_font(objects, number, glyphs))
        for number, glyphs in sorted(filling.glyphs.items())
    )
    states = b"".join(
        b"/%b %b" % (name.encode(), state) for name, state in sorted({**stencil.states, **filling.states}.items())
    )
    objects[stencil.resources - 1] = b"<<%b/ExtGState <<%b>>/Font <<%b>>>>" % (stencil.others, states, fonts)
    objects[stencil.page - 1] = b"<</Type /Page/Parent 1 0 R/Contents %d 0 R/Resources %d 0 R%b>>" % (
        *(stencil.content, stencil.resources),
        boxes,
    )
    info = pydyf.Dictionary({"Producer": pydyf.String(_PRODUCER), "Title": pydyf.String(title)})
    objects.append(info.data)
    return _file(objects, stencil.root)


def _add_font(objects: list[bytes], number: int, glyphs: Mapping[int, str]) -> int:
    """Adds a font with these glyphs, as WeasyPrint embeds it; returns the number of its object."""
    font, ours = FONTS[number], set_font(number)
    length, program, tag = _cut(number, frozenset(glyphs))
    name = f"{tag}+{font.family.replace(' ', '-')}{_WEIGHTS[font.weight]}" + (
        "-Italic" if font.style == "italic" else ""
    )
    widths = {glyph: round(ours.widths[glyph] * 1000) for glyph in sorted(glyphs)}
    ascent, descent = round(ours.ascent * 1000), round(ours.descent * 1000)
    letters = {
        b"%04x" % glyph: "".join(letter.encode("utf-16-be").hex() for letter in text).encode()
        for glyph, text in glyphs.items()
    }
    objects.append(_stream(program, b"/Length1 %d" % length))
    objects.append(_stream(zlib.compress(unicode_map(letters), SQUEEZED)))
    first = len(objects) - 1
    flags = _SYMBOLIC + (_ITALIC if font.style == "italic" else 0)
    objects.append(
        f"<</Type /FontDescriptor/FontName /{name}/FontFamily ({font.family})/Flags {flags}"
        f"/FontBBox [0 {descent} {max(widths.values())} {ascent}]/ItalicAngle 0/Ascent {ascent}/Descent {descent}"
        f"/CapHeight {ascent}/StemV 80/StemH 80/FontFile2 {first} 0 R>>".encode()
    )
    listed = " ".join(f"{glyph} [{width}]" for glyph, width in widths.items())
    objects.append(
        f"<</Type /Font/Subtype /CIDFontType2/BaseFont /{name}/CIDSystemInfo "
        f"<</Registry (Adobe)/Ordering (Identity)/Supplement 0>>/CIDToGIDMap /Identity/W [{listed}]"
        f"/FontDescriptor {first + 2} 0 R>>".encode()
    )
    objects.append(
        f"<</Type /Font/Subtype /Type0/BaseFont /{name}/Encoding /Identity-H/DescendantFonts [{first + 3} 0 R]"
        f"/ToUnicode {first + 1} 0 R>>".encode()
    )
    return first + 4


@lru_cache(maxsize=256)
def _cut(number: int, glyphs: frozenset[int]) -> tuple[int, bytes, str]:
    """A font with these glyphs alone: how long it is, packed, and the tag before its name."""
    program = set_font(number).parts.of(glyphs).program()
    return len(program), zlib.compress(program, SQUEEZED), subset_tag(program)


def _stream(content: bytes, extra: bytes = b"") -> bytes:
    return b"<</Length %d/Filter /FlateDecode%b>>stream\n%b\nendstream" % (len(content), extra, content)


def _file(objects: Sequence[bytes], root: int) -> bytes:
    """A PDF of objects, of which the first has the number 1, and the last says what the file is."""
    written, length, places = [_HEADER], len(_HEADER), []
    for number, content in enumerate(objects, 1):
        places.append(length)
        written.append(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        length += len(written[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    written.append(b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, table))
    written.append(
        b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, root, count - 1, length)
    )
    return b"".join(written)

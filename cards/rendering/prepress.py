"""What print shops ask of a file: colours that say what they mean, and each font and picture once, under its own name.

WeasyPrint embeds a part of each font for every card, so that cards put together in one file would have hundreds of
them, under one name, which some printers take for one another. Here each font is one part with the letters of all
cards, named by what is in it, and a picture of two cards is in the file once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream
from PIL import ImageCms

from cards.rendering.font_parts import FontParts

CONDITION: Final = "sRGB IEC61966-2.1"
_LETTERS: Final = 6  # of the tag before the name of a part of a font
_DATE: Final = slice(24, 36)  # of a profile: when it was made, which would differ each time
_MADE: Final = bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))  # the first day of 2000
_DEEPEST: Final = 8  # forms within forms
_LETTER: Final = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]*)>\n(?!endcodespacerange)")
_AT_ONCE: Final = 100  # glyphs that a list of a CMap may have
_MAP_BEGINS: Final = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange"""


@cache
def srgb_profile() -> bytes:
    """The ICC profile of sRGB, always the same bytes."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[_DATE] = _MADE
    return bytes(profile)


class Prepress:
    """One document's colours, fonts and pictures."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._profile: Object | None = None
        self._pictures: dict[bytes, Object] = {}
        self._typefaces: list[_Typeface] = []
        self._seen: set[tuple[int, int]] = set()

    def declare_press(self, name: str, profile: bytes) -> None:
        """Says for which press the document was made, by its profile: the OutputIntent of PDF/X."""
        stream = self._pdf.make_indirect(Stream(self._pdf, profile, N=4, Alternate=Name.DeviceCMYK))
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier=name,
            OutputCondition="",
            Info=name,
            DestOutputProfile=stream,
        )
        self._pdf.Root.OutputIntents = Array([self._pdf.make_indirect(intent)])

    def declare_colours(self) -> None:
        """Says for which colours the document was made: an OutputIntent with its profile."""
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFA1,  # for any PDF; that of PDF/X would promise a version of it
            OutputConditionIdentifier=CONDITION,
            OutputCondition="",
            RegistryName="http://www.color.org",
            Info=CONDITION,
            DestOutputProfile=self.profile,
        )
        self._pdf.Root.OutputIntents = Array([self._pdf.make_indirect(intent)])

    @property
    def profile(self) -> Object:
        if self._profile is None:
            self._profile = self._pdf.make_indirect(Stream(self._pdf, srgb_profile(), N=3, Alternate=Name.DeviceRGB))
        return self._profile

    def tidy(self, form: Object, *, tagged: bool = False) -> None:
        """Notes the fonts of a form, and shares pictures; ``tagged`` says of all its colours that they are sRGB."""
        if tagged:
            self._tag_blending(form)
        for resources in self._resources(form):
            if tagged:
                resources.ColorSpace = Dictionary(DefaultRGB=self._tag)
            if (fonts := resources.get("/Font")) is not None:
                for name, _font in fonts.items():
                    self._note(fonts, name)
            drawn = resources.get("/XObject")
            if drawn is None:
                continue
            for name, thing in list(drawn.items()):
                if tagged:
                    self._tag_blending(thing)
                if thing.get("/Subtype") == Name.Image:
                    drawn[name] = self._once(thing)

    @property
    def _tag(self) -> Object:
        return Array([Name.ICCBased, self.profile])

    def _tag_blending(self, form: Object) -> None:
        """Says in which colours transparent parts of a form are mixed."""
        if "/Group" in form and form.Group.get("/CS") == Name.DeviceRGB:
            form.Group.CS = self._tag

    def _resources(self, form: Object, depth: int = 0) -> Iterator[Object]:
        """The resources of a form and of those in it, each once."""
        resources = form.get("/Resources")
        if resources is None or depth > _DEEPEST or (resources.is_indirect and resources.objgen in self._seen):
            return
        if resources.is_indirect:
            self._seen.add(resources.objgen)
        yield resources
        for thing in (resources.get("/XObject") or {}).values():
            if thing.get("/Subtype") == Name.Form:
                yield from self._resources(thing, depth + 1)

    def _once(self, picture: Object) -> Object:
        """The first picture of this document with these bytes."""
        digest = hashlib.sha256(picture.read_raw_bytes())
        mask = picture.get("/SMask")
        if mask is not None:
            digest.update(mask.read_raw_bytes())
        return self._pictures.setdefault(digest.digest(), picture)

    def _note(self, fonts: Object, name: str) -> None:
        """Adds a font among the resources of a form to what there is of it."""
        font = fonts[name]
        if font.get("/Subtype") != Name.Type0 or "/FontFile2" not in font.DescendantFonts[0].FontDescriptor:
            return
        family = _plain_name(font)
        if not any(typeface.family == family and typeface.add(fonts, name) for typeface in self._typefaces):
            typeface = _Typeface(family)
            if typeface.add(fonts, name):
                self._typefaces.append(typeface)

    def join_fonts(self) -> None:
        """Gives all forms that use a font the same one, which has the letters of each."""
        for typeface in self._typefaces:
            font = typeface.joined(self._pdf)
            for fonts, name in typeface.places:
                fonts[name] = font


class _Typeface:
    """A font as the forms of a document have it: in parts, and where each is."""

    def __init__(self, family: str) -> None:
        self.family = family
        self.places: list[tuple[Object, str]] = []
        self._parts = FontParts()
        self._widths: dict[int, Object] = {}
        self._letters: dict[bytes, bytes] = {}
        self._known: set[bytes] = set()

    def add(self, fonts: Object, name: str) -> bool:
        """Takes in a part; False for one of another font."""
        font = fonts[name]
        below = font.DescendantFonts[0]
        packed = below.FontDescriptor.FontFile2.read_raw_bytes()
        if packed not in self._known:  # the same bytes have the same glyphs
            widths = dict(_widths(below.W))
            if not self._parts.add(below.FontDescriptor.FontFile2.read_bytes(), widths):
                return False
            self._known.add(packed)
            self._widths |= widths
            for glyph, letters in _LETTER.findall(font.ToUnicode.read_bytes()):
                self._letters.setdefault(glyph, letters)
        self.places.append((fonts, name))
        return True

    def joined(self, pdf: Pdf) -> Object:
        """The first of the parts with what is in all of them."""
        first, name = self.places[0]
        font = first[name]
        below, descriptor = font.DescendantFonts[0], font.DescendantFonts[0].FontDescriptor
        program = self._parts.program()
        descriptor.FontFile2 = pdf.make_indirect(Stream(pdf, program, Length1=len(program)))
        descriptor.FontBBox[2] = max(map(int, self._widths.values()))
        below.W = Array([part for glyph, width in sorted(self._widths.items()) for part in (glyph, Array([width]))])
        font.ToUnicode = pdf.make_indirect(Stream(pdf, unicode_map(self._letters)))
        font.BaseFont = below.BaseFont = descriptor.FontName = Name(f"/{subset_tag(program)}+{self.family}")
        return pdf.make_indirect(font)


def _plain_name(font: Object) -> str:
    return str(font.BaseFont).lstrip("/").rpartition("+")[2]


def _widths(listed: Iterable[Object]) -> Iterator[tuple[int, Object]]:
    """The widths of glyphs by their numbers, of the form ``number [width width …]`` that WeasyPrint writes."""
    parts = iter(listed)
    for first, widths in zip(parts, parts, strict=True):
        yield from enumerate(widths, int(first))


def unicode_map(letters: Mapping[bytes, bytes]) -> bytes:
    """What text each glyph stands for, for whoever copies or searches it."""
    listed = [b"<%b> <%b>" % pair for pair in sorted(letters.items())]
    lines = [_MAP_BEGINS]
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        lines += [b"%d beginbfchar" % len(some), *some, b"endbfchar"]
    return b"\n".join([*lines, b"endcmap", b"CMapName currentdict /CMap defineresource pop", b"end", b"end"])


def subset_tag(program: bytes) -> str:
    """Six capital letters that follow from the bytes of a part of a font."""
    number = int.from_bytes(hashlib.sha256(program).digest()[:8], "big")
    letters = []
    for _letter in range(_LETTERS):
        number, digit = divmod(number, 26)
        letters.append(chr(ord("A") + digit))
    return "".join(letters)

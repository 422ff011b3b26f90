"""What print shops ask of a file: colours that say what they mean, and each font and picture once, under its own name.

WeasyPrint names the parts of fonts that it embeds by the font alone, so that cards put together in one file have
different parts under one name, which some printers take for one another. Here a part is named by what is in it, and
what is the same in two cards is in the file once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Final

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream
from PIL import ImageCms

CONDITION: Final = "sRGB IEC61966-2.1"
_LETTERS: Final = 6  # of the tag before the name of a part of a font
_DATE: Final = slice(24, 36)  # of a profile: when it was made, which would differ each time
_MADE: Final = bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))  # the first day of 2000
_DEEPEST: Final = 8  # forms within forms


@cache
def srgb_profile() -> bytes:
    """The ICC profile of sRGB, always the same bytes."""
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[_DATE] = _MADE
    return bytes(made)


class Prepress:
    """One document's colours, fonts and pictures."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._profile: Object | None = None
        self._kept: dict[tuple[str, bytes], Object] = {}
        self._seen: set[tuple[int, int]] = set()

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
        """Names the fonts of a form by what is in them, and shares pictures; ``tagged`` says of all its colours that
        they are sRGB."""
        for resources in self._resources(form):
            if tagged:
                resources.ColorSpace = Dictionary(DefaultRGB=Array([Name.ICCBased, self.profile]))
            for font in (resources.get("/Font") or {}).values():
                self._name(font)
            drawn = resources.get("/XObject")
            if drawn is None:
                continue
            for name, thing in list(drawn.items()):
                if thing.get("/Subtype") == Name.Image:
                    drawn[name] = self._once("picture", thing)

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

    def _once(self, kind: str, stream: Object) -> Object:
        """The first stream of this document with these bytes."""
        digest = hashlib.sha256(stream.read_raw_bytes())
        mask = stream.get("/SMask")
        if mask is not None:
            digest.update(mask.read_raw_bytes())
        return self._kept.setdefault((kind, digest.digest()), stream)

    def _name(self, font: Object) -> None:
        for below in font.get("/DescendantFonts", ()):
            descriptor = below.get("/FontDescriptor")
            if descriptor is None:
                continue
            for key in ("/FontFile", "/FontFile2", "/FontFile3"):
                if key in descriptor:
                    descriptor[key] = self._once("font", descriptor[key])
                    tag = _tag(descriptor[key].read_raw_bytes())
                    for named, where in ((font, "/BaseFont"), (below, "/BaseFont"), (descriptor, "/FontName")):
                        plain = str(named[where]).lstrip("/").rpartition("+")[2]
                        named[where] = Name(f"/{tag}+{plain}")


def _tag(program: bytes) -> str:
    """Six capital letters that follow from the bytes of a part of a font."""
    number = int.from_bytes(hashlib.sha256(program).digest()[:8], "big")
    letters = []
    for _letter in range(_LETTERS):
        number, rest = divmod(number, 26)
        letters.append(chr(ord("A") + rest))
    return "".join(letters)

"""From the colours of a screen to those of a press: every colour of a page, in its text, shapes, gradients, pictures.

Masks stay as they are: they hold no colours, but how much of what they mask is seen. Text in a dark colour, and text
alone, is printed with black ink only: four inks that do not quite meet blur small letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Array, Name, Object, Pdf, PdfImage

from cards.rendering.icc import PressProfile

_NUMBER: Final = rb"-?(?:\d+\.?\d*|\.\d+)"
_STEP: Final = re.compile(
    rb"(?<!\S)(?:(?P<r>%b)\s+(?P<g>%b)\s+(?P<b>%b)\s+(?P<paint>rg|RG)|(?P<other>q|Q|BT|ET|cs|scn?))(?!\S)"
    % (_NUMBER, _NUMBER, _NUMBER)
)
_BLACK: Final = b"0 0 0 1 k"
_DARK: Final = 0.25  # of a colour of text, how light it may be, 0 to 1, to be printed black
_QUALITY: Final = 92
_DEEPEST: Final = 12  # forms within forms


def separate(pdf: Pdf, profile: PressProfile) -> None:
    """Brings all colours of all pages of a document into the press's."""
    _Separation(pdf, profile).run()


class _Separation:
    def __init__(self, pdf: Pdf, profile: PressProfile) -> None:
        self._pdf = pdf
        self._profile = profile
        self._seen: set[tuple[int, int]] = set()

    def run(self) -> None:
        for page in self._pdf.pages:
            for stream in page.obj.Contents if isinstance(page.obj.Contents, Array) else [page.obj.Contents]:
                self._content(stream)
            self._resources(page.obj.get("/Resources"))

    def _resources(self, resources: Object | None, depth: int = 0) -> None:
        if resources is None or depth > _DEEPEST or self._is_known(resources):
            return
        if "/ColorSpace" in resources and "/DefaultRGB" in resources.ColorSpace:
            del resources.ColorSpace["/DefaultRGB"]
        for shading in _values(resources, "/Shading"):
            self._shading(shading)
        for pattern in _values(resources, "/Pattern"):
            if "/Shading" in pattern:
                self._shading(pattern.Shading)
            elif isinstance(pattern, pikepdf.Stream):
                self._form(pattern, depth)
        for thing in _values(resources, "/XObject"):
            if thing.get("/Subtype") == Name.Image:
                self._picture(thing)
            else:
                self._form(thing, depth)

    def _form(self, form: Object, depth: int) -> None:
        if self._is_known(form):
            return
        self._content(form)
        if "/Group" in form and form.Group.get("/CS") not in (None, Name.DeviceGray):
            form.Group.CS = Name.DeviceCMYK
        self._resources(form.get("/Resources"), depth + 1)

    def _is_known(self, thing: Object) -> bool:
        if not thing.is_indirect:
            return False
        is_known = thing.objgen in self._seen
        self._seen.add(thing.objgen)
        return is_known

    def _content(self, stream: Object) -> None:
        stream.write(b"".join(self._written(stream.read_bytes())))

    def _written(self, content: bytes) -> Iterator[bytes]:
        """The operators with inks in place of colours."""
        fill, is_dark, at = b"0 0 0 1 k", True, 0
        outer: list[tuple[bytes, bool]] = []
        for step in _STEP.finditer(content):
            yield content[at : step.start()]
            at, other = step.end(), step["other"]
            if other is None:
                colour = [float(step[part]) for part in ("r", "g", "b")]
                ink = b" ".join(b"%.4g" % part for part in self._profile.ink(*colour))
                if step["paint"] == b"RG":
                    yield ink + b" K"
                else:
                    fill, is_dark = ink + b" k", _light(colour) < _DARK
                    yield fill
                continue
            if other == b"q":
                outer.append((fill, is_dark))
            elif other == b"Q" and outer:
                fill, is_dark = outer.pop()
            elif other in (b"cs", b"sc", b"scn"):  # a gradient, or an ink of its own
                is_dark = False
            yield other
            if is_dark and other == b"BT":
                yield b" " + _BLACK
            elif is_dark and other == b"ET":
                yield b" " + fill
        yield content[at:]

    def _shading(self, shading: Object) -> None:
        if shading.get("/ColorSpace") != Name.DeviceRGB or self._is_known(shading):
            return
        shading.ColorSpace = Name.DeviceCMYK
        self._function(shading.Function)

    def _function(self, function: Object) -> None:
        if int(function.FunctionType) == 3:
            for part in function.Functions:
                self._function(part)
            return
        for end in ("/C0", "/C1"):
            if len(function[end]) == 3:
                ink = self._profile.ink(*(float(part) for part in function[end]))
                function[end] = Array([round(part, 4) for part in ink])

    def _picture(self, picture: Object) -> None:
        space = picture.get("/ColorSpace")
        assert isinstance(picture, pikepdf.Stream)  # as all pictures are
        if self._is_known(picture) or space is None or space == Name.DeviceGray or space == Name.DeviceCMYK:
            return
        printed = self._profile.printed(PdfImage(picture).as_pil_image())
        written = BytesIO()
        printed.save(written, "JPEG", quality=_QUALITY, subsampling=0)
        picture.write(written.getvalue(), filter=Name.DCTDecode)
        picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
        picture.Decode = Array([1, 0] * 4)  # Adobe's way with JPEGs of four inks, in which Pillow writes them


def _values(resources: Object, kind: str) -> Iterator[Object]:
    listed = resources.get(kind)
    if listed is not None:
        yield from (thing for _name, thing in listed.items())


def _light(colour: list[float]) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

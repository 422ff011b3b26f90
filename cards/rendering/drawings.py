"""Our drawings as vectors of a PDF: each ``<svg>`` of a page becomes an image that WeasyPrint lays out and we draw.

WeasyPrint reads and draws SVG node by node in Python, which took a third of a card's time. Ours are groups and paths
in plain colours and nothing else; their operators are worked out once and written again wherever they are drawn, with
the same pixels (tests compare). A drawing that shows a picture stays in its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, Final
from xml.etree import ElementTree

from cards.colours import is_colour
from cards.rendering.paths import operators

SCHEME: Final = "drawing:"
Matrix = tuple[float, float, float, float, float, float]

_DRAWING: Final = re.compile(r"<svg([^>]*)>(.*?)</svg>", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r' ([\w-]+)="([^"]*)"')
_SELECTOR: Final = re.compile(r"^(\.card[^{},]*) svg \{", re.MULTILINE)
_STEP: Final = re.compile(r"\s*(\w+)\(([^()]*)\)\s*")
_HARDLY_STRETCHED: Final = 0.02
_END: Final = 0.36  # of a drawing that fills a place of another shape: as much of it, at each end, keeps its shape
_UNMOVED: Final[Matrix] = (1, 0, 0, 1, 0, 0)
_INHERITED: Final = {
    "color": "#000000",
    "fill": "#000000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linejoin": "miter",
}
_UNDERSTOOD: Final = {*_INHERITED, "fill-rule", "transform", "clip-path", "d"}
_JOINS: Final = {"miter": 0, "round": 1, "bevel": 2}


class DrawingError(ValueError):
    """A drawing has something that we do not draw."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Paths that lie upon one another, with one opacity for what is filled and one for what is stroked, if any is."""

    fill: float | None
    stroke: float | None
    content: bytes


@dataclass(frozen=True, slots=True)
class VectorDrawing:
    """``box`` is what is seen (x, y, width, height); ``fit`` is how it lies in a place of another shape: "none" fills
    it, with its middle alone stretched, "meet" is as large as there is room for, "slice" so that it covers it."""

    box: tuple[float, float, float, float]
    fit: str
    layers: tuple[Layer, ...]

    def draw(self, stream: Any, width: float, height: float) -> None:
        """Draws it on a stream of WeasyPrint's, its upper left corner at 0, 0."""
        x, y, wide, high = self.box
        across, down = width / wide, height / high
        if self.fit == "none":
            if abs(across / down - 1) > _HARDLY_STRETCHED:
                self._draw_in_parts(stream, width, height)
            else:
                self._draw(stream, (across, 0, 0, down, -x * across, -y * down))
            return
        scale = (max if self.fit == "slice" else min)(across, down)
        x -= (width / scale - wide) / 2
        y -= (height / scale - high) / 2
        self._draw(stream, (scale, 0, 0, scale, -x * scale, -y * scale))

    def _draw(self, stream: Any, matrix: Matrix) -> None:
        with stream.stacked():
            stream.transform(*matrix)
            for layer in self.layers:
                with stream.stacked():
                    if layer.fill is not None:
                        stream.set_alpha(layer.fill)
                    if layer.stroke is not None:
                        stream.set_alpha(layer.stroke, stroke=True)
                    stream.stream.append(layer.content)

    def _draw_in_parts(self, stream: Any, width: float, height: float) -> None:
        """A frame for a place of another shape: its corners as they are, what is between them longer or shorter."""
        x, y, wide, high = self.box
        scale = min(width / wide, height / high)
        for left, right, across, move_across in _parts(wide, width, scale):
            for top, bottom, down, move_down in _parts(high, height, scale):
                with stream.stacked():
                    stream.rectangle(left, top, right - left, bottom - top)
                    stream.clip()
                    stream.end()
                    self._draw(stream, (across, 0, 0, down, move_across - x * across, move_down - y * down))


def _parts(length: float, room: float, scale: float) -> Iterator[tuple[float, float, float, float]]:
    """What is at each end of a drawing, and its middle, in a place with so much room: (where it begins and where it
    ends there, how much larger it is, where the drawing would begin)."""
    if abs(room / length / scale - 1) < _HARDLY_STRETCHED:
        yield 0, room, room / length, 0
        return
    end = length * _END
    stretched = (room - 2 * end * scale) / (length - 2 * end)
    yield 0, end * scale, scale, 0
    yield end * scale, room - end * scale, stretched, end * (scale - stretched)
    yield room - end * scale, room, scale, room - length * scale


class DrawingSlot:
    """A place for a drawing, which is an image to WeasyPrint. Another drawing may be put in whenever it is painted."""

    def __init__(self, address: str, drawing: VectorDrawing | None = None) -> None:
        width, height = address.rpartition("/")[2].split("x")
        self.ratio = float(width) / float(height)
        self.drawing = drawing

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[None, None, float]:
        """No size of its own, but a shape."""
        return None, None, self.ratio

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        assert self.drawing is not None
        self.drawing.draw(stream, width, height)


def taken_out(html: str) -> tuple[str, list[tuple[str, VectorDrawing]]]:
    """The page with images instead of its drawings, and (address, drawing) of each: an address says which one it is
    and of what shape, but not what it shows. Raises ``DrawingError`` and ``PathError``."""
    drawings: list[tuple[str, VectorDrawing]] = []

    def replaced(svg: re.Match[str]) -> str:
        if "<image" in svg[2]:
            return svg[0]
        attributes = dict(_ATTRIBUTE.findall(svg[1]))
        drawing = _compiled(attributes["viewBox"], attributes.get("preserveAspectRatio", ""), svg[2])
        address = f"{SCHEME}{len(drawings)}/{drawing.box[2]:g}x{drawing.box[3]:g}"
        drawings.append((address, drawing))
        said = attributes.get("aria-label", " ")  # WeasyPrint asks for words, of a document with tags
        return f'<img class="{attributes.get("class", "")}" src="{address}" alt="{said}">'

    return _DRAWING.sub(replaced, html), drawings


def slots(drawings: Iterable[tuple[str, VectorDrawing]]) -> dict[str, DrawingSlot]:
    """Address to image, as WeasyPrint keeps those that it has read already."""
    return {address: DrawingSlot(address, drawing) for address, drawing in drawings}


def for_images(style: str) -> str:
    """A style sheet in which what is said of drawings is said of those images too."""
    return _SELECTOR.sub(r"\1 svg, \1 img {", style)


@lru_cache(maxsize=1024)
def _compiled(box: str, ratio: str, body: str) -> VectorDrawing:
    x, y, width, height = (float(part) for part in box.split())
    if ratio not in ("", "none", "xMidYMid", "xMidYMid meet", "xMidYMid slice"):
        raise DrawingError(ratio)
    fit = "none" if ratio == "none" else "slice" if ratio.endswith("slice") else "meet"
    root = ElementTree.fromstring(f"<g>{body}</g>")  # our own templates' markup
    return VectorDrawing((x, y, width, height), fit, tuple(_merged(_drawn(root, _INHERITED, _UNMOVED))))


def _merged(layers: Iterable[Layer]) -> list[Layer]:
    """Fewer layers: of such as follow one another, those that do with the same opacities are one."""
    merged: list[Layer] = []
    for layer in layers:
        last = merged[-1] if merged else None
        if last and _agree(last.fill, layer.fill) and _agree(last.stroke, layer.stroke):
            fill = layer.fill if last.fill is None else last.fill
            stroke = layer.stroke if last.stroke is None else last.stroke
            merged[-1] = Layer(fill, stroke, last.content + b"\n" + layer.content)
        else:
            merged.append(layer)
    return merged


def _agree(a: float | None, b: float | None) -> bool:
    return a is None or b is None or a == b


def _drawn(element: ElementTree.Element, inherited: Mapping[str, str], matrix: Matrix) -> Iterator[Layer]:
    if element.tag not in ("g", "path") or not element.attrib.keys() <= _UNDERSTOOD:
        raise DrawingError(f"<{element.tag}> with {', '.join(element.attrib)}")
    style = {**inherited, **{name: element.attrib[name] for name in element.attrib.keys() & _INHERITED.keys()}}
    if "transform" in element.attrib:
        matrix = _moved(element.attrib["transform"], matrix)
    if element.tag == "path":
        if (layer := _painted(element, style, matrix)) is not None:
            yield layer
        return
    if "clip-path" in element.attrib:
        yield from _clipped(element, style, matrix)
        return
    for child in element:
        yield from _drawn(child, style, matrix)


def _clipped(element: ElementTree.Element, style: Mapping[str, str], matrix: Matrix) -> Iterator[Layer]:
    """The layers of a group of which only what lies within a path is seen: its first child is the ``clipPath``."""
    clip, *children = element
    if clip.tag != "clipPath" or len(clip) != 1 or element.get("clip-path") != f"url(#{clip.get('id')})":
        raise DrawingError(f"<{element.tag}> with a clip-path that is not its own")
    clip_path = b"%b cm\n%b\nW n" % (_written(matrix), operators(clip[0].get("d", "")))
    for child in children:
        for layer in _drawn(child, style, _UNMOVED):
            yield Layer(layer.fill, layer.stroke, b"q %b\n%b\nQ" % (clip_path, layer.content))


def _painted(path: ElementTree.Element, style: Mapping[str, str], matrix: Matrix) -> Layer | None:
    fill, stroke = _colour(style, "fill"), _colour(style, "stroke")
    even = "*" if path.get("fill-rule") == "evenodd" else ""
    if not fill and not stroke:
        return None
    written = [f"{fill} rg"] if fill else []
    if stroke:
        join = _JOINS[style["stroke-linejoin"]]
        written.append(f"{stroke} RG {float(style['stroke-width']):g} w [] 0 d 0 J {join} j 4 M")
    paint = f"B{even}" if fill and stroke else "S" if stroke else f"f{even}"
    content = b"%b\n%b\n%b" % (" ".join(written).encode(), operators(path.get("d", "")), paint.encode())
    if matrix != _UNMOVED:
        content = b"q %b cm\n%b\nQ" % (_written(matrix), content)
    return Layer(
        float(style["fill-opacity"]) if fill else None, float(style["stroke-opacity"]) if stroke else None, content
    )


def _written(matrix: Matrix) -> bytes:
    return " ".join(f"{part:.6f}" for part in matrix).encode()


def _colour(style: Mapping[str, str], property_name: str) -> str:
    """The colour's red, green and blue, 0 to 1; of none nothing."""
    colour = style[property_name]
    if colour == "none":
        return ""
    if colour == "currentColor":
        colour = style["color"]
    if not is_colour(colour):
        raise DrawingError(f"{property_name}: {colour}")
    return " ".join(f"{part / 255:.4f}" for part in bytes.fromhex(colour[1:]))


def _moved(steps: str, matrix: Matrix) -> Matrix:
    """A matrix after the steps of a ``transform``, the last of which is the first that a point takes."""
    end = 0
    for step in _STEP.finditer(steps):
        if step.start() != end:
            break
        end = step.end()
        matrix = _times(_step(step[1], [float(part) for part in step[2].replace(",", " ").split()]), matrix)
    if end != len(steps):
        raise DrawingError(steps)
    return matrix


def _step(kind: str, by: list[float]) -> Matrix:
    if kind == "translate" and len(by) in (1, 2):
        return 1, 0, 0, 1, by[0], by[1] if len(by) == 2 else 0
    if kind == "scale" and len(by) in (1, 2):
        return by[0], 0, 0, by[-1], 0, 0
    if kind == "rotate" and len(by) == 1:
        cosine, sine = cos(radians(by[0])), sin(radians(by[0]))
        return cosine, sine, -sine, cosine, 0, 0
    raise DrawingError(f"{kind} by {by}")


def _times(first: Matrix, then: Matrix) -> Matrix:
    """One matrix for two, in the order in which a point takes them."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m

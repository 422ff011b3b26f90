"""The marks around cards: guides for cutting and folding and a ruler as vectors, and words in the margins.

Lines are content of a PDF page, in points; the words of all sheets are one PDF by WeasyPrint, with our fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from cards.measuring import LINE, NAME, width_of
from cards.rendering.geometry import INCH, Geometry, points
from cards.rendering.layouts import Grid
from cards.rendering.pdf import press
from cards.rendering.store import kept

GUIDES: Final = ("full", "short", "crosses", "none")
GUIDE_COLOURS: Final = {"black": "0 G", "grey": "0.6 G", "white": "1 G", "red": "0.85 0.1 0.1 RG"}
GUIDE_WEIGHTS: Final = ("0.15", "0.05", "0.3", "0.5")  # mm
RULER: Final = 50  # mm
_HAIR: Final = 0.15  # mm, of a ruler's stroke
_SHORT: Final = 6.0  # mm, of a short guide
_CROSS: Final = 2.0  # mm, of the arm of a cross at most
_ROUND_OFF: Final = 0.8  # mm that an arm may reach into a card, where its corner is cut off round
_NOTE: Final = 6.0  # points, of the words beside the ruler
_APART: Final = 0.6  # mm, between the cards and words
_SIZES: Final = (6.4, 6.0, 5.6, 5.2, 4.8, 4.6, 4.4, 4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6)  # points, of the words
_LEADING: Final = 1.12
_HEADING: Final = 6.0  # points, of the words above the cards
_INSET: Final = 1.5  # mm, between a guide and words
_EDGE: Final = 0.35  # mm, of the lines that show where a card is cut
ROUND: Final = 0.5523  # how far the handles of a Bézier curve reach for a quarter of a circle


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        " ".join(f"{points(part):.4f}" for part in (x1, y1))
        + " m "
        + (" ".join(f"{points(part):.4f}" for part in (x2, y2)) + " l S")
    )


@dataclass(frozen=True, slots=True)
class GuideLook:
    """How guides are drawn: a colour of ``GUIDE_COLOURS`` and a weight of ``GUIDE_WEIGHTS``."""

    colour: str = "black"
    weight: str = "0.15"

    @property
    def operators(self) -> str:
        return f"{points(float(self.weight)):.4f} w {GUIDE_COLOURS[self.colour]}"


def guides(grid: Grid, used: int, kind: str = "full", look: GuideLook = GuideLook()) -> bytes:
    """Where to cut and to fold a sheet with so many units: lines in the margins, up to the edge of the paper.

    They end where the cards' bleed begins, so that no line is ever on a card. Folds are dashed. "crosses" are at the
    corners of each unit instead, between the cards and as far into them as their corners are cut off.
    """
    if kind == "none" or not used:
        return b""
    columns, rows = min(used, grid.columns), -(-used // grid.columns)
    unit_width, unit_height = grid.unit
    left, right = grid.left - grid.edge, grid.place(columns - 1)[0] + unit_width + grid.edge
    low, high = grid.place((rows - 1) * grid.columns)[1] - grid.edge, grid.place(0)[1] + unit_height + grid.edge
    reach = 1e9 if kind == "full" else _SHORT
    ends = (max(0.0, left - reach), left), (right, min(grid.width, right + reach))
    rises = (max(0.0, low - reach), low), (high, min(grid.height, high + reach))
    if kind == "crosses":
        lines = list(_crosses(grid, used))
    else:
        lines = [_line(x, start, x, stop) for x in grid.column_cuts(columns) for start, stop in rises]
        lines += [_line(start, y, stop, y) for y in grid.row_cuts(rows) for start, stop in ends]
    upright, folds = grid.folds(used)
    dashed = [
        _line(at, start, at, stop) if upright else _line(start, at, stop, at)
        for at in folds
        for start, stop in (rises if upright else ends)
    ]
    drawn = [f"q {look.operators}", *lines, "Q"]
    if dashed:
        drawn += [f"q {look.operators} [4 3] 0 d", *dashed, "Q"]
    return "\n".join(drawn).encode()


def _crosses(grid: Grid, used: int) -> Iterator[str]:
    width, height = grid.unit
    reach = min(_CROSS, grid.gutter / 2) or _ROUND_OFF
    for x, y in map(grid.place, range(used)):
        for at, out in ((x, -1), (x + width, 1)):
            for level, away in ((y, -1), (y + height, 1)):
                yield _line(at - out * _ROUND_OFF, level, at + out * reach, level)
                yield _line(at, level - away * _ROUND_OFF, at, level + away * reach)


def ruler(x: float, top: float) -> bytes:
    """Fifty millimetres with a stroke for each, hanging down from ``top``."""
    lines = [_line(x, top, x + RULER, top)]
    for step in range(RULER + 1):
        length = 1.6 if step % 10 == 0 else 1.2 if step % 5 == 0 else 0.7
        lines.append(_line(x + step, top, x + step, top - length))
    return "\n".join([f"q {points(_HAIR):.4f} w 0 G", *lines, "Q"]).encode()


def edges(x: float, y: float, card: Geometry) -> bytes:
    """Where a card at ``x``, ``y`` is cut, with its corners, in red, and how far inside of that all is safe, in green
    dashes: for looking at a sheet before it is printed."""
    safe = card.safe
    inner = outline(x + safe, y + safe, card.width - 2 * safe, card.height - 2 * safe, 0)
    return (
        f"q {points(_EDGE):.4f} w 0.84 0.18 0.12 RG {outline(x, y, card.width, card.height, card.corner)} S "
        f"0.1 0.55 0.2 RG [3 2] 0 d {inner} S Q"
    ).encode()


def outline(x: float, y: float, width: float, height: float, corner: float) -> str:
    """The path of a box with round corners, in the operators of PDF."""
    right, top, part = x + width, y + height, corner * (1 - ROUND)
    if not corner:
        return f"{_numbers(x, y, width, height)} re"
    sides = (
        ((x + corner, y), (right - corner, y), (right - part, y), (right, y + part), (right, y + corner)),
        ((), (right, top - corner), (right, top - part), (right - part, top), (right - corner, top)),
        ((), (x + corner, top), (x + part, top), (x, top - part), (x, top - corner)),
        ((), (x, y + corner), (x, y + part), (x + part, y), (x + corner, y)),
    )
    drawn = [f"{_numbers(*sides[0][0])} m"]
    for _start, stop, *curve in sides:
        drawn.append(f"{_numbers(*stop)} l {_numbers(*(number for point in curve for number in point))} c")
    return " ".join([*drawn, "h"])


def _numbers(*lengths: float) -> str:
    return " ".join(f"{points(length):.4f}" for length in lengths)


def ruler_place(grid: Grid) -> tuple[float, float]:
    """Where the ruler of a sheet begins: below the first column that is free for words."""
    return grid.column_left(grid.free_columns[0]) + 2, grid.bottom - grid.edge - _APART


@dataclass(frozen=True, slots=True)
class MarginText:
    """The text in the margins of a sheet: above its cards, beside one another, and below them, after the ruler."""

    above: tuple[str, ...] = ()
    ruler: str = ""
    below: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A text and its place in millimetres from the upper left corner, in a size in points."""

    x: float
    y: float
    width: float
    size: float
    text: str
    strong: bool = False
    centred: bool = False


def spots(grid: Grid, words: MarginText, ruled: bool = True) -> list[Spot]:
    """The words of a sheet in their places, each between two guides."""
    free = grid.free_columns
    room = heading_room(grid)
    foot = grid.height - grid.bottom + grid.edge + _APART
    height = grid.bottom - grid.edge - _APART - 3.5
    listed = [
        Spot(grid.column_left(at) + _INSET, grid.bottom - grid.edge - 3.2, room, _HEADING, text, strong=True)
        for at, text in zip(free, words.above, strict=False)
    ]
    if ruled:
        listed.append(Spot(ruler_place(grid)[0], foot + 1.7, room, _NOTE, words.ruler))
    below = words.below
    places = [grid.column_left(at) + _INSET for at in free[1 if ruled else 0 :]]
    if grid.fold == "beside":  # each column has room for two
        places = sorted({*places, *(grid.column_left(at) + _INSET + grid.card.width for at in free)})
    if len(below) > len(places):
        below = (*below[: len(places) - 1], " ".join(below[len(places) - 1 :])) if places else ()
    listed += [Spot(x, foot, room, size_of(text, room, height), text) for x, text in zip(places, below, strict=False)]
    return listed


def heading_room(grid: Grid) -> float:
    """How wide a line above a card may be, in millimetres."""
    return grid.card.width - 2 * _INSET


def heading_width(text: str) -> float:
    """How wide a line above a card is, in millimetres."""
    return width_of(text, NAME) * _HEADING / 72 * INCH


def shortened(text: str, room: float) -> str:
    """The text, or as much of its beginning as fits a line above a card that is ``room`` millimetres wide."""
    if heading_width(text) <= room:
        return text
    length = len(text)
    while length and heading_width(f"{text[:length].rstrip()}…") > room:
        length -= 1
    return f"{text[:length].rstrip()}…"


def size_of(text: str, width: float, height: float) -> float:
    """The largest size in points at which a text fits a box in millimetres, as far as there is one."""
    for size in _SIZES:
        em = size / 72 * INCH
        lines = int(width_of(text, LINE) * em / (width * 0.94)) + 1
        if lines * em * _LEADING <= height:
            return size
    return _SIZES[-1]


def words_pdf(width: float, height: float, pages: Sequence[Iterable[Spot]], title: str, language: str) -> bytes:
    """A PDF with a page of words for each sheet, kept by its content."""
    html = _html(pages, title, language)
    style = (
        f"@page {{ size: {width}mm {height}mm; margin: 0; }}\n"
        f"body {{ margin: 0; font: italic 400 4pt/{_LEADING} Alegreya; color: #000; }}\n"
        f"section {{ break-after: page; position: relative; height: {height - 1}mm; overflow: hidden; }}\n"
        "section:last-child { break-after: auto; }\n"
        "p { position: absolute; margin: 0; }\n"
        '.strong { font: 700 6pt/1 "Alegreya SC"; }\n'
        ".centred { text-align: center; }\n"
    )
    return kept("pdf", (html, style), lambda: press(html, style))


def _html(pages: Sequence[Iterable[Spot]], title: str, language: str) -> str:
    sections = "".join(f"<section>{''.join(_paragraph(spot) for spot in page)}</section>" for page in pages)
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    return f'<!doctype html><html lang="{escape(language)}"><head>{head}</head><body>{sections}</body></html>'


def _paragraph(spot: Spot) -> str:
    place = f"left:{spot.x:.3f}mm;top:{spot.y:.3f}mm;width:{spot.width:.3f}mm;font-size:{spot.size:g}pt"
    classes = " ".join(name for name, on in (("strong", spot.strong), ("centred", spot.centred)) if on)
    return f'<p class="{classes}" style="{place}">{escape(spot.text)}</p>'

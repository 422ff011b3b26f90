"""The calibration sheet: printed on both sides and held against the light, it says how far the backs are off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cards.rendering.geometry import points
from cards.rendering.layouts import Grid
from cards.rendering.marks import Spot, guides, ruler, ruler_place, words_pdf
from cards.rendering.sheets import About, Document, Sheeting

_REACH: Final = 5  # millimetres to each side, as far as backs may be moved
_TENTHS: Final = 10  # strokes of a vernier, each a tenth short of a millimetre from the last
_FURTHER: Final = _REACH + _TENTHS  # how far a scale goes where the vernier lies
_HAIR: Final = 0.15


def calibration_pdf(grid: Grid, about: About, texts: Sequence[str], how: Sheeting) -> bytes:
    """Two pages. On the front a cross in the middle of the sheet and of each outer card, with a vernier along each of
    its arms; on the back, moved as backs are, two scales of millimetres at each cross. Held against the light, the
    cross says the millimetres, and the one stroke of a vernier that continues one of the scale says the tenths.
    ``texts``: on the front, what to do; on the back, what to read."""
    document = Document(grid.card)
    centres = list(_centres(grid))
    over = grid.is_turned_over(how.flip)
    # Where right and up, as the back is seen, are on the front.
    ways = (1, -1) if over else (-1, 1)
    front = [f"{_cross(x, y)}\n{_verniers(x, y, *ways)}" for x, y in centres]
    front.append(guides(grid, grid.count, how.guides).decode())
    document.add_page(grid.width, grid.height, [], "\n".join(front).encode() + b"\n" + ruler(*ruler_place(grid)))
    right, up = (part / 10 for part in how.offset)
    behind = [(x if over else grid.width - x, grid.height - y if over else y) for x, y in centres]
    moved = [(x + right, y + up) for x, y in behind]
    document.add_page(grid.width, grid.height, [], "\n".join(_scales(x, y) for x, y in moved).encode())
    tenths = [spot for at in centres for spot in _tenths(grid, *at, *ways)]
    numbers = [spot for at in moved for spot in _numbers(grid, *at)]
    spots = [[*_said(grid, texts[0]), *tenths], [*_said(grid, texts[1]), *numbers]]
    words = words_pdf(grid.width, grid.height, spots, about.title, about.language)
    document.add_words({0: 0, 1: 1}, words)
    flip = "DuplexFlipLongEdge" if how.flip == "long" else "DuplexFlipShortEdge"
    return document.finished(about, flip)


def _centres(grid: Grid) -> Iterator[tuple[float, float]]:
    """Where the crosses are on the front: in the middle of the sheet and of the cards in its corners."""
    yield grid.width / 2, grid.height / 2
    width, height = grid.card.width / 2, grid.card.height / 2
    for index in (0, grid.columns - 1, grid.count - grid.columns, grid.count - 1):
        x, y = grid.place(index)
        yield x + width, y + height


def _cross(x: float, y: float) -> str:
    long = _REACH + 7
    return f"q {points(_HAIR):.4f} w 0 G {_line(x - long, y, x + long, y)} {_line(x, y - long, x, y + long)} Q"


def _scales(x: float, y: float) -> str:
    """A level scale and an upright one that meet at a point, with a stroke for each millimetre."""
    lines = [_line(x - _REACH, y, x + _FURTHER, y), _line(x, y - _REACH, x, y + _FURTHER)]
    for at in range(-_REACH, _FURTHER + 1):
        length = 1.7 if at % 5 == 0 else 1.1
        lines += [_line(x + at, y - length, x + at, y + length), _line(x - length, y + at, x + length, y + at)]
    return f"q {points(_HAIR):.4f} w 0.75 0.1 0.1 RG {' '.join(lines)} Q"


def _verniers(x: float, y: float, right: int, up: int) -> str:
    """Ten strokes along each arm of a cross, nine tenths of a millimetre apart. ``right`` and ``up`` (1 or -1) are the
    ways in which they go."""
    lines = []
    for tenth in range(1, _TENTHS + 1):
        at, length = tenth * 0.9, 3.2 if tenth % 5 == 0 else 2.4
        lines += [
            _line(x + right * at, y, x + right * at, y - up * length),
            _line(x, y + up * at, x - right * length, y + up * at),
        ]
    return f"q {points(_HAIR):.4f} w 0 G {' '.join(lines)} Q"


def _tenths(grid: Grid, x: float, y: float, right: int, up: int) -> Iterator[Spot]:
    """The numbers at the verniers: at every fifth stroke how many tenths it is."""
    low = grid.height - y
    for tenth in (5, _TENTHS):
        at, number = tenth * 0.9, str(tenth % _TENTHS)
        yield Spot(x + right * at - 2, low + up * 4.4 - 1, 4, 5, number, centred=True)
        yield Spot(x - right * 4.4 - 2, low - up * at - 0.9, 4, 5, number, centred=True)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    a, b, c, d = (f"{points(part):.4f}" for part in (x1, y1, x2, y2))
    return f"{a} {b} m {c} {d} l S"


def _numbers(grid: Grid, x: float, y: float) -> Iterator[Spot]:
    """The numbers at the ends of the scales, as far as backs can be moved."""
    low = grid.height - y
    for number in (-_REACH, _REACH):
        label = f"{number:+d}".replace("-", "\u2212")
        yield Spot(x + number - 2, low - 4.6, 4, 6, label, centred=True)
        yield Spot(x + 2.2, low - number - 1.2, 4, 6, label)


def _said(grid: Grid, text: str) -> list[Spot]:
    """The instructions in the middle of the upper half, one paragraph after another."""
    width = min(120.0, grid.width - 60)
    first, *lines = text.split("\n")
    top = grid.height * 0.27
    left = (grid.width - width) / 2
    return [
        Spot(left, top, width, 13, first, strong=True),
        *(Spot(left, top + 8 + number * 10, width, 9, line) for number, line in enumerate(lines)),
    ]

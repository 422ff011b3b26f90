"""The calibration sheet: printed on both sides and held against the light, it says how far the backs are off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cards.rendering.geometry import points
from cards.rendering.layouts import Grid
from cards.rendering.marks import Spot, guides, ruler, ruler_place, words_pdf
from cards.rendering.sheets import About, Document, Sheeting

_REACH: Final = 5  # millimetres to each side, as far as backs may be moved
_HAIR: Final = 0.15


def calibration_pdf(grid: Grid, about: About, texts: Sequence[str], how: Sheeting) -> bytes:
    """Two pages. On the front a cross in the middle of the sheet and of each outer card; on the back, moved as backs
    are, two scales at each cross. ``texts``: on the front, what to do; on the back, what to read."""
    document = Document(grid.card)
    centres = list(_centres(grid))
    front = [_cross(x, y) for x, y in centres] + [guides(grid, grid.count, how.guides).decode()]
    document.add_page(grid.width, grid.height, [], "\n".join(front).encode() + b"\n" + ruler(*ruler_place(grid)))
    right, up = (part / 10 for part in how.offset)
    over = grid.is_turned_over(how.flip)
    behind = [(x if over else grid.width - x, grid.height - y if over else y) for x, y in centres]
    moved = [(x + right, y + up) for x, y in behind]
    document.add_page(grid.width, grid.height, [], "\n".join(_scales(x, y) for x, y in moved).encode())
    spots = [_said(grid, texts[0]), [*_said(grid, texts[1]), *(spot for at in moved for spot in _numbers(grid, *at))]]
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
    """A level scale and an upright one that meet at a point, with a stroke for each half millimetre."""
    lines = [_line(x - _REACH, y, x + _REACH, y), _line(x, y - _REACH, x, y + _REACH)]
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at, length = half / 2, 0.9 if half % 2 else 1.7
        lines += [_line(x + at, y - length, x + at, y + length), _line(x - length, y + at, x + length, y + at)]
    return f"q {points(_HAIR):.4f} w 0.75 0.1 0.1 RG {' '.join(lines)} Q"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    a, b, c, d = (f"{points(part):.4f}" for part in (x1, y1, x2, y2))
    return f"{a} {b} m {c} {d} l S"


def _numbers(grid: Grid, x: float, y: float) -> Iterator[Spot]:
    """The numbers at the ends of the scales."""
    low = grid.height - y
    for number in (-_REACH, _REACH):
        said = f"{number:+d}".replace("-", "\u2212")
        yield Spot(x + number - 2 + (2.6 if number > 0 else -2.6), low - 1.2, 4, 6, said, centred=True)
        yield Spot(x - 2, low - number - (3.4 if number > 0 else -1.4), 4, 6, said, centred=True)


def _said(grid: Grid, text: str) -> list[Spot]:
    """The instructions in the middle of the upper half, one paragraph after another."""
    width = min(120.0, grid.width - 60)
    first, *rest = text.split("\n")
    top = grid.height * 0.27
    left = (grid.width - width) / 2
    return [
        Spot(left, top, width, 13, first, strong=True),
        *(Spot(left, top + 8 + number * 10, width, 9, line) for number, line in enumerate(rest)),
    ]

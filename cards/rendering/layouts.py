"""Where cards lie on a sheet, in millimetres from its lower left corner; nothing is drawn here.

A grid is made of units: a card, or for folding a front with its back, side by side or one above the other. It lies in
the middle of the sheet, so that what is behind a place is found by mirroring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cards.rendering.geometry import DEFAULT, Geometry

MARGIN: Final = 4.5  # at each edge, in which many printers print nothing; five cards side by side still fit a Letter
GUTTERS: Final = (0, 3, 6)
FLIPS: Final = ("long", "short")
FOLDS: Final = ("beside", "above")
ORIENTATIONS: Final = ("auto", "portrait", "landscape")


class LayoutError(ValueError):
    """No card fits the sheet."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright."""

    name: str
    width: float
    height: float


PAPERS: Final = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("US Letter", 215.9, 279.4),
    "a3": Paper("A3", 297, 420),
}


@dataclass(frozen=True, slots=True)
class Bleed:
    """How far a face is printed beyond its cut, on each side."""

    left: float = 0
    bottom: float = 0
    right: float = 0
    top: float = 0


@dataclass(frozen=True, slots=True)
class CardSlot:
    """Where a face lies: the lower left corner of the card as cut. ``turned`` is upside down."""

    x: float
    y: float
    bleed: Bleed = Bleed()
    turned: bool = False

    def moved(self, right: float, up: float) -> CardSlot:
        return CardSlot(self.x + right, self.y + up, self.bleed, self.turned)


@dataclass(frozen=True, slots=True)
class Grid:
    """``columns`` by ``rows`` units on a sheet of ``width`` by ``height``, ``gutter`` apart. The units are counted from
    the upper left, line by line. ``fold`` is "" or one of ``FOLDS``. Each corner of the sheet keeps a square with
    sides of ``corner`` free, for marks."""

    width: float
    height: float
    columns: int
    rows: int
    card: Geometry = DEFAULT
    gutter: float = 3
    fold: str = ""
    corner: float = 0

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def is_landscape(self) -> bool:
        return self.width > self.height

    @property
    def unit(self) -> tuple[float, float]:
        """Width and height of a unit."""
        return _unit(self.card, self.fold)

    @property
    def edge(self) -> float:
        """How far fronts are printed beyond the cut: half of the gutter, at most the bleed."""
        return min(self.gutter / 2, self.card.bleed)

    @property
    def left(self) -> float:
        """Where the first column is cut."""
        return (self.width - _block(self.columns, self.unit[0], self.gutter)) / 2

    @property
    def bottom(self) -> float:
        """Where the last row is cut."""
        return (self.height - _block(self.rows, self.unit[1], self.gutter)) / 2

    @property
    def keeps_corners_free(self) -> bool:
        return min(self.left, self.bottom) - self.edge > 0 and max(self.left, self.bottom) - self.edge >= self.corner

    @property
    def free_columns(self) -> range:
        """The columns above and below which words may stand: where marks are beside the cards not the outer ones."""
        if self.left - self.edge >= self.corner:
            return range(self.columns)
        return range(1, self.columns - 1) if self.columns > 2 else range(self.columns)

    def column_left(self, column: int) -> float:
        """Where a column is cut on its left."""
        return self.left + column * (self.unit[0] + self.gutter)

    def sheets(self, count: int) -> int:
        return -(-count // self.count)

    def place(self, index: int) -> tuple[float, float]:
        """The lower left corner of a unit, counted from 0."""
        row, column = divmod(index, self.columns)
        width, height = self.unit
        return (
            self.left + column * (width + self.gutter),
            self.bottom + (self.rows - 1 - row) * (height + self.gutter),
        )

    def front(self, index: int) -> CardSlot:
        """Where the front of a unit lies: if it is folded, to the left or above."""
        x, y = self.place(index)
        bleed = Bleed(*(self.edge,) * 4)
        if self.fold == "beside":
            return CardSlot(x, y, Bleed(self.edge, self.edge, 0, self.edge))
        if self.fold == "above":
            return CardSlot(x, y + self.card.height, Bleed(self.edge, 0, self.edge, self.edge))
        return CardSlot(x, y, bleed)

    def folded_back(self, index: int) -> CardSlot:
        """Where the back of a unit lies that is folded."""
        x, y = self.place(index)
        if self.fold == "beside":
            return CardSlot(x + self.card.width, y, Bleed(0, self.edge, self.edge, self.edge))
        return CardSlot(x, y, Bleed(self.edge, self.edge, self.edge, 0), turned=True)

    def is_turned_over(self, flip: str) -> bool:
        """Whether a sheet is turned over about a level axis, head over heels, when it is flipped on that edge."""
        return (flip == "long") == self.is_landscape

    def back(self, index: int, flip: str) -> CardSlot:
        """Where, on the sheet's other side as one then sees it, the back of a unit lies.

        A sheet that is turned like a page has its columns mirrored; one that is turned head over heels its rows, with
        the backs upside down, so that a card turned like a page has its back upright. At the outside of the block the
        back is printed with its whole bleed, for no printer hits the same place twice.
        """
        row, column = divmod(index, self.columns)
        x, y = self.place(index)
        inner = self.edge
        outer = inner if self.corner else max(inner, min(self.card.bleed, self.left, self.bottom))
        ends = (column == 0, row == self.rows - 1, column == self.columns - 1, row == 0)
        left, bottom, right, top = (outer if end else inner for end in ends)
        if self.is_turned_over(flip):
            return CardSlot(x, self.height - y - self.card.height, Bleed(left, top, right, bottom), turned=True)
        return CardSlot(self.width - x - self.card.width, y, Bleed(right, bottom, left, top))

    def column_cuts(self, columns: int) -> Iterator[float]:
        """Where upright cuts go, of so many columns from the left; each only once."""
        yield from _cuts(self.left, columns, self.unit[0], self.gutter)

    def row_cuts(self, rows: int) -> Iterator[float]:
        """Where level cuts go, of so many rows from the top."""
        height = self.unit[1]
        low = self.bottom + (self.rows - rows) * (height + self.gutter)
        yield from _cuts(low, rows, height, self.gutter)

    def folds(self, used: int) -> tuple[bool, list[float]]:
        """Whether folds are upright, and where they go, for so many units."""
        if not self.fold:
            return False, []
        if self.fold == "beside":
            columns = min(used, self.columns)
            return True, [self.place(index)[0] + self.card.width for index in range(columns)]
        rows = -(-used // self.columns)
        return False, [self.place(row * self.columns)[1] + self.card.height for row in range(rows)]


def _unit(card: Geometry, fold: str) -> tuple[float, float]:
    return card.width * (2 if fold == "beside" else 1), card.height * (2 if fold == "above" else 1)


def _block(count: int, size: float, gutter: float) -> float:
    return count * size + (count - 1) * gutter


def _cuts(start: float, count: int, size: float, gutter: float) -> Iterator[float]:
    for number in range(count):
        low = start + number * (size + gutter)
        if number == 0 or gutter:
            yield low
        yield low + size


def _most(room: float, size: float, gutter: float, margin: float) -> int:
    """How many units fit, with their bleed, between the margins."""
    return max(0, int((room - 2 * margin) / (size + gutter) + 1e-9))


def grid_for(
    count: int,
    paper: Paper = PAPERS["a4"],
    *,
    card: Geometry = DEFAULT,
    gutter: float = 3,
    orientation: str = "auto",
    folded: bool = False,
    margin: float = MARGIN,
    corner: float = 0,
) -> Grid:
    """The grid that needs the fewest sheets for so many units; of equal ones an upright sheet is taken. With a
    ``corner`` the largest that leaves the corners of the sheet free.

    Raises ``LayoutError`` if not even one card fits.
    """
    sides = {"portrait": (paper.width, paper.height), "landscape": (paper.height, paper.width)}
    fitting = [
        grid
        for name, (width, height) in sides.items()
        if orientation in ("auto", name)
        for fold in (FOLDS if folded else ("",))
        for unit in (_unit(card, fold),)
        for columns in _counts(width, unit[0], gutter, margin, corner)
        for rows in _counts(height, unit[1], gutter, margin, corner)
        for grid in (Grid(width, height, columns, rows, card, gutter, fold, corner),)
        if not corner or grid.keeps_corners_free
    ]
    if not fitting:
        raise LayoutError(f"no card of {card.width} by {card.height} mm fits {paper.name}")
    return min(fitting, key=lambda grid: (grid.sheets(count), -grid.count if folded or corner else 0))


def _counts(room: float, size: float, gutter: float, margin: float, corner: float) -> Iterator[int]:
    """How many units may lie in a line: as many as fit, or fewer where corners have to stay free."""
    most = _most(room, size, gutter, margin)
    yield from range(most, 0, -1) if corner else (most,) if most else ()

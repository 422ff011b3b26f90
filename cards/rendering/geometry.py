"""Sizes of printed cards, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INCH: Final = 25.4
PIXEL: Final = INCH / 96  # the pixel of CSS
RESOLUTIONS: Final = (150, 300, 600)  # of a face as a PNG, in dots per inch


@dataclass(frozen=True, slots=True)
class Geometry:
    """A card's size when cut, ``width`` by ``height``; ``bleed`` is what is printed beyond the cut and ``safe`` how far
    inside of it everything stands that must not be cut; ``corner`` is the corners' radius."""

    width: float = 54
    height: float = 85
    bleed: float = 3
    safe: float = 3
    corner: float = 3

    def with_bleed(self) -> Geometry:
        """The size of what is printed: the card and its bleed."""
        return Geometry(self.width + 2 * self.bleed, self.height + 2 * self.bleed, 0, self.safe + self.bleed, 0)


PRESETS: Final = {
    "54x85": Geometry(),
    "54x86": Geometry(height=86),
    "cr80": Geometry(width=53.98, height=85.60, corner=3.18),
}
DEFAULT: Final = PRESETS["54x85"]


def points(millimetres: float) -> float:
    """In points, of which an inch has 72."""
    return millimetres / INCH * 72


def pixels(millimetres: float, dpi: float) -> int:
    """In whole pixels: a length is rounded once, as a whole."""
    return int(millimetres / INCH * dpi + 0.5)

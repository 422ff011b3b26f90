"""Sizes of printed cards, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INCH: Final = 25.4
PIXEL: Final = INCH / 96  # the pixel of CSS
RESOLUTIONS: Final = (150, 300, 600)  # of a face as a PNG, in dots per inch


WIDTH: Final = 54
HEIGHT: Final = 85


@dataclass(frozen=True, slots=True)
class Geometry:
    """A card's size when cut, ``width`` by ``height``; ``bleed`` is what is printed beyond the cut and ``safe`` how far
    inside of it everything stands that must not be cut; ``corner`` is the corners' radius."""

    width: float = WIDTH
    height: float = HEIGHT
    bleed: float = 3
    safe: float = 3
    corner: float = 3

    @property
    def unit(self) -> float:
        """Millimetres of a hundredth of a face's width, as ``face.css`` counts them.

        A card that is wider than ours, for its height, has texts and icons as large as its height allows: its picture
        and its frame are wider, and nothing is stretched.
        """
        return min(self.width, self.height * WIDTH / HEIGHT) / 100

    def with_bleed(self) -> Geometry:
        """The size of what is printed: the card and its bleed."""
        return Geometry(self.width + 2 * self.bleed, self.height + 2 * self.bleed, 0, self.safe + self.bleed, 0)


# The size of the game's own cards and what comes close to it, then those of shops and sleeves.
OWN_SIZES: Final = {
    "54x85": Geometry(),
    "54x86": Geometry(height=86),
    "cr80": Geometry(width=53.98, height=85.60, corner=3.18),
}
PRESETS: Final = {
    **OWN_SIZES,
    "56x87": Geometry(56, 87),
    "57x89": Geometry(57, 89),
    "59x91": Geometry(59, 91),
    "63x88": Geometry(63, 88),
    "70x120": Geometry(70, 120),
    "bridge": Geometry(2.25 * INCH, 3.5 * INCH, corner=3.18),
    "poker": Geometry(2.5 * INCH, 3.5 * INCH, corner=3.18),
    "tarot": Geometry(2.75 * INCH, 4.75 * INCH, corner=3.18),
}
# What shops make of a card of 2.5 by 3.5 inches: how far they ask it to be printed beyond the cut, and where nothing
# that matters may stand. MakePlayingCards counts 36 pixels of 300 to the inch, the others an eighth of an inch.
_MPC: Final = 36 / 300 * INCH
_EIGHTH: Final = INCH / 8
SHOP_SIZES: Final = {
    "makeplayingcards": Geometry(2.5 * INCH, 3.5 * INCH, _MPC, _MPC, 3.18),
    "gamecrafter": Geometry(2.5 * INCH, 3.5 * INCH, _EIGHTH, _EIGHTH, 3.18),
    "drivethru": Geometry(2.5 * INCH, 3.5 * INCH, _EIGHTH, _EIGHTH, 3.18),
    "printninja": Geometry(2.5 * INCH, 3.5 * INCH, _EIGHTH, _EIGHTH, 3.18),
}
DEFAULT: Final = PRESETS["54x85"]


def points(millimetres: float) -> float:
    """In points, of which an inch has 72."""
    return millimetres / INCH * 72


def pixels(millimetres: float, dpi: float) -> int:
    """In whole pixels: a length is rounded once, as a whole."""
    return int(millimetres / INCH * dpi + 0.5)

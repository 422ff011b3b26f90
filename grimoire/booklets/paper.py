"""The papers of booklets: A5 and half a Letter, which fold out of A4 and Letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MARGIN: Final = 11.0  # millimetres, on all sides
LOWEST: Final = 13.0  # below, where the number of the page stands


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A page, and the sheet that two of them lie on; in millimetres.

    Half of an A4 sheet is half a millimetre wider than A5: the sheet is exactly as large as its paper, and each page
    lies in the middle of its half.
    """

    name: str
    width: float
    height: float
    sheet: str
    sheet_width: float

    @property
    def css(self) -> str:
        return f"@page {{ size: {self.width}mm {self.height}mm; margin: {MARGIN}mm {MARGIN}mm {LOWEST}mm; }}"

    @property
    def cover_css(self) -> str:
        """The page of a cover, whose frame fills it."""
        inside = self.height - 16
        page = f"@page {{ size: {self.width}mm {self.height}mm; margin: 8mm; }}"
        return f"{page}\n.cover .frame {{ height: {inside}mm; }}"


LEAFLETS: Final = {
    "a4": Leaflet("A5", 148, 210, "A4", 297),
    "letter": Leaflet("Half Letter", 139.7, 215.9, "US Letter", 279.4),
}

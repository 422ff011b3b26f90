"""The outlines of the cards of a sheet, for machines that cut: as SVG and as DXF, in millimetres.

Both have the sheet's own measures, so that they lie on the print as they are: SVG from the upper left corner, DXF, as
its programs have it, from the lower left. A card is one closed line with round corners.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, tan
from typing import Final

from cards.rendering.layouts import Grid

KINDS: Final = {"svg": "image/svg+xml", "dxf": "application/dxf"}
_BULGE: Final = tan(pi / 8)  # how DXF says a quarter of a circle


def cut_lines(grid: Grid, used: int, kind: str, behind: str = "") -> bytes:
    """Where a sheet with so many units is cut, as a file of ``KINDS``. Units that are folded are cut as one.

    ``behind`` is one of ``FLIPS`` for a sheet that lies on its front: as one then sees it.
    """
    units = range(min(used, grid.count))
    boxes = [(*_corner(grid, index, behind), *grid.unit) for index in units]
    return (_svg if kind == "svg" else _dxf)(grid, boxes).encode()


def _corner(grid: Grid, index: int, behind: str) -> tuple[float, float]:
    if not behind:
        return grid.place(index)
    slot = grid.back(index, behind)
    return slot.x, slot.y


Box = tuple[float, float, float, float]


def _svg(grid: Grid, boxes: Iterable[Box]) -> str:
    corner = grid.card.corner
    drawn = "\n".join(
        f'<rect x="{x:.3f}" y="{grid.height - y - height:.3f}" width="{width:.3f}" height="{height:.3f}" '
        f'rx="{corner:.3f}" ry="{corner:.3f}"/>'
        for x, y, width, height in boxes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{grid.width:g}mm" height="{grid.height:g}mm" '
        f'viewBox="0 0 {grid.width:g} {grid.height:g}">\n'
        f'<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{drawn}\n</g>\n</svg>\n'
    )


def _dxf(grid: Grid, boxes: Iterable[Box]) -> str:
    """DXF of the twelfth release, which everything reads: a header that says millimetres, and closed polylines."""
    corner = grid.card.corner
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)]
    for name, x, y in (("$EXTMIN", 0.0, 0.0), ("$EXTMAX", grid.width, grid.height)):
        pairs += [(9, name), (10, f"{x:.3f}"), (20, f"{y:.3f}")]
    pairs += [(0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for x, y, width, height in boxes:
        pairs += [(0, "POLYLINE"), (8, "CUT"), (66, 1), (70, 1), (10, "0.0"), (20, "0.0"), (30, "0.0")]
        right, top = x + width, y + height
        corners = (
            (x + corner, y, 0.0), (right - corner, y, _BULGE), (right, y + corner, 0.0), (right, top - corner, _BULGE),
            (right - corner, top, 0.0), (x + corner, top, _BULGE), (x, top - corner, 0.0), (x, y + corner, _BULGE),
        )  # fmt: skip
        for across, up, bulge in corners:
            pairs += [(0, "VERTEX"), (8, "CUT"), (10, f"{across:.3f}"), (20, f"{up:.3f}"), (42, f"{bulge:.6f}")]
        pairs += [(0, "SEQEND"), (8, "CUT")]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)

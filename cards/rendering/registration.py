"""Registration marks: by them a Silhouette finds where the paper lies, and cuts where it was printed.

As its program draws them: black, in the corners of the sheet, ``INSET`` from its edges. "silhouette" has a square in
the upper left and an angle in the upper right and the lower left, "silhouette-4" (machines that read four) an angle
in each corner. Whoever cuts enters the same three numbers there.
"""

from __future__ import annotations

from typing import Final

from cards.rendering.geometry import points

MARKS: Final = ("silhouette", "silhouette-4")
INSET: Final = 10.0  # millimetres, from the edges of the paper
LENGTH: Final = 5.0  # of an arm, and of the square's sides
THICKNESS: Final = 1.0
CLEAR: Final = 1.5  # around a mark, where nothing else may be printed
CORNER: Final = INSET + LENGTH + CLEAR  # what each corner of the sheet keeps free, across and down


def registration(kind: str, width: float, height: float) -> bytes:
    """The marks of a sheet of so many millimetres, in the operators of PDF."""
    boxes: list[tuple[float, float, float, float]] = []
    corners = ("left", "top"), ("right", "top"), ("left", "bottom"), ("right", "bottom")
    for side, end in corners if kind == "silhouette-4" else corners[:3]:
        x = INSET if side == "left" else width - INSET
        y = INSET if end == "bottom" else height - INSET
        if kind == "silhouette" and (side, end) == corners[0]:
            boxes.append((x, y - LENGTH, LENGTH, LENGTH))
            continue
        boxes.append((x if side == "left" else x - LENGTH, y if end == "bottom" else y - THICKNESS, LENGTH, THICKNESS))
        boxes.append((x if side == "left" else x - THICKNESS, y if end == "bottom" else y - LENGTH, THICKNESS, LENGTH))
    drawn = (" ".join(f"{points(part):.4f}" for part in box) + " re" for box in boxes)
    return "\n".join(["q 0 g", *drawn, "f Q"]).encode()

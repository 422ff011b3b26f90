"""Cards for a virtual table (Tabletop Simulator): many faces in one picture, in a grid that it cuts up itself."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from cards.rendering.geometry import DEFAULT, Geometry, pixels

MAX_SIDE: Final = 4096  # pixels
COLUMNS: Final = range(2, 11)  # as the game takes them
ROWS: Final = range(2, 8)
QUALITY: Final = 92
_GROUND: Final = "#1d160e"
_QUIET: Final = "#2a2118"  # behind cards that are to be looked at


@dataclass(frozen=True, slots=True)
class TabletopImage:
    """A picture of ``columns`` by ``rows`` cards, each of ``size`` pixels."""

    columns: int
    rows: int
    size: tuple[int, int]

    @property
    def count(self) -> int:
        """How many cards it has: its last place is for the face that hidden cards show."""
        return self.columns * self.rows - 1


def board_for(count: int, card: Geometry = DEFAULT) -> TabletopImage:
    """The picture for so many cards in which they are largest, at most as they are at 300 DPI; of equal ones that with
    the fewest places. Of more cards than one picture can have each gets as many as there can be."""
    wanted = [
        TabletopImage(columns, rows, _part(columns, rows, card))
        for columns in COLUMNS
        for rows in ROWS
        if columns * rows > count or (columns, rows) == (COLUMNS[-1], ROWS[-1])
    ]
    return min(
        wanted, key=lambda board: (-board.size[0], board.columns * board.rows, board.columns + board.rows, board.rows)
    )


def _part(columns: int, rows: int, card: Geometry) -> tuple[int, int]:
    """How large each of so many cards can be."""
    width, height = pixels(card.width, 300), pixels(card.height, 300)
    part = min(1.0, MAX_SIDE / columns / width, MAX_SIDE / rows / height)
    return int(width * part), int(height * part)


def board_picture(faces: Sequence[bytes], back: bytes, board: TabletopImage) -> bytes:
    """The picture of at most ``board.count`` faces (PNGs of cards as cut), as JPEG."""
    width, height = board.size
    whole = Image.new("RGB", (width * board.columns, height * board.rows), _GROUND)
    placed = [*enumerate(faces), (board.count, back)]
    fitted: dict[bytes, Image.Image] = {}
    for place, face in placed:
        row, column = divmod(place, board.columns)
        if face not in fitted:
            fitted[face] = scaled(face, board.size)
        whole.paste(fitted[face], (column * width, row * height))
    return jpeg(whole)


def scaled(content: bytes, size: tuple[int, int]) -> Image.Image:
    with Image.open(io.BytesIO(content)) as picture:
        return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS, reducing_gap=3)


def jpeg(picture: Image.Image) -> bytes:
    """The picture as JPEG, its colours as fine as its light."""
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=QUALITY, subsampling=0, dpi=(300, 300))
    return written.getvalue()


def shared_picture(faces: Sequence[bytes], card: Geometry = DEFAULT, across: int = 2400) -> bytes:
    """All faces beside one another on a quiet ground, as a PNG at most 4096 pixels a side and about ``across`` wide."""
    columns = _columns(len(faces))
    rows = -(-len(faces) // columns)
    width = min(pixels(card.width, 300), across // columns)
    gap = max(4, width // 18)
    height = round(width * card.height / card.width)
    part = min(1.0, (MAX_SIDE - gap) / (rows * (height + gap)))
    width, height, gap = int(width * part), int(height * part), int(gap * part)
    whole = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), _QUIET)
    corners = _corners(width, height, round(width * card.corner / card.width))
    fitted = {face: scaled(face, (width, height)) for face in set(faces)}
    for place, face in enumerate(faces):
        row, column = divmod(place, columns)
        at = (gap + column * (width + gap), gap + row * (height + gap))
        whole.paste(fitted[face], at, corners)
    written = io.BytesIO()
    whole.save(written, "PNG")  # packed as tightly as can be it were a few hundredths smaller, in three times the time
    return written.getvalue()


def link_picture(faces: Sequence[bytes], size: tuple[int, int], card: Geometry = DEFAULT) -> bytes:
    """Faces in two rows, or a few in one, in the middle of a picture of this size, as PNG."""
    rows = 1 if len(faces) < 4 else 2
    columns = -(-len(faces) // rows)
    gap = size[1] // 36
    height = min((size[1] - gap * (rows + 1)) // rows, int((size[0] / columns - gap) * card.height / card.width))
    width = round(height * card.width / card.height)
    whole = Image.new("RGB", size, _QUIET)
    corners = _corners(width, height, round(width * card.corner / card.width))
    top = (size[1] - rows * height - (rows - 1) * gap) // 2
    for place, face in enumerate(faces):
        row, column = divmod(place, columns)
        in_row = min(columns, len(faces) - row * columns)
        left = (size[0] - in_row * width - (in_row - 1) * gap) // 2
        whole.paste(scaled(face, (width, height)), (left + column * (width + gap), top + row * (height + gap)), corners)
    written = io.BytesIO()
    whole.save(written, "PNG")
    return written.getvalue()


def _columns(count: int) -> int:
    """So many that the picture is a little wider than high."""
    if count <= 5:
        return count
    return min(range(2, count + 1), key=lambda number: abs(number * 54 / (-(-count // number) * 85) - 1.4))


def _corners(width: int, height: int, radius: int) -> Image.Image:
    large = Image.new("L", (width * 2, height * 2), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius * 2, fill=255)
    return large.resize((width, height), Image.Resampling.LANCZOS)

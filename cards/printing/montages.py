"""Pictures of many cards, kept by what is on them: for virtual tables, for sharing, and for a look beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cards.printing.options import PrintOptions
from cards.printing.pieces import Side, Sides
from cards.printing.rendering import render
from cards.rendering.cache import cached_png, has_png
from cards.rendering.store import content_of, is_kept, kept
from cards.rendering.tabletop import TabletopImage, board_for, board_picture, shared_picture

SECONDS_FITTED: Final = 0.025  # that a face takes which is brought to its size in the picture, about
SECONDS_MEGAPIXEL: Final = 0.025  # of a board
SECONDS_SHARED: Final = 0.5  # of a picture for sharing
LOOK_DPI: Final = 120  # of cards in a look at many: a third of the work of those that are downloaded
LOOK_ACROSS: Final = 900  # pixels
LOOK_FRESH: Final = 8  # faces that are rendered for a look


@dataclass(frozen=True, slots=True)
class Montage:
    """A picture of ``faces``: for a virtual table with its ``board``, as JPEG; else for sharing, as PNG."""

    faces: tuple[Side, ...]
    options: PrintOptions
    board: TabletopImage | None = None

    @property
    def _kind(self) -> str:
        return "jpg" if self.board else "png"

    @property
    def _content(self) -> object:
        return "montage", self.board, self.options.geometry, [content_of(face) for face in self.faces]

    @property
    def seconds(self) -> float:
        """How long it takes, about, when all its faces are rendered; nothing if it is kept."""
        if is_kept(self._kind, self._content):
            return 0.0
        fitted = len(set(self.faces)) * SECONDS_FITTED
        if self.board is None:
            return SECONDS_SHARED + fitted
        width, height = self.board.size
        return width * height * self.board.columns * self.board.rows / 1e6 * SECONDS_MEGAPIXEL + fitted

    def picture(self) -> bytes:
        """The picture, made or as it was kept."""
        return kept(self._kind, self._content, self._made)

    def _made(self) -> bytes:
        rendered = [render(face, self.options) for face in self.faces]
        if self.board is None:
            return shared_picture(rendered, self.options.geometry)
        return board_picture(rendered, render(None, self.options), self.board)


def montages(sides: Sequence[Sides], options: PrintOptions) -> list[Montage]:
    """The pictures of which a file for a virtual table consists, or the one for sharing; of other purposes none."""
    fronts = tuple(side.front for side in sides)
    if options.purpose == "share":
        return [Montage(fronts, options)]
    if not options.has_boards:
        return []
    board = board_for(len(fronts), options.geometry)
    starts = range(0, len(fronts), board.count)
    return [Montage(fronts[start : start + board.count], options, board) for start in starts]


def look(faces: Sequence[Side], options: PrintOptions) -> bytes:
    """A small PNG of the faces. A few are rendered for it; those beyond show their backs until somebody looks again."""
    geometry = options.geometry
    fresh = [face for face in dict.fromkeys(faces) if not has_png(face, LOOK_DPI, geometry=geometry)]
    late = set(fresh[LOOK_FRESH:])

    def make() -> bytes:
        shown = [None if face in late else face for face in faces]
        return shared_picture([cached_png(face, LOOK_DPI, geometry=geometry) for face in shown], geometry, LOOK_ACROSS)

    return make() if late else kept("png", ("look", geometry, [content_of(face) for face in faces]), make)

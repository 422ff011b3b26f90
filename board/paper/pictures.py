"""Pictures of boards that go along with links: 1200 by 630 pixels, words at the left and a board beside them."""

from __future__ import annotations

import io
from typing import Final

from board.paper.boards import PaperBoard
from board.paper.fitting import fitted
from cards.rendering.geometry import PIXEL
from cards.rendering.png import raster

SIZE: Final = (1200, 630)  # pixels
TABLE: Final = 787  # pixels that the board is wide
COLUMN: Final = 330  # pixels of the words beside it
SIZES: Final = (24.0, 21.0, 18.5, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0)  # of the board's letters, in pixels
_PAGE: Final = f"""
@page {{ size: {SIZE[0] * PIXEL:.4f}mm {SIZE[1] * PIXEL:.4f}mm; margin: 0; }}
@page {{ background: linear-gradient(150deg, #f8f1df, #e4d3ab); }}
.picture {{ position: relative; }}
.words {{ position: absolute; left: 40px; top: 40px; width: {COLUMN}px; height: 550px; }}
.table {{ margin: 18px 18px 0 {SIZE[0] - TABLE - 18}px; }}
.kicker {{ font: 700 26px "Alegreya SC"; color: #7a5208; }}
.foot {{ position: absolute; bottom: 0; width: {COLUMN}px; font: 22px "Alegreya"; color: #665540; }}
.legend {{ display: none; }}
"""


def board_picture(html: str, board: PaperBoard, style: str = "") -> bytes:
    """A PNG of a page that extends ``board/paper/picture.html``, the board as large as it fits.

    ``style`` is that of the words.
    """
    page = f"{_PAGE}\n{style}"

    def style_of(size: float) -> str:
        return f"{page}\n{board.style(size, TABLE)}\n.board {{ font-size: {size}px; }}"

    pdf = fitted(html, style_of, board.sizes(SIZES, TABLE))
    buffer = io.BytesIO()
    raster(pdf, SIZE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()

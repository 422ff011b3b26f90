"""The picture that goes along with the link to a page: 1200 by 630 pixels, the starting position and nothing of its
solution."""

from __future__ import annotations

import io
from typing import Final

from django.template.loader import render_to_string
from django.utils import translation

from cards.rendering.geometry import PIXEL
from cards.rendering.png import raster
from cards.rendering.store import kept
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from grimoire.booklets.boards import board_of
from grimoire.booklets.fitting import fitted, style_version
from grimoire.goals import goal_text
from grimoire.models import Puzzle

SIZE: Final = (1200, 630)  # pixels
TABLE: Final = 787  # pixels that the board is wide
LEVELS: Final = 5
_VERSION: Final = 2  # counted up when the picture is drawn differently
_PAGE: Final = f"""
@page {{ size: {SIZE[0] * PIXEL:.4f}mm {SIZE[1] * PIXEL:.4f}mm; margin: 0; }}
@page {{ background: linear-gradient(150deg, #f8f1df, #e4d3ab); }}
.picture {{ position: relative; }}
.words {{ position: absolute; left: 40px; top: 40px; width: 330px; height: 550px; }}
.table {{ margin: 18px 18px 0 {SIZE[0] - TABLE - 18}px; }}
.kicker {{ font: 700 26px "Alegreya SC"; color: #7a5208; }}
h1 {{ font: 54px/1.05 "IM Fell English SC", "Alegreya Small Caps"; margin: 10px 0 18px; }}
h1.long {{ font-size: 40px; }}
.goal {{ font: italic 26px/1.25 "Alegreya"; color: #4a3b28; }}
.level {{ font-size: 26px; color: #b98a2c; margin-top: 20px; letter-spacing: 4px; }}
.level span {{ color: #dcc99c; }}
.foot {{ position: absolute; bottom: 0; width: 330px; font: 22px "Alegreya"; color: #665540; }}
.legend {{ display: none; }}
"""
SIZES: Final = (24.0, 21.0, 18.5, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0)  # of the board's letters, in pixels


def picture_of(puzzle: Puzzle, language: str) -> bytes:
    """A PNG, from the cache if the same was drawn before. ``language`` is ``en`` or ``fr``."""
    with translation.override(language):
        position = read_position(puzzle.position)
        about = (puzzle.heading, goal_text(position, language), puzzle.author, puzzle.level or 0)
        content = (SIZE, _VERSION, style_version(), puzzle.position_key, puzzle.position, about, language)
        return kept("png", content, lambda: _drawn(position, about, language))


def _drawn(position: Position, about: tuple[str, str, str, int], language: str) -> bytes:
    title, goal, author, level = about
    board = board_of(position, language)
    context = {
        "board": board,
        "title": title,
        "goal": goal,
        "author": author,
        "level": range(level),
        "rest": range(LEVELS - level),
        "language": language,
        "paper": True,
    }
    html = render_to_string("grimoire/booklets/picture.html", context)
    pdf = fitted(html, lambda size: f"{_PAGE}\n.board {{ font-size: {size}px; }}", board.unbroken(SIZES, TABLE))
    written = io.BytesIO()
    raster(pdf, SIZE).save(written, "PNG", optimize=True)
    return written.getvalue()

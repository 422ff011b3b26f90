"""The picture that goes along with the link to a page: 1200 by 630 pixels, the starting position and nothing of its
solution."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation

from board.paper.boards import board_of
from board.paper.fitting import style_version
from board.paper.pictures import SIZE, board_picture
from cards.rendering.store import kept
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from grimoire.booklets import FOLDERS
from grimoire.goals import goal_text
from grimoire.models import Puzzle

LEVELS: Final = 5
_VERSION: Final = 2  # counted up when the picture is drawn differently
_STYLE: Final = """
h1 { font: 54px/1.05 "IM Fell English SC", "Alegreya Small Caps"; margin: 10px 0 18px; }
h1.long { font-size: 40px; }
.goal { font: italic 26px/1.25 "Alegreya"; color: #4a3b28; }
.level { font-size: 26px; color: #b98a2c; margin-top: 20px; letter-spacing: 4px; }
.level span { color: #dcc99c; }
"""


def picture_of(puzzle: Puzzle, language: str) -> bytes:
    """A PNG, from the cache if the same was drawn before. ``language`` is ``en`` or ``fr``."""
    with translation.override(language):
        position = read_position(puzzle.position)
        about = (puzzle.heading, goal_text(position, language), puzzle.author, puzzle.level or 0)
        content = (SIZE, _VERSION, style_version(*FOLDERS), puzzle.position_key, puzzle.position, about, language)
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
    return board_picture(render_to_string("grimoire/booklets/picture.html", context), board, _STYLE)

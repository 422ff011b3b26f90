"""The picture itself: 1200 by 630 pixels, beside the words a board, or the words alone with the ability's icon."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from board.paper.boards import board_of
from board.paper.fitting import style_version
from board.paper.pictures import COLUMN, SIZE, board_picture
from cards.fonts import DISPLAY, TEXT
from cards.measuring import TextBox, fit
from cards.rendering.pages import page_png
from cards.rendering.store import kept
from rulings.pictures.contents import RulePicture, picture_content

_FOLDERS: Final = (Path(__file__).parent, Path(settings.BASE_DIR) / "templates" / "rulings" / "pictures")
_LETTERS: Final = {True: 240, False: 420}  # of a text, beside a board and alone: what is longer is cut at a word
# The boxes of the words, in pixels of the picture: in the column beside a board, beside an icon, alone.
_TITLES: Final = {
    "board": TextBox((DISPLAY, "normal"), COLUMN, 156, 1.06, (48, 46, 40), 30),
    "icon": TextBox((DISPLAY, "normal"), 740, 150, 1.06, (76, 64), 40),
    "plain": TextBox((DISPLAY, "normal"), 1060, 150, 1.06, (76, 64), 40),
}
_TEXTS: Final = {
    "board": TextBox((TEXT, "normal"), COLUMN, 300, 1.28, (26,), 16),
    "icon": TextBox((TEXT, "normal"), 740, 280, 1.32, (38,), 20),
    "plain": TextBox((TEXT, "normal"), 1060, 280, 1.32, (40,), 20),
}
_KICKERS: Final = {
    "board": TextBox(("Alegreya SC", "normal"), COLUMN, 34, 1.2, (26, 1), 14),
    "icon": TextBox(("Alegreya SC", "normal"), 740, 36, 1.2, (28, 1), 14),
    "plain": TextBox(("Alegreya SC", "normal"), 1060, 36, 1.2, (28, 1), 14),
}
_STYLE: Final = """
h1 { font-family: "IM Fell English SC", "Alegreya Small Caps"; font-weight: 400; line-height: 1.06; }
h1 { margin: 8px 0 18px; }
.text { font-family: "Alegreya"; line-height: 1.3; color: #4a3b28; margin: 0; }
.set { display: block; white-space: nowrap; }
"""


def rule_picture(kind: str, identifier: str, language: str) -> bytes:
    """A PNG, from the cache if the same was drawn before. See ``picture_content``, which may raise ``MissingText``."""
    with translation.override(language):
        shown = picture_content(kind, identifier, language)
        key = (SIZE, style_version(*_FOLDERS), shown.kicker, shown.title, shown.text, shown.icon, shown.position)
        return kept("png", ("rule", *key, language), lambda: _drawn(shown, language))


def _drawn(shown: RulePicture, language: str) -> bytes:
    board = None if shown.position is None else board_of(shown.position, language)
    layout = "board" if board else "icon" if shown.icon else "plain"
    context = {
        "kicker": fit(shown.kicker, _KICKERS[layout]),
        "title": shown.title,
        "heading": fit(shown.title, _TITLES[layout]),
        "text": fit(_cut(shown.text, _LETTERS[board is not None]), _TEXTS[layout]),
        "icon": shown.icon,
        "board": board,
        "language": language,
        "style": _STYLE,
        "paper": True,
    }
    if board is not None:
        return board_picture(render_to_string("rulings/pictures/board.html", context), board, _STYLE)
    return page_png(render_to_string("rulings/pictures/words.html", context), None, size=SIZE, card_height=SIZE[1])


def _cut(text: str, limit: int) -> str:
    """Whole words, not too many letters."""
    return text if len(text) <= limit else text[: limit + 1].rpartition(" ")[0].rstrip(" ,;:.") + " …"

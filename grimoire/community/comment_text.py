"""How a comment is shown: ``||folded||`` spoilers, and plays as links that walk them on the board. All else is text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Final

from django.template.defaultfilters import linebreaksbr
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from board.links import board_address
from board.services import resolve
from engine.kernel.errors import EngineError
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import DECKS

MAX_LINES: Final = 10  # of a comment; what else looks like plays stays text
MAX_RESOLVED: Final = 40  # different lines of a page's comments: each is carried out for its link
_PLACE: Final = r"(?:upper|lower)"
_PLAY: Final = rf"(?:champion|\d{{1,3}}) (?:at [A-Z] {_PLACE} \d{{1,3}}|onto {_PLACE} \d{{1,3}}|{_PLACE})"
_ACTION: Final = rf"(?:{_PLAY}|assault|end-turn|mana)"
_LINE: Final = re.compile(rf"(?<![\w-]){_PLAY}(?: ?[,;>→] ?{_ACTION}){{0,89}}(?![\w-])")
_SEPARATOR: Final = re.compile(r" ?[,;>→] ?")
_SPOILER: Final = re.compile(r"\|\|(.+?)\|\|", re.DOTALL)

Walk = Callable[[str], str]  # the address that walks a line; empty where it cannot be played


def shown_text(text: str, walk: Walk) -> SafeString:
    """A comment as HTML."""
    pieces: list[SafeString] = []
    for number, piece in enumerate(_SPOILER.split(text)):
        if not piece.strip():
            continue
        shown = _with_links(piece.strip("\n") if number % 2 else piece, walk)
        if number % 2:
            shown = format_html(
                '<details class="spoiler"><summary>{}</summary><div>{}</div></details>', _("Spoiler"), shown
            )
        pieces.append(shown)
    return format_html_join("", "{}", ((piece,) for piece in pieces))


def _with_links(text: str, walk: Walk) -> SafeString:
    pieces, end = [], 0
    for found in list(_LINE.finditer(text))[:MAX_LINES]:
        if address := walk(found[0]):
            pieces += [linebreaksbr(text[end : found.start()], autoescape=True)]
            pieces += [format_html('<a href="{}" rel="nofollow">{}</a>', address, found[0])]
            end = found.end()
    return format_html_join("", "{}", ((piece,) for piece in (*pieces, linebreaksbr(text[end:], autoescape=True))))


def walker(puzzle: Puzzle, language: str) -> Walk:
    """Where lines from a page's starting position are walked; whoever reads it can see the solution. Of another game
    than Clash of Decks nothing is a line."""
    if puzzle.game != DECKS:
        return lambda line: ""
    state = state_of(Attempt(puzzle=puzzle))  # reads the position once
    numbers = count()

    @cache
    def walk(line: str) -> str:
        if next(numbers) >= MAX_RESOLVED:
            return ""
        start = state.start_in(language)
        actions = (*start.opening, *_SEPARATOR.split(line))
        try:
            is_playable = resolve(start.position, actions).stop is None
            return board_address(start.position, actions) if is_playable else ""
        except EngineError:  # the position is too long for an address
            return ""

    return walk

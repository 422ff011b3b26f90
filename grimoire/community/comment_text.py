"""How a comment is shown: ``||folded||`` spoilers, and plays as links that walk them on the board. All else is text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Final

from django.template.defaultfilters import linebreaksbr
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from grimoire.models import Puzzle
from grimoire.puzzle_games import game_of

MAX_LINES: Final = 10  # of a comment; what else looks like plays stays text
MAX_RESOLVED: Final = 40  # different lines of a page's comments: each is carried out for its link
_SPOILER: Final = re.compile(r"\|\|(.+?)\|\|", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Walk:
    """``pattern`` finds what looks like a line; ``address`` gives where it is walked, empty where it cannot be
    played."""

    pattern: re.Pattern[str]
    address: Callable[[str], str]


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
    for found in list(walk.pattern.finditer(text))[:MAX_LINES]:
        if address := walk.address(found[0]):
            pieces += [linebreaksbr(text[end : found.start()], autoescape=True)]
            pieces += [format_html('<a href="{}" rel="nofollow">{}</a>', address, found[0])]
            end = found.end()
    return format_html_join("", "{}", ((piece,) for piece in (*pieces, linebreaksbr(text[end:], autoescape=True))))


def walker(puzzle: Puzzle, language: str) -> Walk:
    """Where lines from a page's starting position are walked; whoever reads it can see the solution."""
    lines = game_of(puzzle).lines
    address_of, numbers = lines.walker(puzzle, language), count()

    @cache
    def walk(line: str) -> str:
        return "" if next(numbers) >= MAX_RESOLVED else address_of(line)

    return Walk(lines.pattern, walk)

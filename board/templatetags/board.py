"""Template tags for positions: ``{% draw_chip chip %}`` draws a card on a small board."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from board.walkthrough import Chip
from web.languages import current_language

register = template.Library()

CHIPS: Final = 8192  # drawn chips that a process keeps, of some 400 bytes each
_BETWEEN: Final = re.compile(r">\s+<")


@register.simple_tag
def draw_chip(chip: Chip, art: bool = False) -> SafeString:
    """A card on a small board, with ``art`` its picture too.

    Most cards look the same after every step: each look is drawn once and kept.
    """
    return _chip(chip, bool(art), current_language())


@lru_cache(maxsize=CHIPS)
def _chip(chip: Chip, art: bool, language: str) -> SafeString:
    html = render_to_string(
        "board/_chip.html", {"chip": chip, "art": art}
    )  # in the language that is active: ``language``
    return mark_safe(_BETWEEN.sub("><", html.strip()))  # what Django escaped, without the spaces between tags

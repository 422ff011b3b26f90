"""Template tags for the rules: ``{% spans paragraph.spans %}`` writes a text with its references as links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulings import links
from rulings.rulebook import RULE, STRONG, TEXT, Span
from rulings.searching import Hit
from rulings.showing import Chip

register = template.Library()

CHIPS: Final = 8192  # drawn chips that a process keeps, of some 400 bytes each
_BETWEEN: Final = re.compile(r">\s+<")


@register.simple_tag
def spans(pieces: Iterable[Span], key: str) -> SafeString:
    """A text of the rulebook. What a term or an ability means comes along as a hint, by pointer, keyboard or touch.

    ``key`` is an id that no other text of the page has: the hints are named after it.
    """
    return format_html_join("", "{}", ((_span(piece, f"{key}-{n}"),) for n, piece in enumerate(pieces)))


def _span(piece: Span, name: str) -> str:
    if piece.kind == TEXT:
        return format_html("{}", piece.text)
    if piece.kind == STRONG:
        return format_html("<strong>{}</strong>", piece.text)
    language = get_language() or "en"
    href = links.address(piece.kind, piece.target, language)
    hint = links.hint(piece.kind, piece.target, language)
    if not hint:
        return format_html('<a class="ref" href="{}">{}</a>', href, piece.text)
    return format_html(
        '<span class="hinted"><a class="ref" href="{}" aria-describedby="{}">{}</a>'
        '<span class="hint-box" role="tooltip" id="{}">{}</span></span>',
        *(href, name, piece.text, name, hint),
    )


@register.simple_tag
def draw_chip(chip: Chip) -> SafeString:
    """A card on a small board. Most cards look the same after every step: each look is drawn once and kept."""
    return _chip(chip, get_language() or "en")


@lru_cache(maxsize=CHIPS)
def _chip(chip: Chip, language: str) -> SafeString:
    html = render_to_string("rulings/board/_chip.html", {"chip": chip})  # in the language that is active: ``language``
    return mark_safe(_BETWEEN.sub("><", html.strip()))  # what Django escaped, without the spaces between tags


@register.simple_tag
def hit_address(hit: Hit) -> str:
    """Where something found stands."""
    return links.address(hit.kind, hit.id, get_language() or "en")


@register.simple_tag
def rule_address(identifier: str) -> str:
    """Where a paragraph of the rulebook stands."""
    return links.address(RULE, identifier, get_language() or "en")

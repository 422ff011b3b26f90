"""Template tags for what pages and books tell machines: ``{% link_preview puzzle as preview %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cards.icons import drawings
from grimoire.community.previews import Preview, preview_of_book, preview_of_page
from grimoire.models import Book, Puzzle

register = template.Library()


@register.simple_tag
def icons_alone(names: Iterable[str]) -> SafeString:
    """As ``{% sprite %}``, without what card faces are drawn with: for a frame that has none."""
    bodies = drawings()
    symbols = format_html_join(
        "",
        '<symbol id="i-{}" viewBox="0 0 512 512"><path fill="currentColor" d="{}"/></symbol>',
        ((name, bodies[name]) for name in sorted(set(names))),
    )
    return format_html('<svg class="sprite" width="0" height="0" aria-hidden="true">{}</svg>', symbols)


@register.simple_tag(takes_context=True)
def link_preview(context: Context, puzzle: Puzzle | None, book: Book | None = None) -> Preview | None:
    """What ``grimoire/community/_meta.html`` writes about a page, or, without one, about a book."""
    request, language = context["request"], get_language() or "en"
    if isinstance(puzzle, Puzzle):
        return preview_of_page(puzzle, request, language)
    return preview_of_book(book, request, language) if isinstance(book, Book) else None

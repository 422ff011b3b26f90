"""Template tags: what pages and books tell machines (``{% link_preview puzzle as preview %}``), and new comments."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.owners import owner_of
from cards.icons import drawings
from grimoire.community.news import News, count_unread, news_for
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


@register.simple_tag(takes_context=True)
def count_of_news(context: Context) -> int:
    """How many comments the reader does not know of yet; for every page, so one query, and none for strangers."""
    request = context.get("request")
    return count_unread(owner_of(request)) if hasattr(request, "user") else 0


@register.simple_tag(takes_context=True)
def news_of_pages(context: Context) -> list[News]:
    """The pages with comments that the reader does not know of yet."""
    request = context.get("request")
    return news_for(owner_of(request)) if request is not None else []

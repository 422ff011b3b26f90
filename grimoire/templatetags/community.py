"""Template tags: what pages and books tell machines (``{% link_preview puzzle as preview %}``), and new comments."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.requests import SiteRequest
from grimoire.community.following import new_puzzles_for
from grimoire.community.news import News, count_unread, news_for
from grimoire.community.previews import LinkPreview, preview_of_book, preview_of_page
from grimoire.models import Book, Puzzle
from grimoire.puzzle_games import game_of
from tables.models import Relation
from web.languages import current_language

register = template.Library()


@register.simple_tag(takes_context=True)
def link_preview(context: Context, puzzle: Puzzle | None, book: Book | None = None) -> LinkPreview | None:
    """The preview that ``grimoire/community/_meta.html`` writes about a page, or, without one, about a book."""
    request, language = context["request"], current_language()
    if isinstance(puzzle, Puzzle):
        return preview_of_page(puzzle, request, language)
    return preview_of_book(book, request, language) if isinstance(book, Book) else None


@register.simple_tag(takes_context=True)
def count_of_news(context: Context) -> int:
    """How many comments the reader does not know of yet; for every page, so one query, and none for strangers."""
    request = context.get("request")
    return count_unread(request.owner) if isinstance(request, SiteRequest) and hasattr(request, "user") else 0


@register.simple_tag(takes_context=True)
def news_of_pages(context: Context) -> list[News]:
    """The pages with comments that the reader does not know of yet."""
    request = context.get("request")
    return news_for(request.owner) if request is not None else []


@register.simple_tag(takes_context=True)
def authors_with_news(context: Context) -> list[Relation]:
    """Whom the reader follows and who has published something since the reader last looked, with its ``count``."""
    request = context.get("request")
    return new_puzzles_for(request.owner if request is not None else None)


@register.simple_tag
def line_example(puzzle: Puzzle) -> str:
    """How a line is written in a comment on a puzzle, so that it can be walked."""
    return game_of(puzzle).lines.example

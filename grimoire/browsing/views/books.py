"""Books to read: the list of one's own, and one book."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from contract.registry import GAMES
from grimoire import departing
from grimoire.browsing.forms import NewBookForm
from grimoire.browsing.shelves import (
    can_be_taken_along,
    common_tags,
    covers_of,
    find_book,
    open_book,
    own_books,
    readers_books,
)
from grimoire.models.puzzles import DECKS

PER_PAGE = 48
MAX_ASKED = 100  # characters


@require_GET
@costly()
def books(request: SiteRequest) -> HttpResponse:
    """One's own books, with a way to begin another one, and those that readers have made public, by tag and author."""
    owner = request.owner
    own = covers_of(own_books(owner), owner)
    tag, author = (request.GET.get(name, "").replace("\0", "")[:MAX_ASKED].strip() for name in ("tag", "by"))
    page = Paginator(readers_books(tag, author), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "own": own,
        "others": covers_of(page.object_list, owner),
        "page": page,
        "tag": tag,
        "author": author,
        "tags": common_tags(),
        "form": NewBookForm(),
    }
    return render(request, "grimoire/browsing/books.html", context)


@require_GET
@costly()
def book(request: SiteRequest, address: str) -> HttpResponse:
    """A book: cover, what it is about, its pages and how far the reader is with them."""
    owner = request.owner
    book = find_book(address, owner)
    if book is None:
        left = departing.departed(request, departing.BOOK, address, owner)
        if left is not None:
            return left
        raise Http404(f"no book {address}")
    if book.address != address:
        return redirect(book)
    opened = open_book(book, owner, request.language)
    context = {
        "game": "" if book.game == DECKS else GAMES[book.game].title,
        "opened": opened,
        "book": book,
        "progress": opened.progress,
        "is_own": book.is_owned_by(owner),
        "can_be_taken": can_be_taken_along(book),
    }
    return render(request, "grimoire/browsing/book.html", context)

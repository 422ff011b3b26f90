"""Making books of one's own: their cover, their pages and the order of these."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from engine.kernel.numbers import whole_number
from grimoire.browsing import services
from grimoire.browsing.forms import BookForm, NewBookForm, PartForm, accents, symbols
from grimoire.browsing.outline import Titles
from grimoire.browsing.services import BookEdit
from grimoire.browsing.shelves import covers_of, open_book, own_books
from grimoire.browsing.tiles import for_tiles, tiles_of
from grimoire.models import Book, Puzzle
from grimoire.models.books import MAX_PAGES

NEW_BOOKS: Final = Limit("book", times=60, seconds=3600)


def _own(request: SiteRequest, token: str) -> Book:
    books = Book.objects.owned_by(request.owner).select_related("owner__user", "set")
    return get_object_or_404(books, token=token)


@require_POST
@costly()
def new_book(request: SiteRequest) -> HttpResponse:
    """Begins a book."""
    form = NewBookForm(request.POST)
    if form.is_valid() and NEW_BOOKS.allows(request):
        book = services.book_create(
            owner=get_or_create_owner(request), title=form.cleaned_data["title"], token=token_in(request)
        )
        messages.success(request, _("Book created. Add puzzles with the + in any list."))
        return redirect("grimoire:edit_book", book.token)
    if form.is_valid():
        form.add_error(None, _("Too many books."))
    owner = request.owner
    own = covers_of(own_books(owner), owner)
    context = {"form": form, "own": own, "others": []}
    return render(request, "grimoire/browsing/books.html", context, status=422)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def edit_book(request: SiteRequest, token: str) -> HttpResponse:
    """Changes a book's cover, and shows its pages for ordering."""
    book = _own(request, token)
    form = BookForm(request.POST if request.method == "POST" else None, instance=book)
    if request.method == "POST" and form.is_valid():
        services.book_change(book=book, cover=form.cleaned_data)
        messages.success(request, _("“%(name)s” saved.") % {"name": book.title})
        return redirect("grimoire:edit_book", book.token)
    if form.errors:
        book = _own(request, token)  # as it is kept; the form holds what was typed
    return _editor(request, book, form, status=422 if form.errors else 200)


def _editor(request: SiteRequest, book: Book, form: BookForm | None, status: int = 200) -> HttpResponse:
    opened = open_book(book, request.owner, request.language)
    context = {"book": book, "opened": opened, "form": form, "most": MAX_PAGES}
    if form is not None:
        context |= {"accents": accents(), "symbols": symbols()}
    template = "edit.html" if form is not None else "_order.html"
    return render(request, f"grimoire/browsing/{template}", context, status=status)


@require_POST
@costly()
def change_pages(request: SiteRequest, token: str) -> HttpResponse:
    """Keeps the titles of parts as they stand in the form, and does one thing with a page: ``act`` is "VERB TOKEN"."""
    book = _own(request, token)
    verb, _space, page = request.POST.get("act", "").partition(" ")
    try:
        change = None if verb == "save" else BookEdit(verb, page, _place(request, verb, page))
        for titles in services.pages_arrange(book=book, titles=_titles(request), change=change):
            name = titles[0] or titles[1]
            messages.info(request, _("Chapter “%(name)s” was empty and has been removed.") % {"name": name})
    except KeyError:  # in another window, most likely
        messages.error(request, _("This puzzle is no longer in the book."))
    except ValueError as wrong:
        messages.error(request, str(wrong))
    if request.htmx:
        return _editor(request, book, None)
    return redirect("grimoire:edit_book", book.token)


def _place(request: SiteRequest, verb: str, page: str) -> int:
    """Where to, from 0. Raises ``ValueError`` with words for whoever asked."""
    if verb not in services.VERBS:
        raise ValueError(_("Invalid request."))
    if verb != "move":
        return 0
    to = request.POST.get("to") or request.POST.get(f"to-{page}", "")
    number = whole_number(to, 4)
    if number is None or not 0 < number <= MAX_PAGES:
        raise ValueError(_("Enter a number from 1 to %(most)d.") % {"most": MAX_PAGES})
    return number - 1


def _titles(request: SiteRequest) -> dict[str, Titles]:
    """The titles of parts in the form, by the tokens of the pages. Raises ``ValueError`` as above."""
    titles: dict[str, Titles] = {}
    for name in request.POST:
        if name.startswith("part-"):
            token = name.removeprefix("part-")
            form = PartForm({"chapter": request.POST[name], "chapter_fr": request.POST.get(f"part_fr-{token}", "")})
            if not form.is_valid():
                wrong = " ".join(str(error) for errors in form.errors.values() for error in errors)
                raise ValueError(_("Chapter title: %(wrong)s") % {"wrong": wrong})
            titles[token] = (form.cleaned_data["chapter"], form.cleaned_data["chapter_fr"])
    return titles


@never_cache
@require_http_methods(["GET", "POST"])
def delete_book(request: SiteRequest, token: str) -> HttpResponse:
    book = _own(request, token)
    if request.method == "POST":
        services.book_delete(book=book)
        messages.success(request, _("“%(name)s” deleted.") % {"name": book.title})
        return redirect("grimoire:books")
    return render(request, "grimoire/browsing/delete.html", {"book": book})


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def add_to_book(request: SiteRequest, token: str) -> HttpResponse:
    """Puts a page into a book of one's own, or into a new one."""
    owner = request.owner
    puzzle = get_object_or_404(for_tiles(Puzzle.objects.open_to(owner)), token=token)
    form = NewBookForm(request.POST if request.method == "POST" and "book" not in request.POST else None)
    if request.method == "POST":
        book = _chosen(request, form)
        if book is not None:
            _put_in(request, book, puzzle)
            return redirect("grimoire:add_to_book", puzzle.token)
    books = list(own_books(owner))
    holding = set(puzzle.books.filter(pk__in=[book.pk for book in books]).values_list("pk", flat=True))
    (tile,) = tiles_of([puzzle], owner, request.language)
    context = {
        "puzzle": puzzle,
        "tile": tile,
        "books": [(book, book.pk in holding) for book in books],
        "form": form,
    }
    return render(request, "grimoire/browsing/add.html", context, status=422 if form.errors else 200)


def _chosen(request: SiteRequest, form: NewBookForm) -> Book | None:
    """The book that was asked for; a new one where a title is given; None with an error in the form."""
    if "book" in request.POST:
        return _own(request, request.POST["book"])
    if not form.is_valid():
        return None
    if not NEW_BOOKS.allows(request):
        form.add_error(None, _("Too many books."))
        return None
    return services.book_create(
        owner=get_or_create_owner(request), title=form.cleaned_data["title"], token=token_in(request)
    )


def _put_in(request: SiteRequest, book: Book, puzzle: Puzzle) -> None:
    names = {"page": puzzle.heading, "book": book.heading}
    try:
        added = services.page_add(book=book, puzzle=puzzle)
    except services.BookIsFull:
        messages.error(request, _("“%(book)s” is full: it has %(most)d puzzles.") % {**names, "most": MAX_PAGES})
        return
    words = _("“%(page)s” is now in “%(book)s”.") if added else _("“%(page)s” is already in “%(book)s”.")
    messages.success(request, words % names)

"""Pages and files: the picture of a position, the booklet of a book."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.budgets import check_jobs, costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from cards.downloads import attached
from cards.printing.products import Product
from cards.printing.services import TooManyJobs
from cards.texts import LANGUAGES
from grimoire.booklets import services
from grimoire.booklets.booklet import BookletOptions, Sheet, counts_of
from grimoire.booklets.forms import BookletForm
from grimoire.booklets.pictures import picture_of
from grimoire.community.embedding import origin_of
from grimoire.models import Book, Puzzle

PICTURES: Final = Limit("position-picture", times=600, seconds=3600)
BOOKLETS: Final = Limit("booklet", times=30, seconds=3600)


@require_safe
@costly(0.5)
def picture(request: SiteRequest, token: str, language: str) -> HttpResponse:
    """The picture for whoever gets the link of a page: its starting position. Of a page not published there is none."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    puzzle = get_object_or_404(Puzzle.objects.of_decks().open_to(None).select_related("owner__user"), token=token)
    if not PICTURES.allows(request):
        return HttpResponse(status=429, headers={"Retry-After": "3600"})
    response = HttpResponse(picture_of(puzzle, language), content_type="image/png")
    response["Cache-Control"] = "public, max-age=3600"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def booklet(request: SiteRequest, address: str) -> HttpResponse:
    """How to print a book; by POST the file, or a job where it takes longer."""
    owner = request.owner
    book = services.find_book(address, owner)
    if book is None:
        raise Http404(f"no book {address}")
    language = request.language
    if request.method == "GET":
        return _page(request, book, BookletForm(language=language))
    form = BookletForm(request.POST, language=language)
    if not form.is_valid():
        return _page(request, book, form, _("You can't combine these options."), status=422)
    if not BOOKLETS.allows(request):
        return _page(request, book, form, _("Too many files."), status=429)
    if form.cleaned_data["reveal"] and form.options.solutions != "none":
        owner = get_or_create_owner(request)
        services.reveal_all(book=book, owner=owner)
    return _made(request, book, form)


@never_cache
@require_safe
@costly(2.0)
def sheet(request: SiteRequest, token: str) -> HttpResponse:
    """One page as a PDF; with ``?solution=1`` its solution behind it, for whoever may see that."""
    owner, language = request.owner, request.language
    puzzle = get_object_or_404(Puzzle.objects.open_to(owner).with_author(), token=token)
    if not BOOKLETS.allows(request):
        return HttpResponse(
            with_limit(request, _("Too many files.")),
            status=429,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": str(BOOKLETS.seconds_left())},
        )
    options = BookletOptions(
        layout="pages", language=language, solutions="earned" if request.GET.get("solution") == "1" else "none"
    )
    return _file(Sheet(puzzle, owner, options, origin_of(request) + puzzle.get_absolute_url()).finish())


def _file(product: Product) -> HttpResponse:
    headers = {**attached(product.name), "X-Content-Type-Options": "nosniff"}
    return HttpResponse(product.content, content_type=product.kind, headers=headers)


def _made(request: SiteRequest, book: Book, form: BookletForm) -> HttpResponse:
    product = services.product_at_once(book=book, owner=request.owner, options=form.options)
    if product is None:
        try:
            check_jobs()
            job = services.ask(book=book, owner=get_or_create_owner(request), options=form.options)
        except TooManyJobs:
            words = _("You already have several unfinished print jobs. Wait for one, or cancel it.")
            return _page(request, book, form, words, status=429)
        return redirect("cards:print_job", job.token)
    return _file(product)


def _page(request: SiteRequest, book: Book, form: BookletForm, problem: str = "", *, status: int = 200) -> HttpResponse:
    count, sealed = counts_of(book, request.owner)
    context = {
        "book": book,
        "form": form,
        "problem": problem,
        "count": count,
        "sealed": sealed,
    }
    return render(request, "grimoire/booklets/booklet.html", context, status=status)

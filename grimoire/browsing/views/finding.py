"""The shelf, the search, the pages of the days, one's progress, an author's pages."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_safe
from django_htmx.http import push_url

from accounts.owners import owner_of
from config.http import HtmxHttpRequest
from grimoire.browsing.asking import asked_of
from grimoire.browsing.fronts import author_page, daily_page, shelf_page
from grimoire.browsing.progress import progress_page
from grimoire.browsing.results import search_page
from grimoire.browsing.tiles import for_tiles, icons_of, tiles_of
from grimoire.browsing.trails import WHERE, to_try_again
from grimoire.models import Puzzle

MOST_AGAIN = 96


@require_safe
def shelf(request: HtmxHttpRequest) -> HttpResponse:
    """The front of the Grimoire."""
    front = shelf_page(owner_of(request), _language())
    return render(request, "grimoire/browsing/shelf.html", {"front": front, "icons": front.icons})


@require_GET
def search(request: HtmxHttpRequest) -> HttpResponse:
    """The pages that an address asks for; a form's address is tidied up first."""
    asked = asked_of(request.GET)
    if not request.htmx and request.META["QUERY_STRING"] != asked.query:
        return redirect(asked.to(page=asked.page))
    found = search_page(asked, owner_of(request), _language())
    response = render(request, "grimoire/browsing/search.html", {"page": found, "icons": found.icons})
    response["Vary"] = "HX-Request"
    return push_url(response, asked.to(page=found.found.page)) if request.htmx else response


@require_GET
def daily(request: HtmxHttpRequest) -> HttpResponse:
    """The pages of the days until now."""
    page = daily_page(owner_of(request), _language(), _day(request.GET.get("before", "")))
    return render(request, "grimoire/browsing/daily.html", {"page": page, "icons": page.icons})


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@require_GET
def progress(request: HtmxHttpRequest) -> HttpResponse:
    """What the reader has done so far."""
    page = progress_page(owner_of(request), _language())
    icons = icons_of(page.tiles) | {share.icon for share in page.abilities}
    icons |= {cover.book.symbol for cover in page.books}
    return render(request, "grimoire/browsing/progress.html", {"page": page, "icons": icons})


@require_GET
def again(request: HtmxHttpRequest) -> HttpResponse:
    """The pages that the reader failed at first, to try again one after the other."""
    owner = owner_of(request)
    numbers = list(to_try_again(owner).values_list("puzzle", flat=True)[:MOST_AGAIN])
    found = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=numbers))}
    tiles = tiles_of([found[number] for number in numbers], owner, _language(), WHERE)
    return render(request, "grimoire/browsing/again.html", {"tiles": tiles, "icons": icons_of(tiles)})


@require_GET
def author(request: HtmxHttpRequest, name: str) -> HttpResponse:
    """What an author has published."""
    page = author_page(name, owner_of(request), _language())
    if page is None:
        raise Http404
    return render(request, "grimoire/browsing/author.html", {"page": page, "icons": page.icons})


@require_GET
def download(request: HtmxHttpRequest) -> HttpResponse:
    """What can be taken along: all pages as data, and the feed of new ones, with their licence."""
    count = Puzzle.objects.published().exclude(licence="").count()
    return render(request, "grimoire/browsing/download.html", {"count": count})


def _language() -> str:
    return get_language() or "en"

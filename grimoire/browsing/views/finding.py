"""The shelf, the search, the pages of the days, one's progress, an author's pages."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url

from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.pasted_addresses import page_address
from accounts.requests import SiteRequest
from grimoire.browsing.daily import page_of, today
from grimoire.browsing.day_table import day_table
from grimoire.browsing.fronts import author_page, daily_page, shelf_page
from grimoire.browsing.progress import progress_page
from grimoire.browsing.puzzle_query import asked_of
from grimoire.browsing.results import search_page
from grimoire.models import Attempt, Puzzle


@require_safe
@costly()
def index(request: SiteRequest) -> HttpResponse:
    front = shelf_page(request.owner, request.language)
    return render(request, "grimoire/browsing/shelf.html", {"front": front})


@require_GET
@costly()
def search(request: SiteRequest) -> HttpResponse:
    """The pages that an address asks for; a form's address is tidied up first."""
    query = asked_of(request.GET)
    if address := page_address(query.words):
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if not request.htmx and request.META["QUERY_STRING"] != query.query:
        return redirect(query.to(page=query.page))
    page = search_page(query, request.owner, request.language)
    response = render(request, "grimoire/browsing/search.html", {"page": page})
    response["Vary"] = "HX-Request"
    return push_url(response, query.to(page=page.results.page)) if request.htmx else response


@require_GET
@costly()
def daily(request: SiteRequest) -> HttpResponse:
    page = daily_page(request.owner, request.language, _day(request.GET.get("before", "")))
    table = day_table(request.owner) if page.is_latest else None
    return render(request, "grimoire/browsing/daily.html", {"page": page, "table": table})


@require_POST
@costly()
def start_daily(request: SiteRequest) -> HttpResponse:
    """Leads to the puzzle of the day; its solver's time runs from here."""
    puzzle = page_of(today())
    if puzzle is None:
        return redirect("grimoire:daily")
    Attempt.objects.get_or_create(owner=get_or_create_owner(request), puzzle=puzzle)
    return redirect(puzzle)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@require_GET
@costly()
def progress(request: SiteRequest) -> HttpResponse:
    page = progress_page(request.owner, request.language)
    return render(request, "grimoire/browsing/progress.html", {"page": page})


@require_GET
@costly()
def author(request: SiteRequest, name: str) -> HttpResponse:
    page = author_page(name, request.owner, request.language)
    if page is None:
        raise Http404(f"no author {name}")
    return render(request, "grimoire/browsing/author.html", {"page": page})


@require_GET
def download(request: SiteRequest) -> HttpResponse:
    """The page of downloads: all pages as data, and the feed of new ones, with their licence."""
    count = Puzzle.objects.of_decks().published().exclude(licence="").count()
    return render(request, "grimoire/browsing/download.html", {"count": count})

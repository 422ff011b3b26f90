"""The page from which a session is printed, and its PDFs."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.budgets import check_jobs, costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.downloads import shown
from cards.printing.services import TooManyJobs
from mutation.pages import session_context
from mutation.paper import services
from mutation.paper.papers import PAPER_WORKS
from mutation.paper.requests import GAMES, ROUNDS, PaperOptions
from mutation.paper.sheets import size_names
from mutation.requests import back, session_viewer
from mutation.services.ledgers import ledger_of
from mutation.viewers import SessionViewer

PAPERS: Final = Limit("session-paper", times=60, seconds=3600)


@require_GET
def papers(request: SiteRequest, token: str) -> HttpResponse:
    """The page that lists what can be printed."""
    viewer = session_viewer(request, token)
    if not ledger_of(viewer.session).state.all_have_chosen:
        return back(viewer)
    context = session_context(viewer) | {
        "works": [(key, name) for key, (name, _work) in PAPER_WORKS.items()],
        "numbers": range(1, GAMES + 1),
        "rounds": range(1, ROUNDS + 1),
        "sizes": list(size_names().items()),
    }
    response = render(request, "mutation/paper/papers.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@costly(1.0)
def pdf(request: SiteRequest, token: str, what: str) -> HttpResponse:
    """A PDF, or the print job that makes it where it takes longer; options as ``PaperOptions`` has them."""
    viewer = session_viewer(request, token)
    try:
        options = PaperOptions.of_form(request.POST)
    except ValueError as wrong:
        raise Http404(f"no such paper: {wrong}") from None
    if what not in PAPER_WORKS or not ledger_of(viewer.session).state.all_have_chosen:
        raise Http404(f"no paper {what}")
    if not PAPERS.allows(request):
        return _refused(request, viewer, _("Too many files."))
    product = services.product_at_once(viewer, what, options)
    if product is None:
        try:
            check_jobs()
            job = services.ask(viewer, get_or_create_owner(request), what, options)
        except TooManyJobs:
            words = _("You already have several unfinished print jobs. Wait for one, or cancel it.")
            return _refused(request, viewer, words)
        return redirect("cards:print_job", job.token)
    headers = {
        **shown(product.name),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(product.content, content_type=product.kind, headers=headers)


def _refused(request: SiteRequest, viewer: SessionViewer, words: str) -> HttpResponse:
    messages.error(request, words)
    return back(viewer, to="paper/")

"""Score sheets as PDFs to download."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.requests import SiteRequest
from cards.downloads import shown
from cards.printing.products import Product
from scores.models import ScoreSheet
from scores.paper.drawing import PAPERS, blank_pdf, filled_pdf

DRAWN: Final = Limit("score-papers", times=120, seconds=3600)


@require_GET
@costly(1.0)
def blank(request: SiteRequest, kind: str) -> HttpResponse:
    """An empty sheet."""
    if kind not in ScoreSheet.Kind.values:
        raise Http404("no such kind of sheet")
    return _sent(request, lambda paper: blank_pdf(kind, paper))


@require_GET
@costly(1.0)
def filled(request: SiteRequest, token: str) -> HttpResponse:
    sheet = get_object_or_404(ScoreSheet.objects.readable_by(request.owner), token=token)
    return _sent(request, lambda paper: filled_pdf(sheet, paper))


def _sent(request: SiteRequest, draw: Callable[[str], Product]) -> HttpResponse:
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        raise Http404("no such paper")
    if not DRAWN.allows(request):
        return HttpResponse(status=429)
    product = draw(paper)
    headers = {
        **shown(product.name),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(product.content, content_type=product.kind, headers=headers)

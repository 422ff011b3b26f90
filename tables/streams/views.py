"""What the page of a table says of whoever sits there."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from tables.streams.presence import give_sign
from tables.viewers import find_viewer
from web.http import body_length
from web.refusals import RequestRefused

MAX_BODY: Final = 1000


@require_POST
def sign(request: SiteRequest, token: str) -> HttpResponse:
    """A sign of life of a page, or with ``away`` that it is not looked at any more."""
    if body_length(request) > MAX_BODY:
        return HttpResponse(status=413)
    try:
        check_rate(request)
        viewer = find_viewer(token, None, request.owner, request.POST.get("seat", ""))
    except RequestRefused as refusal:
        if refusal.status == 429:
            return HttpResponse(status=429)
        raise Http404("no such game, or not for this viewer") from None
    if viewer.seat is not None:
        give_sign(request, viewer, is_away="away" in request.POST)
    return HttpResponse(status=204)

"""The screen for a television."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from accounts.budgets import costly, refusal
from accounts.requests import SiteRequest
from mutation.pages import seen_mark
from mutation.requests import session_viewer
from mutation.services import bots
from mutation.tv.pages import time_left_text, tv_context


def _refused(request: SiteRequest, seconds: int) -> HttpResponse:
    """A television that asks again keeps what it shows, for nobody is there to open the page once more."""
    if _asks_again(request):
        return HttpResponse(status=429, headers={"Retry-After": str(seconds), "Cache-Control": "no-store"})
    return refusal(request, seconds)


def _asks_again(request: SiteRequest) -> bool:
    return bool(request.htmx) and "again" in request.GET


@require_GET
@costly(0, _refused)
def tv(request: SiteRequest, token: str) -> HttpResponse:
    """Who plays whom, who is waited for, standings. A page that asks ``again`` gets it anew if it has changed."""
    viewer = session_viewer(request, token)
    bots.resume(viewer.session, viewer.seats)
    time_left = time_left_text(viewer)
    tag = f'"{seen_mark(viewer.session)}.{time_left}"'
    asks_again = _asks_again(request)
    if asks_again and request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        response = HttpResponse(status=304)
    else:
        template = "mutation/tv/_screen.html" if asks_again else "mutation/tv/tv.html"
        response = render(request, template, tv_context(viewer, time_left))
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response

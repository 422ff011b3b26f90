"""The screen for a television."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from accounts.requests import SiteRequest
from mutation.requests import session_viewer
from mutation.services import bots
from mutation.tv.pages import tv_context


@require_GET
def tv(request: SiteRequest, token: str) -> HttpResponse:
    """Who plays whom, who is waited for, standings. A page that asks ``again`` gets it anew if it has changed."""
    viewer = session_viewer(request, token)
    bots.resume(viewer.session, viewer.seats)
    context = tv_context(viewer)
    tag = f'"{context["status"]}.{context["time_left"]}"'
    asks_again = bool(request.htmx) and "again" in request.GET
    if asks_again and request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        response = HttpResponse(status=304)
    else:
        response = render(request, "mutation/tv/_screen.html" if asks_again else "mutation/tv/tv.html", context)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response

"""A page inside another site. It neither reads nor sets a cookie."""

from __future__ import annotations

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from grimoire.community.embedding import KEPT_SECONDS, embed_context
from grimoire.community.queries import open_page


@xframe_options_exempt
# django-csp has types only for views that are given a request and nothing else.
@csp_replace(  # type: ignore[arg-type]
    {
        "frame-ancestors": ["*"],
        "default-src": [NONE],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "form-action": [NONE],
    }
)
@require_safe
def embed(request: SiteRequest, token: str) -> HttpResponse:
    """The starting position of a page for a frame on another site: the only page of ours that may stand in one."""
    origin = request.build_absolute_uri("/").rstrip("/")
    context = embed_context(open_page(token), request.language, request.GET.get("theme", ""), origin)
    # Drawn without the request: no visitor, no session, no token can get into it.
    response = HttpResponse(render_to_string("grimoire/community/embed.html", context))
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response

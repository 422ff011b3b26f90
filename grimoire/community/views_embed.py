"""A page inside another site, and what oEmbed answers about it. Neither reads or sets a cookie."""

from __future__ import annotations

from typing import Final

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.limits import Limit
from config.languages import current_language
from engine.kernel.numbers import whole_number
from grimoire.community.embedding import KEPT_SECONDS, embed_context, oembed, page_of_address
from grimoire.community.queries import open_page

ASKED: Final = Limit("oembed", times=600, seconds=3600)


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
def embed(request: HttpRequest, token: str) -> HttpResponse:
    """The starting position of a page for a frame on another site: the only page of ours that may stand in one."""
    origin = request.build_absolute_uri("/").rstrip("/")
    context = embed_context(open_page(token), current_language(), request.GET.get("theme", ""), origin)
    # Drawn without the request: no visitor, no session, no token can get into it.
    answer = HttpResponse(render_to_string("grimoire/community/embed.html", context))
    answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@require_safe
def oembed_json(request: HttpRequest) -> HttpResponse:
    """The endpoint of https://oembed.com: ``url``, and ``maxwidth`` and ``maxheight`` in pixels."""
    if request.GET.get("format", "json") != "json":
        return _refused(_("Only JSON is available here."), 501)
    if not ASKED.allows(request):
        return _refused(_("That is a lot in an hour. Please try again later."), 429)
    try:
        most = [_pixels(request.GET.get(name, "")) for name in ("maxwidth", "maxheight")]
    except ValueError:
        return _refused(_("maxwidth and maxheight are numbers of pixels."), 400)
    puzzle, language = page_of_address(request.GET.get("url", ""), request.get_host())
    origin = request.build_absolute_uri("/").rstrip("/")
    answer = JsonResponse(oembed(puzzle, language, origin, *most), json_dumps_params={"ensure_ascii": False})
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return answer


def _pixels(text: str) -> int | None:
    """A whole number of pixels, None for none asked. Raises ``ValueError``."""
    if not text:
        return None
    pixels = whole_number(text, 6)
    if not pixels:
        raise ValueError
    return pixels


def _refused(why: str, status: int) -> HttpResponse:
    return JsonResponse({"error": why}, status=status)

"""The endpoint of oEmbed. It neither reads nor sets a cookie."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.limits import Limit
from accounts.requests import SiteRequest
from api.oembed.answers import as_xml, said_of
from engine.kernel.numbers import whole_number
from grimoire.community.embedding import KEPT_SECONDS

RATE_LIMIT: Final = Limit("oembed", times=600, seconds=3600)
FORMATS: Final = ("json", "xml")


@require_safe
def oembed(request: SiteRequest) -> HttpResponse:
    """How another site shows an address of this one: ``url``, ``format``, ``maxwidth`` and ``maxheight`` in pixels."""
    params = request.GET
    format_name = params.get("format", "json")
    if format_name not in FORMATS:
        return _refused("the formats are json and xml", 501)
    if not RATE_LIMIT.allows(request):
        return _refused("too many questions in an hour", 429, {"Retry-After": str(RATE_LIMIT.seconds)})
    try:
        max_size = _pixels(params.get("maxwidth", "")), _pixels(params.get("maxheight", ""))
    except ValueError:
        return _refused("maxwidth and maxheight are numbers of pixels", 400)
    origin = request.build_absolute_uri("/").rstrip("/")
    try:
        document = said_of(params.get("url", ""), request.get_host(), origin, max_size)
    except Http404:
        return _refused("no address of anything here that everybody may see", 404)
    response = (
        JsonResponse(document, json_dumps_params={"ensure_ascii": False})
        if format_name == "json"
        else HttpResponse(as_xml(document), content_type="text/xml; charset=utf-8")
    )
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response


def _pixels(text: str) -> int | None:
    """A whole number of pixels, None for none asked. Raises ``ValueError``."""
    if not text:
        return None
    pixels = whole_number(text, 20)  # some sites send the largest number that they know
    if not pixels:
        raise ValueError(text[:20])
    return pixels


def _refused(why: str, status: int, headers: dict[str, str] | None = None) -> HttpResponse:
    return JsonResponse({"error": why}, status=status, headers={"Access-Control-Allow-Origin": "*", **(headers or {})})

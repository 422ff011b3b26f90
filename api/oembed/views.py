"""The endpoint of oEmbed. It neither reads nor sets a cookie."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.requests import SiteRequest
from api.oembed.answers import as_xml, said_of
from api.oembed.limits import RATE_LIMIT
from engine.kernel.numbers import whole_number
from grimoire.community.embedding import KEPT_SECONDS
from web.cors import allow_all_origins
from web.json_bodies import refused
from web.rate_headers import LEFT, say_limits
from web.refusals import RequestRefused, too_many

FORMATS: Final = ("json", "xml")
METHODS: Final = ("GET", "HEAD")


@csrf_exempt
def oembed(request: SiteRequest) -> HttpResponse:
    """How another site shows an address of this one: ``url``, ``format``, ``maxwidth`` and ``maxheight`` in pixels."""
    try:
        if request.method not in METHODS:
            methods = ", ".join(METHODS)
            message = f"only {methods} can be asked here"
            raise RequestRefused(405, "method-not-allowed", message, headers={"Allow": methods})
        response = _answer(request)
    except RequestRefused as refusal:
        response = refused(refusal)
    allow_all_origins(response)
    say_limits(request, response)
    if response.status_code == 200:  # which others may be given too: what is left is each visitor's own
        del response.headers[LEFT]
    return response


def _answer(request: SiteRequest) -> HttpResponse:
    """Raises ``RequestRefused``."""
    params = request.GET
    format_name = params.get("format", "json")
    if format_name not in FORMATS:
        raise RequestRefused(501, "bad-request", "the formats are json and xml", "/format")
    if not RATE_LIMIT.allows(request):
        raise too_many("too many questions in an hour", RATE_LIMIT.seconds)
    if not params.get("url"):
        raise RequestRefused(400, "bad-request", "'url' is the address to show", "/url")
    try:
        max_size = _pixels(params.get("maxwidth", "")), _pixels(params.get("maxheight", ""))
    except ValueError:
        raise RequestRefused(400, "bad-request", "'maxwidth' and 'maxheight' are numbers of pixels") from None
    origin = request.build_absolute_uri("/").rstrip("/")
    try:
        document = said_of(params.get("url", ""), request.get_host(), origin, max_size)
    except Http404:
        raise RequestRefused(404, "not-found", "no address of anything here that everybody may see", "/url") from None
    response = (
        JsonResponse(document, json_dumps_params={"ensure_ascii": False})
        if format_name == "json"
        else HttpResponse(as_xml(document), content_type="text/xml; charset=utf-8")
    )
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

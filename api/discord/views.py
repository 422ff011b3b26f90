"""Where Discord sends what people type."""

from __future__ import annotations

import json
from typing import Final

from django.conf import settings
from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.requests import SiteRequest
from api.discord.interactions import answer
from api.discord.signing import is_from_discord
from api.writing import root_of
from web.http import body_length
from web.json_bodies import refused
from web.rate_headers import say_limits
from web.refusals import RequestRefused

MAX_BODY: Final = 64 * 1024  # bytes: a command and what was typed after it


@csrf_exempt
@never_cache
@require_POST
def interactions(request: SiteRequest) -> HttpResponse:
    """Answers what is signed by Discord, and nobody else."""
    if not settings.DISCORD_PUBLIC_KEY:
        raise Http404("no application of Discord's")
    if body_length(request) > MAX_BODY:
        return refused(RequestRefused(413, "too-large", f"at most {MAX_BODY} bytes are read"))
    if not is_from_discord(request, settings.DISCORD_PUBLIC_KEY):
        return refused(RequestRefused(401, "bad-token", "invalid request signature"))
    try:
        interaction = json.loads(request.body)
    except (ValueError, RecursionError):
        interaction = None
    answered = answer(interaction, root_of(request), request) if isinstance(interaction, dict) else None
    if answered is None:
        return refused(RequestRefused(400, "bad-request", "not an interaction that is known here"))
    response = JsonResponse(answered)
    say_limits(request, response)
    return response

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
from web.http import body_length

MAX_BODY: Final = 64 * 1024  # bytes: a command and what was typed after it


@csrf_exempt
@never_cache
@require_POST
def interactions(request: SiteRequest) -> HttpResponse:
    """Answers what is signed by Discord, and nobody else."""
    if not settings.DISCORD_PUBLIC_KEY:
        raise Http404("no application of Discord's")
    if body_length(request) > MAX_BODY:
        return JsonResponse({"error": f"at most {MAX_BODY} bytes are read"}, status=413)
    if not is_from_discord(request, settings.DISCORD_PUBLIC_KEY):
        return JsonResponse({"error": "invalid request signature"}, status=401)
    try:
        interaction = json.loads(request.body)
    except (ValueError, RecursionError):
        interaction = None
    answered = (
        answer(interaction, request.build_absolute_uri("/").rstrip("/")) if isinstance(interaction, dict) else None
    )
    if answered is None:
        return JsonResponse({"error": "not an interaction that is known here"}, status=400)
    return JsonResponse(answered)

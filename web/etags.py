"""ETags: answers that whoever has them is not sent again."""

from __future__ import annotations

import hashlib
from typing import Final

from django.http import HttpRequest, HttpResponse

from web.json_bodies import JSON

PLAIN_TEXT: Final = "text/plain; charset=utf-8"


def tag_of(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def tagged(request: HttpRequest, body: str, kind: str = JSON) -> HttpResponse:
    """JSON, or text of another kind, with an ETag; 304 for whoever has it."""
    tag = tag_of(body)
    tags = {part.strip().removeprefix("W/").strip('"') for part in request.headers.get("If-None-Match", "").split(",")}
    response = unchanged() if tag in tags or "*" in tags else HttpResponse(body, content_type=kind)
    response.headers["ETag"] = f'"{tag}"'
    return response


def unchanged() -> HttpResponse:
    response = HttpResponse(status=304)
    del response.headers["Content-Type"]  # of what is not sent
    return response

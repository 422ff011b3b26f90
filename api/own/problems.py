"""Refusals of what is asked with a token, as problem details (RFC 9457) that name each place in the body."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse

from accounts.limits import Limit
from accounts.requests import SiteRequest
from accounts.too_many import limit_words
from cards.exchange import CardsRefused
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.requests import writable
from web.json_bodies import to_text
from web.refusals import RequestRefused, too_many

CONTENT_TYPE: Final = "application/problem+json"
# The codes of problems with what they say; the guide has a line for each, to which the problem's type leads.
CODES: Final[dict[str, str]] = {
    "no-token": "Token missing",
    "bad-token": "Unknown token",
    "scope-missing": "The token lacks the scope",
    "not-found": "Not found among your things",
    "method-not-allowed": "Method not allowed",
    "bad-json": "Invalid JSON",
    "bad-request": "Malformed request",
    "unknown-key": "Unknown key",
    "too-long-ago": "Too long ago",
    "not-json": "The body must be JSON",
    "not-a-picture": "The body must be a picture",
    "too-large": "The body is too large",
    "bad-content": "Invalid content",
    "bad-position": "Invalid position",
    "stale": "Changed since you read it",
    "state-unnamed": "If-Match missing",
    "key-reused": "Idempotency-Key already used for another request",
    "name-taken": "You already have one with this name",
    "not-empty": "Not empty",
    "fixed": "Can't be changed any more",
    "sealed": "Not solved yet",
    "on-the-page": "Can only be answered on its page",
    "not-over": "You're playing this game",
    "not-ready": "Not ready to publish",
    "quota": "Quota reached",
    "too-many-requests": "Too many requests",
    "busy": "Busy",
}
MOST_PARTS: Final = 100  # that are told of one request


@dataclass(frozen=True, slots=True)
class WrongPart:
    """One thing wrong with a body: where (a JSON pointer, empty for the whole), a code, a sentence in English."""

    pointer: str
    code: str
    detail: str

    def to_json(self) -> dict[str, str]:
        return {"pointer": self.pointer, "code": self.code, "detail": self.detail}


class ContentRefused(RequestRefused):
    """A request that was understood and says something that cannot be taken; ``parts`` says what, and where."""

    def __init__(self, parts: Iterable[WrongPart], status: int = 422, code: str = "bad-content") -> None:
        self.parts = list(parts)
        first = self.parts[0]
        super().__init__(status, code, f"{first.pointer or '/'}: {first.detail}", first.pointer)


def refuse_parts(parts: Iterable[WrongPart]) -> None:
    """Raises ``ContentRefused`` if there is anything wrong."""
    wrong = list(parts)
    if wrong:
        raise ContentRefused(wrong)


def parts_of_cards(refused: CardsRefused, before: str) -> list[WrongPart]:
    """What is wrong with cards that stand at the pointer ``before``."""
    return [WrongPart(f"{before}{fault.pointer}", "bad-content", fault.message) for fault in refused.faults]


def position_refused(wrong: EngineError, before: str) -> RequestRefused:
    """What is wrong with a position that stands at the pointer ``before``."""
    faults = wrong.faults if isinstance(wrong, BadPosition) else []
    parts = [WrongPart(f"{before}{fault.at}", fault.name, fault.message) for fault in faults]
    return ContentRefused(parts or [WrongPart(before, wrong.code, wrong.message)], code="bad-position")


def conflict(code: str, message: str) -> RequestRefused:
    """What cannot be done as things stand."""
    return RequestRefused(409, code, message)


def used_up(limit: Limit, message: str) -> RequestRefused:
    """What has been done as often as may be, with the seconds until it counts anew."""
    left = limit.seconds_left()
    return too_many(f"{message} {limit_words(limit.times, limit.seconds, left)}", left)


def check_left(request: SiteRequest, limit: Limit, message: str) -> None:
    """Before a body is read. Raises ``RequestRefused`` where nothing is left of what it would count for."""
    if limit.is_used_up(request):
        raise used_up(limit, message)


def problem(refusal: RequestRefused) -> HttpResponse:
    """The answer to what was refused."""
    if isinstance(refusal, ContentRefused):
        parts = refusal.parts
    else:
        parts = [WrongPart(fault.at, fault.name, fault.message) for fault in refusal.faults or ()]
        if not parts and isinstance(refusal.at, str):
            parts = [WrongPart(refusal.at, refusal.code, refusal.message)]
    known = refusal.code in CODES
    body: dict[str, Any] = {
        "type": f"{reverse('api_guide:guide')}#{refusal.code}" if known else "about:blank",
        "title": CODES.get(refusal.code, HTTPStatus(refusal.status).phrase),
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.message,
        "errors": [part.to_json() for part in parts[:MOST_PARTS]],
        **refusal.to_json(),  # as every other address answers it: a client of all of them reads one shape
    }
    response = HttpResponse(writable(to_text(body)), status=refusal.status, content_type=CONTENT_TYPE)
    for name, value in refusal.headers.items():
        response.headers[name] = value
    return response

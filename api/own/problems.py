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
    "no-token": "A token is missing",
    "bad-token": "There is no such token",
    "scope-missing": "The token may not do this",
    "not-found": "There is no such thing of yours",
    "method-not-allowed": "This cannot be done here",
    "bad-json": "This is not JSON that can be read",
    "bad-request": "The request's form is wrong",
    "unknown-key": "There is a key that nobody knows",
    "not-json": "The body must be JSON",
    "not-a-picture": "The body must be a picture",
    "too-large": "The body is too large",
    "bad-content": "What it says cannot be taken",
    "bad-position": "This is not a position",
    "stale": "It has been changed since",
    "state-unnamed": "Say which state you have seen",
    "key-reused": "This Idempotency-Key was used for another request",
    "name-taken": "You have one of this name",
    "not-empty": "There is still something in it",
    "fixed": "Others may have solved it as it is",
    "not-ready": "It cannot be published yet",
    "quota": "You have as many as anybody may have",
    "too-many-requests": "That is too much for now",
    "busy": "Others write at the same time",
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
    known = refusal.code in CODES
    body: dict[str, Any] = {
        "type": f"{reverse('api_guide:guide')}#{refusal.code}" if known else "about:blank",
        "title": CODES.get(refusal.code, HTTPStatus(refusal.status).phrase),
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.message,
        "errors": [part.to_json() for part in parts[:MOST_PARTS]],
    }
    response = HttpResponse(writable(to_text(body)), status=refusal.status, content_type=CONTENT_TYPE)
    for name, value in refusal.headers.items():
        response.headers[name] = value
    return response

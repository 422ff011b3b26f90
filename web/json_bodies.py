"""JSON as requests and answers of the APIs have it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from engine.kernel.errors import EngineError
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from engine.kernel.requests import parse_json, writable
from web.refusals import RequestRefused, refuse_form

JSON: Final = "application/json"
MAX_BODY: Final = 64 * 1024  # bytes


def to_text(value: Any) -> str:
    """JSON as it is sent: the same value gives the same text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_response(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    return HttpResponse(body, status=status, content_type=JSON, headers=dict(headers or {}))


def refused(refusal: RequestRefused) -> HttpResponse:
    return json_response(writable(to_text(refusal.to_json())), refusal.status, refusal.headers)


def body_of(request: HttpRequest) -> Any:
    """The JSON of the body; no body of no type counts as no keys at all. Raises ``RequestRefused``."""
    length = whole_number(request.META.get("CONTENT_LENGTH") or "0", 40)
    if length is None:
        raise RequestRefused(400, "bad-request", "Content-Length is a whole number", faults=[])
    if length > MAX_BODY:
        raise _too_large()
    content = request.read(MAX_BODY + 1)
    if len(content) > MAX_BODY:
        raise _too_large()
    if not content and not request.content_type:
        return {}
    if request.content_type != JSON:
        raise RequestRefused(415, "not-json", "the body's Content-Type must be application/json")
    try:
        data = parse_json(content.decode("utf-8"))
        text = to_text(data)
        text.encode()  # JSON can hold half a surrogate pair
    except UnicodeError:
        raise RequestRefused(400, "bad-json", "this is not UTF-8") from None
    except EngineError as wrong:
        raise RequestRefused(400, "bad-json", wrong.message) from None
    if "\\u0000" in text:  # no database keeps that
        raise RequestRefused(400, "bad-json", "texts hold no NUL")
    return data


def _too_large() -> RequestRefused:
    return RequestRefused(413, "too-large", f"a request has at most {MAX_BODY} bytes")


class Form(Reader):
    """The keys of a body, read one by one; ``check`` raises all faults at once."""

    def __init__(self, data: Any, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.given = self.object(data, "", required, optional)

    def version(self) -> int:
        """The version that whoever asks has seen."""
        return self.number(self.given.get("version", 0), "/version", 0) if "version" in self.given else 0

    def texts(self, key: str, limit: int, fewest: int = 0) -> list[str]:
        """A list of short texts."""
        if key not in self.given:
            return []
        items = self.list(self.given[key], f"/{key}")
        if not fewest <= len(items) <= limit:
            self.fault("out-of-range", f"/{key}", f"a list of {fewest} to {limit}")
        for number, part in enumerate(items[:limit]):
            self.text(part, f"/{key}/{number}")
        return [part for part in items[:limit] if isinstance(part, str)]

    def text(self, data: Any, at: str, limit: int = 100) -> str:
        """A short text."""
        if not isinstance(data, str) or len(data) > limit:
            self.fault("wrong-type", at, f"text of at most {limit} characters")
            return ""
        return data

    def check(self) -> None:
        """Raises ``RequestRefused`` if there is anything wrong."""
        refuse_form(self.faults)


def since_of(request: HttpRequest, name: str = "since") -> int | None:
    """The version in the query; None without one. Raises ``RequestRefused`` for what is no version."""
    text = request.GET.get(name)
    if text is None:
        return None
    version = whole_number(text, 9)
    if version is None:
        raise RequestRefused(400, "bad-request", f"'{name}' is a version, a whole number", f"/{name}", faults=[])
    return version

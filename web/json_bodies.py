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
        raise RequestRefused(400, "bad-json", "the body isn't UTF-8") from None
    except EngineError as wrong:
        raise RequestRefused(400, "bad-json", wrong.message) from None
    if "\\u0000" in text:  # no database keeps that
        raise RequestRefused(400, "bad-json", "text can't contain NUL")
    return data


def _too_large() -> RequestRefused:
    return RequestRefused(413, "too-large", f"a request has at most {MAX_BODY} bytes")


class Form(Reader):
    """A body read by the JSON Schema that describes it; ``check`` raises all faults at once.

    What stands in ``properties`` and is described by a reference or a pattern is for the caller to check.
    """

    def __init__(self, data: Any, schema: Mapping[str, Any]) -> None:
        super().__init__()
        properties = schema["properties"]
        self.given = self.object(data, "", schema["required"], properties)
        for name, part in properties.items():
            if name in self.given:
                self.value(self.given[name], f"/{name}", part)

    def value(self, data: Any, at: str, schema: Mapping[str, Any]) -> None:
        """A part of a body that has this schema."""
        match schema:
            case {"readOnly": True}:
                pass
            case {"anyOf": [inner, {"type": "null"}]}:
                if data is not None:
                    self.value(data, at, inner)
            case {"enum": values}:
                self.choice(data, at, values)
            case {"type": "string"}:
                self.text(data, at, schema.get("maxLength", MAX_BODY))
            case {"type": "integer"}:
                self.number(data, at, schema["minimum"], schema["maximum"])
            case {"type": "boolean"}:
                self.flag(data, at)
            case {"type": "array"}:
                fewest, limit = schema.get("minItems", 0), schema["maxItems"]
                items = self.list(data, at)
                if not fewest <= len(items) <= limit:
                    self.fault("out-of-range", at, f"a list of {fewest} to {limit}")
                for number, part in enumerate(items[:limit]):
                    self.value(part, f"{at}/{number}", schema["items"])

    def text(self, data: Any, at: str, limit: int) -> str:
        """A text of at most so many characters."""
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

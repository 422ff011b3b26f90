"""The API described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from contract.registry import GAMES
from contract.schemas import CARD, NULL, OPEN_OBJECT, SEAT, object_schema, or_null
from tables.models import LogEntry
from tables.notices import ACCEPTED, LAPSED, OFFER, OFFER_ENDED, PHRASE, REFUSED, REMATCH, WITHDRAWN
from tables.requests import MIN_FIRST_KEY
from tables.services.consent import KINDS
from web.idempotency import MAX_KEY
from web.json_bodies import MAX_BODY, json_response, to_text

TITLE: Final = "Games over the network"
_TOKEN: Final = "The token of a seat, or an account's API token with the scope 'games': then its own seat is meant."


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_VERSION: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999, "description": "Entries of the game's log."}
_TEXT: Final = {"type": "string", "maxLength": 100}
_OPEN_TEXT: Final = {"type": "string"}
_EVENTS: Final = {"type": "array", "items": OPEN_OBJECT, "description": "Events as this seat may see them."}

_ALL_LEVELS: Final = list(dict.fromkeys(level for game in GAMES.values() for level in game.adapter.levels))
_ADAPTERS: Final = [game.adapter for game in GAMES.values()]

_SCHEMAS: Final[dict[str, Any]] = {
    "Fault": object_schema({"name": {"type": "string"}, "at": {"type": "string"}, "message": {"type": "string"}}),
    "Error": object_schema(
        {
            "error": object_schema(
                {
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "at": {"anyOf": [{"type": "string"}, {"type": "integer"}, NULL]},
                    "faults": {"type": "array", "items": _ref("Fault")},
                },
                ["code", "message", "at"],
            ),
            "version": _VERSION,
            "view": _ref("View"),
        },
        ["error"],
    ),
    "View": {"type": "object", "description": "The engine's view of its game: all that whoever asks may see."},
    "Result": object_schema(
        {
            "winners": {"type": "array", "items": SEAT},
            "reason": {"type": "string"},
            "record": {"type": "string"},
        }
    ),
    "Offer": object_schema(
        {
            "kind": {"enum": list(KINDS)},
            "by": SEAT,
            "answers": {"type": "object", "additionalProperties": or_null({"type": "boolean"})},
        }
    ),
    "Seat": object_schema(
        {
            "kind": {"enum": ["person", "bot"]},
            "name": or_null({"type": "string"}),
            "connected": {"type": "boolean"},
            "level": {"enum": _ALL_LEVELS},
        },
        ["kind", "name", "connected"],
    ),
    "Look": object_schema(
        {
            "id": {"type": "string"},
            "game": {"type": "string"},
            "mode": or_null({"type": "string"}),
            "format": or_null({"type": "string"}),
            "version": _VERSION,
            "status": {"enum": ["waiting", "draft", "terms", "play", "over"]},
            "seats": {"type": "object", "additionalProperties": _ref("Seat")},
            "waiting_for": {"type": "array", "items": SEAT},
            "deadline_at": or_null({"type": "string", "format": "date-time"}),
            "result": or_null(_ref("Result")),
            "view": _ref("View"),
            "offers": {"type": "array", "items": _ref("Offer")},
        }
    ),
    "NewGame": {"oneOf": [_ref(adapter.schema_name) for adapter in _ADAPTERS]},
    **{adapter.schema_name: adapter.request_schema() for adapter in _ADAPTERS},
    "Created": object_schema(
        {
            "id": {"type": "string"},
            "url": {"type": "string"},
            "version": _VERSION,
            "seats": {"type": "object", "additionalProperties": OPEN_OBJECT},
            "view": _ref("View"),
        }
    ),
    "Join": object_schema({"invitation": _TEXT}, closed=True),
    "Joined": object_schema({"seat": SEAT, "token": {"type": "string"}, "version": _VERSION, "view": _ref("View")}),
    "Actions": object_schema(
        {"version": _VERSION, "actions": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 200}}, closed=True
    ),
    "Acted": object_schema(
        {
            "version": _VERSION,
            "steps": {"type": "array", "items": object_schema({"action": {"type": "string"}, "events": _EVENTS})},
            "view": _ref("View"),
        }
    ),
    "Tried": object_schema(
        {"version": _VERSION, "actions": {"type": "array", "items": _TEXT, "maxItems": 200}}, closed=True
    ),
    "Foreseen": object_schema(
        {
            "steps": {"type": "array", "items": object_schema({"action": {"type": "string"}, "events": _EVENTS})},
            "view": _ref("View"),
            "hidden_from": or_null({"type": "integer", "minimum": 0}),
        }
    ),
    "Champion": object_schema({"version": _VERSION, "champion": CARD}, closed=True),
    "Named": object_schema({"version": _VERSION, "view": _ref("View")}),
    "Version": object_schema({"version": _VERSION}, closed=True),
    "TakeBack": object_schema(
        {
            "version": _VERSION,
            "help": {
                "type": "boolean",
                "description": "Against bots alone: over what was shown since, too. The result then has `help`.",
            },
        },
        ["version"],
        closed=True,
    ),
    "Answer": object_schema({"offer": {"enum": list(KINDS)}, "accept": {"type": "boolean"}}, closed=True),
    "Nothing": object_schema({}, closed=True),
    "Step": object_schema(
        {
            "version": _VERSION,
            "kind": {"enum": [str(kind.value) for kind in LogEntry.Kind]},
            "seat": or_null(SEAT),
            "action": {"anyOf": [CARD, NULL]},
            "events": _EVENTS,
            "view": _ref("View"),
            "result": _ref("Result"),
        },
        ["version", "kind", "seat", "action", "events", "view"],
    ),
    "Event": object_schema(
        {
            "event": {"enum": ["state", "step", "notice", "beat"]},
            "id": {"type": "string", "pattern": "^[0-9]{1,9}$", "description": "A version: with state and step alone."},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "description": "Look, Step or Notice; `{}` of a beat, which comes at least every 15 seconds.",
            },
        },
        ["event", "data"],
    ),
    "Notice": {
        "description": "Whoever resumes a stream is told of the offers that are open.",
        "oneOf": [
            object_schema({"kind": {"const": OFFER}, "offer": _ref("Offer")}, ["kind", "offer"], closed=True),
            object_schema(
                {
                    "kind": {"const": OFFER_ENDED},
                    "offer": {"enum": list(KINDS)},
                    "why": {"enum": [ACCEPTED, REFUSED, WITHDRAWN, LAPSED]},
                },
                ["kind", "offer", "why"],
                closed=True,
            ),
            object_schema(
                {"kind": {"const": REMATCH}, "game": _OPEN_TEXT, "seat": or_null(SEAT), "url": _OPEN_TEXT},
                ["kind", "game", "seat", "url"],
                closed=True,
            ),
            object_schema(
                {"kind": {"enum": ["connected", "disconnected"]}, "seat": SEAT}, ["kind", "seat"], closed=True
            ),
            object_schema(
                {"kind": {"const": PHRASE}, "seat": SEAT, "phrase": _OPEN_TEXT},
                ["kind", "seat", "phrase"],
                closed=True,
            ),
        ],
    },
    "Record": {"type": "object", "description": "The record of the engine of its game: replays to the same result."},
}

# Name, method, path, what it does, body, status of success, what is answered, refusals.
_GAME: Final = "/games/{id}"
_CHANGES: Final = (400, 403, 404, 409, 413, 415, 422)
_ROUTES: Final[tuple[tuple[str, str, str, str, str | None, int, str, tuple[int, ...]], ...]] = (
    ("create", "post", "/games", "Create a game", "NewGame", 201, "Created", (400, 403, 409, 413, 415, 422)),
    ("look", "get", _GAME, "Look at a game", None, 200, "Look", (400, 404, 409)),
    ("join", "post", f"{_GAME}/join", "Take an open seat", "Join", 200, "Joined", (400, 403, 404, 409, 413, 415, 422)),
    ("act", "post", f"{_GAME}/actions", "Act: all or nothing", "Actions", 200, "Acted", _CHANGES),
    ("terms", "post", f"{_GAME}/terms", "Name the seat's Champion", "Champion", 200, "Named", _CHANGES),
    ("preview", "post", f"{_GAME}/preview", "Try out what acting would do", "Tried", 200, "Foreseen", _CHANGES),
    ("stream", "get", f"{_GAME}/stream", "The game as server-sent events", None, 200, "", (400, 404, 409)),
    ("steps", "get", f"{_GAME}/steps", "The steps after a version", None, 200, "[Step]", (400, 404, 409)),
    ("takeBack", "post", f"{_GAME}/take-back", "Ask to take back the last turn", "TakeBack", 200, "Look", _CHANGES),
    (
        "answer",
        "post",
        f"{_GAME}/answers",
        "Accept an offer or refuse it; its maker withdraws it by `accept: false`",
        "Answer",
        200,
        "Look",
        _CHANGES,
    ),
    ("resign", "post", f"{_GAME}/resign", "Give up", "Nothing", 200, "Look", _CHANGES),
    ("draw", "post", f"{_GAME}/draw", "Offer a draw", "Nothing", 200, "Look", _CHANGES),
    ("rematch", "post", f"{_GAME}/rematch", "Offer a rematch, sides swapped", "Nothing", 200, "Look", _CHANGES),
    ("claim", "post", f"{_GAME}/claim", "Claim a turn that is late", "Nothing", 200, "Look", _CHANGES),
    ("record", "get", f"{_GAME}/record", "The record, after the end", None, 200, "Record", (403, 404, 409)),
)
_REASONS: Final = {
    400: "The request's form is wrong",
    401: "There is no such API token",
    403: "Not for whoever asks",
    404: "There is no such thing",
    409: "Not as things stand",
    413: f"More than {MAX_BODY} bytes",
    415: "Not JSON",
    422: "Against the rules",
    429: "Too many requests",
}
_FIRST: Final = ("create", "join")  # which callers without a secret of their own may send
_KEY: Final = {"type": "string", "maxLength": MAX_KEY}
_FIRST_KEY: Final = {**_KEY, "minLength": MIN_FIRST_KEY, "description": "Random, so that nobody else has the same."}
_WITH_KEY: Final = ("create", "join", "act", "terms", "takeBack", "answer", "resign", "draw", "rematch", "claim")


@cache
def description() -> dict[str, Any]:
    """The API as an OpenAPI document."""
    paths: dict[str, Any] = {}
    for route in _ROUTES:
        paths.setdefault(route[2], {})[route[1]] = _operation(*route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": settings.VERSION,
            "description": "Live games: JSON over HTTP, and streams of events.",
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"seat": []}],
        "paths": paths,
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": _TOKEN}},
        },
    }


def _operation(
    name: str, method: str, path: str, about: str, body: str | None, status: int, answered: str, wrong: tuple[int, ...]
) -> dict[str, Any]:
    written: dict[str, Any] = {"operationId": name, "summary": about, "parameters": _parameters(name, path)}
    if body is not None:
        content = {"application/json": {"schema": _ref(body)}}
        written["requestBody"] = {"required": True, "content": content}
    if name == "stream":
        content = {"text/event-stream": {"schema": _ref("Event")}}  # of each event
    else:
        many = answered.startswith("[")
        schema = {"type": "array", "items": _ref(answered.strip("[]"))} if many else _ref(answered)
        content = {"application/json": {"schema": schema}}
    responses: dict[str, Any] = {str(status): {"description": about, "content": content}}
    if name == "look":
        responses["304"] = {"description": "Nothing has changed"}
    for code in sorted({401, 403, *wrong, 429}):
        error = {"application/json": {"schema": _ref("Error")}}
        responses[str(code)] = {"description": _REASONS[code], "content": error}
    return {**written, "responses": responses}


def _parameters(name: str, path: str) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    if "{id}" in path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}})
    if name in ("look", "stream", "steps"):
        parameters.append({"name": "since", "in": "query", "schema": _VERSION})
    if name == "stream":
        parameters.append({"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}})
    if name in _WITH_KEY:
        parameters.append(
            {"name": "Idempotency-Key", "in": "header", "schema": _KEY if name not in _FIRST else _FIRST_KEY}
        )
    return parameters


def openapi(request: SiteRequest) -> HttpResponse:
    return json_response(to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
    """The description as a page."""
    operations = [
        {
            "name": name,
            "method": method.upper(),
            "path": f"/api/v1{path}",
            "about": about,
            "body": body,
            "parameters": _parameters(name, path),
            "responses": description()["paths"][path][method]["responses"],
            "answered": answered.strip("[]"),
        }
        for name, method, path, about, body, _status, answered, _wrong in _ROUTES
    ]
    schemas = [(name, to_text_indented(schema)) for name, schema in _SCHEMAS.items()]
    return render(request, "play/docs.html", {"operations": operations, "schemas": schemas, "title": TITLE})


def to_text_indented(value: Any) -> str:
    """JSON for people to read."""
    return json.dumps(value, indent=2, ensure_ascii=False)

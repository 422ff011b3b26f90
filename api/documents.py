"""The API for reading described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.budgets import API
from api.bulk import FILES
from api.lists import MOST, USUAL
from api.positions import MAX_CARDS, SOLVE_SECONDS
from board.services import MAX_ACTIONS
from cards.models import Kind
from engine.decks.formats.interchange import FORMAT
from play.api.documents import to_text_indented
from play.history import to_text
from play.requests import MAX_BODY, tagged
from rulings.catalogue import STATUSES

TITLE: Final = "Reading over the network"
ABOUT: Final = (
    "Cards, sets, decks, rulings, puzzles and positions, for anybody, from any site, without a key. Lists come in "
    "pages: 'next' is the address of the following one, null at the end; 'since' leaves out what has not changed since "
    "then. Every answer to GET has an ETag. Whoever asks too much gets 429 with Retry-After. Solutions of pages are "
    "never told."
)

Schema = dict[str, Any]
_TEXT: Final[Schema] = {"type": "string"}
_TEXTS: Final[Schema] = {"type": "array", "items": _TEXT}
_NUMBER: Final[Schema] = {"type": "integer"}
_MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
_DAY: Final[Schema] = {"type": "string", "format": "date"}
_ADDRESS: Final[Schema] = {"type": "string", "format": "uri"}
_REFERENCE: Final[Schema] = {"type": "string", "description": "set/card, or own/TOKEN of a card that somebody made."}
_ANY: Final[Schema] = {"type": "object"}
_NULL: Final[Schema] = {"type": "null"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, _NULL]}


def _object(properties: Schema, required: list[str] | None = None) -> Schema:
    return {"type": "object", "properties": properties, "required": required or list(properties)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list_of(name: str) -> Schema:
    return _object({"items": {"type": "array", "items": _ref(name)}, "next": _or_null(_ADDRESS)})


_SET: Final[Schema] = {
    **dict.fromkeys(("slug", "name", "name_fr", "about", "about_fr", "accent", "symbol", "author"), _TEXT),
    "abilities": _TEXTS,
    "url": _ADDRESS,
    "updated": _MOMENT,
}
_SCHEMAS: Final[Schema] = {
    "Card": _object(
        {
            "type": {"enum": [str(kind.value) for kind in Kind]},
            **dict.fromkeys(("name", "name_fr", "slug", "flavour", "flavour_fr", "credit", "author"), _TEXT),
            **dict.fromkeys(("cost", "av", "hp"), _NUMBER),
            "abilities": _TEXTS,
            "art": _ANY,
            "reference": _REFERENCE,
            "set": _or_null(_TEXT),
            "number": _or_null(_NUMBER),
            "editions": {"type": "array", "items": {"enum": [1, 2]}},
            "url": _ADDRESS,
            "faces": _object({language: _ADDRESS for language, _name in settings.LANGUAGES}),
            "updated": _MOMENT,
        },
        ["type", "name", "reference", "set", "number", "editions", "author", "url", "faces", "updated"],
    ),
    "Set": _object(_SET),
    "SetWithCards": _object({**_SET, "cards": {"type": "array", "items": _ref("Card")}}),
    "Deck": _object(
        {
            **dict.fromkeys(("token", "name", "name_fr", "about", "about_fr", "author"), _TEXT),
            "cards": {"type": "array", "items": _or_null(_REFERENCE)},
            "stronghold": _or_null(_REFERENCE),
            "champion": _or_null(_REFERENCE),
            "url": _ADDRESS,
            "updated": _MOMENT,
        }
    ),
    "Ruling": _object(
        {
            **dict.fromkeys(("id", "number", "part_name", "title", "text", "ours"), _TEXT),
            "part": _NUMBER,
            "status": {"enum": list(STATUSES)},
            **dict.fromkeys(("abilities", "cards", "sources"), _TEXTS),
            "date": _DAY,
            "history": {"type": "array", "items": _object({"date": _DAY, "text": _TEXT})},
            "url": _ADDRESS,
        }
    ),
    "Puzzle": _object(
        {
            **dict.fromkeys(("format", "token", "title", "title_fr", "kind", "verdict", "author", "licence"), _TEXT),
            "url": _ADDRESS,
            "position": _ANY,
            "objective": _or_null(_ANY),
            **dict.fromkeys(("level", "rating", "deviation"), _or_null(_NUMBER)),
            **dict.fromkeys(("votes", "attempts", "solved"), _NUMBER),
            "published": _or_null(_MOMENT),
        }
    ),
    "Cards": _list_of("Card"),
    "Sets": _list_of("Set"),
    "Decks": _list_of("Deck"),
    "Rulings": _list_of("Ruling"),
    "Puzzles": _list_of("Puzzle"),
    "Position": {
        "type": "object",
        "description": f"{FORMAT}, or an object with a position and actions, of at most {MAX_CARDS} cards and "
        f"{MAX_ACTIONS} actions.",
    },
    "Resolved": _object(
        {
            "position": _ANY,
            "trace": {"type": "array", "items": _ANY},
            "result": _or_null(_ANY),
            "cut": {"type": "boolean", "description": "The trace is too long to be told whole."},
            "error": _object({"code": _TEXT, "at": _NUMBER, "message": _TEXT}),
        },
        ["position", "trace", "result", "cut"],
    ),
    "Legal": _object({"actions": {"type": "array", "items": {"anyOf": [_TEXT, _ANY]}}}),
    "Solved": _object(
        {
            "solved": {"type": "boolean"},
            "solutions": {"type": "array", "items": {"type": "array"}},
            "complete": {
                "type": "boolean",
                "description": f"{SOLVE_SECONDS:g} s were enough to look everywhere.",
            },
            "verdict": _TEXT,
        }
    ),
    "Error": _object(
        {
            "error": _object(
                {
                    "code": _TEXT,
                    "message": _TEXT,
                    "at": {"anyOf": [_TEXT, _NUMBER, _NULL]},
                    "faults": {"type": "array", "items": _ANY},
                },
                ["code", "message", "at"],
            )
        }
    ),
}
_PAGED: Final = {
    "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
    "after": {"type": "string", "description": "From the 'next' of the page before."},
    "since": {**_MOMENT, "description": "Only what has changed since then."},
}
_LANGUAGE: Final = {"language": {"enum": [language for language, _name in settings.LANGUAGES], "default": "en"}}
_SEARCH: Final = {"q": {"type": "string", "description": "A search as in the catalogue: cost<3 rage."}}

# Name, method, path, what it does, parameters of the query, body, what is answered, refusals.
_ROUTES: Final[tuple[tuple[str, str, str, str, Schema, str | None, str, tuple[int, ...]], ...]] = (
    ("cards", "get", "/cards", "All cards that everybody finds", _PAGED | _SEARCH, None, "Cards", (400,)),
    ("card", "get", "/cards/{set}/{slug}", "A card by its reference", {}, None, "Card", (404,)),
    ("sets", "get", "/sets", "All sets", _PAGED, None, "Sets", (400,)),
    ("set", "get", "/sets/{slug}", "A set with its cards", {}, None, "SetWithCards", (404,)),
    ("decks", "get", "/decks", "All decks that everybody finds", _PAGED, None, "Decks", (400,)),
    ("deck", "get", "/decks/{token}", "A deck", {}, None, "Deck", (404,)),
    ("rulings", "get", "/rulings", "All rulings", _LANGUAGE, None, "Rulings", (400,)),
    ("ruling", "get", "/rulings/{id}", "A ruling by its id", _LANGUAGE, None, "Ruling", (400, 404)),
    ("puzzles", "get", "/puzzles", "All pages that have a licence", _PAGED, None, "Puzzles", (400,)),
    ("puzzle", "get", "/puzzles/{token}", "A page", {}, None, "Puzzle", (404,)),
    ("resolve", "post", "/positions/resolve", "What actions do", {}, "Position", "Resolved", (400, 413, 415, 422)),
    ("legal", "post", "/positions/legal", "What may be done next", {}, "Position", "Legal", (400, 413, 415, 422)),
    ("solve", "post", "/positions/solve", "Solutions of an objective", {}, "Position", "Solved", (400, 413, 415, 422)),
)
_REASONS: Final = {
    400: "The request's form is wrong",
    404: "There is no such thing, or it is not for everybody",
    413: f"More than {MAX_BODY} bytes",
    415: "Not JSON",
    422: "The position or an action is wrong",
    429: f"Too many requests, or more than {API.seconds:.0f} seconds of the processor in a minute",
}


@cache
def description() -> Schema:
    """The API as an OpenAPI document."""
    paths: Schema = {}
    for name, method, path, about, query, body, answered, wrong in _ROUTES:
        responses: Schema = {"200": _response(about, answered)}
        if method == "get":
            responses["304"] = {"description": "Nothing has changed"}
        responses |= {str(code): _response(_REASONS[code], "Error") for code in (*wrong, 429)}
        written = {
            "operationId": name,
            "summary": about,
            "parameters": _parameters(path, query),
            "responses": responses,
        }
        if body is not None:
            written["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(body)}}}
        paths.setdefault(path, {})[method] = written
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": "1", "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "security": [{}],
        "paths": paths,
        "components": {"schemas": _SCHEMAS},
    }


def _response(about: str, schema: str) -> Schema:
    return {"description": about, "content": {"application/json": {"schema": _ref(schema)}}}


def _parameters(path: str, query: Schema) -> list[Schema]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    token = {"in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    found: list[Schema] = [{"name": name, **token} for name in names]
    return found + [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]


def openapi(request: HttpRequest) -> HttpResponse:
    """The description as JSON."""
    return tagged(request, to_text(description()))


def docs(request: HttpRequest) -> HttpResponse:
    """The description as a page."""
    operations = [
        {
            "method": method.upper(),
            "path": f"/api/v1{path}",
            "about": about,
            "body": body,
            "parameters": _parameters(path, query),
            "responses": description()["paths"][path][method]["responses"],
            "answered": answered,
        }
        for _name, method, path, about, query, body, answered, _wrong in _ROUTES
    ]
    schemas = [(name, to_text_indented(schema)) for name, schema in _SCHEMAS.items()]
    return render(
        request,
        "api/docs.html",
        {"operations": operations, "schemas": schemas, "title": TITLE, "about": ABOUT, "files": list(FILES)},
    )

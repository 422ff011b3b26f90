"""The API for reading described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.budgets import API
from api.bulk import NAMES
from api.lists import MOST, USUAL
from api.own.documents import OWN_SCHEMAS, OWN_SECURITY, own_paths
from api.positions import MAX_CARDS, SOLVE_SECONDS
from api.schemas import (
    ADDRESS,
    ANY,
    DAY,
    MOMENT,
    NULL,
    NUMBER,
    REFERENCE,
    TEXT,
    TEXTS,
    Schema,
    an_object,
    list_of,
    or_null,
    parameters,
    ref,
    response,
)
from board.services import MAX_ACTIONS
from cards.models import Kind
from engine.decks.formats.interchange import FORMAT
from play.api.documents import to_text_indented
from play.history import to_text
from play.requests import MAX_BODY, tagged
from rulings.catalogue import STATUSES

TITLE: Final = "Reading and writing over the network"
ABOUT: Final = (
    "Cards, sets, decks, rulings, puzzles and positions, for anybody, from any site, without a key. Lists come in "
    "pages: 'next' is the address of the following one, null at the end; 'since' leaves out what has not changed since "
    "then. Every answer to GET has an ETag. Whoever asks too much gets 429 with Retry-After. Solutions of pages are "
    "never told. What is one's own, below /own, is read and changed with a token that is made at /me/tokens/: changes "
    "name the state that they are meant for by If-Match, and problems are told as RFC 9457 has it."
)

_SET: Final[Schema] = {
    **dict.fromkeys(("slug", "name", "name_fr", "about", "about_fr", "accent", "symbol", "author"), TEXT),
    "abilities": TEXTS,
    "url": ADDRESS,
    "updated": MOMENT,
}
_SCHEMAS: Final[Schema] = {
    "Card": an_object(
        {
            "type": {"enum": [str(kind.value) for kind in Kind]},
            **dict.fromkeys(("name", "name_fr", "slug", "flavour", "flavour_fr", "credit", "author"), TEXT),
            **dict.fromkeys(("cost", "av", "hp"), NUMBER),
            "abilities": TEXTS,
            "art": ANY,
            "reference": REFERENCE,
            "set": or_null(TEXT),
            "number": or_null(NUMBER),
            "editions": {"type": "array", "items": {"enum": [1, 2]}},
            "url": ADDRESS,
            "faces": an_object({language: ADDRESS for language, _name in settings.LANGUAGES}),
            "updated": MOMENT,
        },
        ["type", "name", "reference", "set", "number", "editions", "author", "url", "faces", "updated"],
    ),
    "Set": an_object(_SET),
    "SetWithCards": an_object({**_SET, "cards": {"type": "array", "items": ref("Card")}}),
    "Deck": an_object(
        {
            **dict.fromkeys(("token", "name", "name_fr", "about", "about_fr", "author"), TEXT),
            "cards": {"type": "array", "items": or_null(REFERENCE)},
            "stronghold": or_null(REFERENCE),
            "champion": or_null(REFERENCE),
            "url": ADDRESS,
            "updated": MOMENT,
        }
    ),
    "Ruling": an_object(
        {
            **dict.fromkeys(("id", "number", "part_name", "title", "text", "ours"), TEXT),
            "part": NUMBER,
            "status": {"enum": list(STATUSES)},
            **dict.fromkeys(("abilities", "cards", "sources"), TEXTS),
            "date": DAY,
            "history": {"type": "array", "items": an_object({"date": DAY, "text": TEXT})},
            "url": ADDRESS,
        }
    ),
    "Puzzle": an_object(
        {
            **dict.fromkeys(("format", "token", "title", "title_fr", "kind", "verdict", "author", "licence"), TEXT),
            "url": ADDRESS,
            "position": ANY,
            "objective": or_null(ANY),
            **dict.fromkeys(("level", "rating", "deviation"), or_null(NUMBER)),
            **dict.fromkeys(("votes", "attempts", "solved"), NUMBER),
            "published": or_null(MOMENT),
        }
    ),
    "Cards": list_of("Card"),
    "Sets": list_of("Set"),
    "Decks": list_of("Deck"),
    "Rulings": list_of("Ruling"),
    "Puzzles": list_of("Puzzle"),
    "Position": {
        "type": "object",
        "description": f"{FORMAT}, or an object with a position and actions, of at most {MAX_CARDS} cards and "
        f"{MAX_ACTIONS} actions.",
    },
    "Resolved": an_object(
        {
            "position": ANY,
            "trace": {"type": "array", "items": ANY},
            "result": or_null(ANY),
            "cut": {"type": "boolean", "description": "The trace is too long to be told whole."},
            "error": an_object({"code": TEXT, "at": NUMBER, "message": TEXT}),
        },
        ["position", "trace", "result", "cut"],
    ),
    "Legal": an_object({"actions": {"type": "array", "items": {"anyOf": [TEXT, ANY]}}}),
    "Solved": an_object(
        {
            "solved": {"type": "boolean"},
            "solutions": {"type": "array", "items": {"type": "array"}},
            "complete": {
                "type": "boolean",
                "description": f"{SOLVE_SECONDS:g} s were enough to look everywhere.",
            },
            "verdict": TEXT,
        }
    ),
    "Error": an_object(
        {
            "error": an_object(
                {
                    "code": TEXT,
                    "message": TEXT,
                    "at": {"anyOf": [TEXT, NUMBER, NULL]},
                    "faults": {"type": "array", "items": ANY},
                },
                ["code", "message", "at"],
            )
        }
    ),
}
_PAGED: Final = {
    "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
    "after": {"type": "string", "description": "From the 'next' of the page before."},
    "since": {**MOMENT, "description": "Only what has changed since then."},
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
# Path, name, what it is, its media type.
_FILES: Final = (
    ("/bulk/{name}", "bulk", f"A whole file, made once a day: {', '.join(NAMES)}", "application/x-ndjson"),
    ("/library/openapi.json", "description", "This description", "application/json"),
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
        responses: Schema = {"200": response(about, answered)}
        if method == "get":
            responses["304"] = {"description": "Nothing has changed"}
        responses |= {str(code): response(_REASONS[code], "Error") for code in (*wrong, 429)}
        written = {
            "operationId": name,
            "summary": about,
            "parameters": parameters(path, query),
            "responses": responses,
        }
        if body is not None:
            written["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body)}}}
        paths.setdefault(path, {})[method] = written
    paths |= {path: {"get": _file(name, about, kind)} for path, name, about, kind in _FILES}
    paths["/bulk/{name}"]["get"]["parameters"] = parameters("/bulk/{name}", {})
    paths |= own_paths()
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": "1", "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "security": [{}],
        "paths": paths,
        "components": {"schemas": _SCHEMAS | OWN_SCHEMAS, "securitySchemes": OWN_SECURITY},
    }


def _file(name: str, about: str, kind: str) -> Schema:
    return {"operationId": name, "summary": about, "responses": {"200": {"description": about, "content": {kind: {}}}}}


def openapi(request: HttpRequest) -> HttpResponse:
    """The description as JSON."""
    return tagged(request, to_text(description()))


def docs(request: HttpRequest) -> HttpResponse:
    """The description as a page."""
    described = description()
    operations = [
        _shown(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [(name, to_text_indented(schema)) for name, schema in described["components"]["schemas"].items()]
    return render(
        request,
        "api/docs.html",
        {"operations": operations, "schemas": schemas, "title": TITLE, "about": ABOUT, "files": list(NAMES)},
    )


def _shown(method: str, path: str, operation: Schema) -> dict[str, Any]:
    """An operation as the page lists it."""
    answers = [answer for code, answer in operation["responses"].items() if code < "300"]
    return {
        "method": method.upper(),
        "path": f"/api/v1{path}",
        "about": operation["summary"],
        "body": _schema_in(operation.get("requestBody", {})),
        "parameters": operation.get("parameters", []),
        "responses": operation["responses"],
        "answered": _schema_in(answers[0]),
    }


def _schema_in(described: Schema) -> str:
    """The name of the schema of a body; empty for what has none."""
    named = (kind.get("schema", {}).get("$ref", "") for kind in described.get("content", {}).values())
    return next(named, "").rpartition("/")[2]

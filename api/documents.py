"""The API for reading described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from accounts.budgets import API
from accounts.requests import SiteRequest
from api.bulk import LINES, NAMES
from api.lists import LEVEL
from api.own.documents import OWN_SCHEMAS, OWN_SECURITY, own_paths
from api.position_schema import EXAMPLE, POSITION_SCHEMAS
from api.positions import SOLVE_SECONDS
from api.schemas import (
    ADDRESS,
    ANY,
    CURSOR,
    DAY,
    FLAG,
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
from api.writing import DECKS
from cards.abilities import AURA
from cards.models import Kind
from cards.searching import LONGEST
from cards.searching.vocabulary import LONGEST_COMPARED
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.solving.result import COOKED, NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN
from grimoire.browsing.filter_names import LEVEL_NAMES
from rulings.catalogue import KINDS, STATUSES
from rulings.games.registry import games_with_rulings
from rulings.searching import LONGEST_QUERY
from tables.api.documents import to_text_indented
from web.etags import tagged
from web.json_bodies import MAX_BODY, to_text
from web.lists import MAX_PAGE_SIZE, USUAL

TITLE: Final = "Reading and writing over the network"
ABOUT: Final = (
    "Cards, sets, decks, rulings, puzzles, proofs and positions, for anybody, from any site, without a key. Lists come "
    "in pages: 'next' is the address of the following one, null at the end; 'since' leaves out what has not changed "
    "since then (votes and attempts are no change, and what has gone is not told: the whole files of a day have what "
    "there is). Every answer to GET has an ETag. Whoever asks too much gets 429 with Retry-After. Solutions of pages "
    "are never told, by the solver neither. What is one's own, below /own, is read and changed with a token that is "
    "made at /me/tokens/: changes name the state that they are meant for by If-Match, and problems are told as "
    "RFC 9457 has it."
)

_PICTURES: Final[Schema] = an_object(dict.fromkeys(LANGUAGES, ADDRESS))
_VERDICT: Final[Schema] = {
    "enum": [UNIQUE, UNIQUE_UP_TO_ORDER, SEVERAL, COOKED, NONE, UNPROVEN],
    "description": "One solution, one in several orders of its plays, several, another than was meant, none, or the "
    "search was not finished.",
}
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
            "faces": _PICTURES,
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
            "text_url": {**ADDRESS, "description": "The deck as text."},
            "pictures": _PICTURES,
            "updated": MOMENT,
        }
    ),
    "Ruling": an_object(
        {
            "game": {"enum": list(games_with_rulings())},
            "id": {**TEXT, "description": "Kept for ever; of the other games the number."},
            "number": {**TEXT, "description": "Empty for a ruling that an editor gave."},
            **dict.fromkeys(("part_name", "title", "text", "ours"), TEXT),
            "part": {**NUMBER, "description": "0 for a ruling that an editor gave."},
            "status": {"enum": list(STATUSES)},
            "passages": {
                "type": "array",
                "items": an_object({"kind": {"enum": list(KINDS)}, "name": TEXT, "text": TEXT}),
                "description": "All that it says, by kind of source; text and ours are made of them.",
            },
            **dict.fromkeys(("abilities", "cards", "sources"), TEXTS),
            "date": or_null(DAY),
            "history": {"type": "array", "items": an_object({"date": DAY, "text": TEXT})},
            "url": ADDRESS,
        }
    ),
    "Puzzle": an_object(
        {
            **dict.fromkeys(("format", "token", "title", "title_fr", "kind", "verdict", "author", "licence"), TEXT),
            "url": ADDRESS,
            "position": ref("ClashPosition"),
            "notation": {**TEXT, "description": "The same as a line of text."},
            "objective": or_null(ANY),
            **dict.fromkeys(("level", "rating", "deviation"), or_null(NUMBER)),
            **dict.fromkeys(("votes", "attempts", "solved"), NUMBER),
            "published": or_null(MOMENT),
            "pictures": _PICTURES,
        }
    ),
    "Proof": an_object(
        {
            "puzzle": {**TEXT, "description": "The page's token."},
            "verdict": _VERDICT,
            "complete": {**FLAG, "description": "The search went everywhere: all that is said is proved."},
            "level": or_null({**NUMBER, "description": "How hard, from 1 to 5."}),
            "rules": {**NUMBER, "description": "The version of the rules under which it holds."},
            "current": {**FLAG, "description": "These are the rules of now."},
            "engine": {**TEXT, "description": "Which solver proved it."},
            "asked": {**MOMENT, "description": "When it was asked for first."},
            "url": {**ADDRESS, "description": "The page, whose solution is told to who solves it or gives it up."},
        }
    ),
    "Cards": list_of("Card"),
    "Sets": list_of("Set"),
    "Decks": list_of("Deck"),
    "Rulings": list_of("Ruling"),
    "Puzzles": list_of("Puzzle"),
    "Proofs": list_of("Proof"),
    **POSITION_SCHEMAS,
    "Resolved": an_object(
        {
            "position": ref("ClashPosition"),
            "notation": {**TEXT, "description": "The same as a line of text."},
            "trace": {"type": "array", "items": ANY},
            "result": or_null(ANY),
            "cut": {"type": "boolean", "description": "The trace is too long to be told whole."},
            "error": an_object({"code": TEXT, "at": NUMBER, "message": TEXT}),
        },
        ["position", "notation", "trace", "result", "cut"],
    ),
    "Legal": an_object({"actions": {"type": "array", "items": ref("PositionAction")}}),
    "Solved": an_object(
        {
            "solved": {"type": "boolean"},
            "solutions": {"type": "array", "items": {"type": "array", "items": ref("PositionAction")}},
            "complete": {
                "type": "boolean",
                "description": f"{SOLVE_SECONDS:g} s were enough to look everywhere.",
            },
            "verdict": _VERDICT,
            "sealed_by": {
                **ADDRESS,
                "description": "There where the solutions would tell how this page of the Grimoire is solved: then "
                "none are told, and none of the lines that fail.",
            },
        },
        ["solved", "solutions", "complete", "verdict"],
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
    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": USUAL},
    "after": CURSOR,
    "since": {**MOMENT, "description": "Only what has changed since then."},
}
_LANGUAGE: Final = {"language": {"enum": list(LANGUAGES), "default": settings.LANGUAGE_CODE}}
_SEARCH: Final = {
    "q": {
        "type": "string",
        "maxLength": LONGEST,
        "description": "A search as in the catalogue, whose keys are listed at /cards/#how: cost<3 rage. The order "
        "stays that of the list.",
    }
}
_NAME: Final = {"type": "string", "maxLength": LONGEST_COMPARED}
_NAMED: Final = {
    "exact": {**_NAME, "description": "The name, in English or French; capitals and accents do not count."},
    "fuzzy": {**_NAME, "description": "Nearly the name: slips, and what stands between its letters, do not count."},
}
_LEVEL: Final = {LEVEL: {"type": "integer", "minimum": min(LEVEL_NAMES), "maximum": max(LEVEL_NAMES)}}
_RULINGS: Final = {
    **_LANGUAGE,
    "game": {"enum": list(games_with_rulings()), "default": DECKS},
    "card": {**REFERENCE, "description": "About this card (set/card, or own/TOKEN) or its abilities."},
    "ability": {"enum": [AURA, *FLAG_OF_SLUG], "description": "About this ability."},
    "q": {
        "type": "string",
        "maxLength": LONGEST_QUERY,
        "description": "What somebody asks at the table: the rulings that answer it, the best first.",
    },
}

# Name, method, path, what it does, parameters of the query, body, what is answered, refusals.
_ROUTES: Final[tuple[tuple[str, str, str, str, Schema, str | None, str, tuple[int, ...]], ...]] = (
    ("cards", "get", "/cards", "All cards that everybody finds", _PAGED | _SEARCH, None, "Cards", (400,)),
    ("random-card", "get", "/cards/random", "A card, another one each time", _SEARCH, None, "Card", (400, 404)),
    ("named-card", "get", "/cards/named", "A card by its name", _NAMED, None, "Card", (400, 404)),
    ("card", "get", "/cards/{set}/{slug}", "A card by its reference", {}, None, "Card", (404,)),
    ("sets", "get", "/sets", "All sets", _PAGED, None, "Sets", (400,)),
    ("set", "get", "/sets/{slug}", "A set with its cards", {}, None, "SetWithCards", (404,)),
    ("decks", "get", "/decks", "All decks that everybody finds", _PAGED, None, "Decks", (400,)),
    ("deck", "get", "/decks/{token}", "A deck", {}, None, "Deck", (404,)),
    ("deck-text", "get", "/decks/{token}/text", "A deck as text", {}, None, "", (400, 404)),
    ("rulings", "get", "/rulings", "All rulings of a game", _RULINGS, None, "Rulings", (400,)),
    ("ruling", "get", "/rulings/{id}", "A ruling by its id or number", _LANGUAGE, None, "Ruling", (400, 404)),
    ("puzzles", "get", "/puzzles", "All pages that have a licence", _PAGED | _LEVEL, None, "Puzzles", (400,)),
    ("random-puzzle", "get", "/puzzles/random", "A page, another one each time", _LEVEL, None, "Puzzle", (400, 404)),
    ("daily-puzzle", "get", "/puzzles/daily", "The page of the day (UTC)", {}, None, "Puzzle", (400, 404)),
    ("puzzle", "get", "/puzzles/{token}", "A page", {}, None, "Puzzle", (404,)),
    ("proof", "get", "/puzzles/{token}/proof", "What is proved of a page", {}, None, "Proof", (404,)),
    ("proofs", "get", "/proofs", "What is proved of all pages that have a licence", _PAGED, None, "Proofs", (400,)),
    ("resolve", "post", "/positions/resolve", "What actions do", {}, "Position", "Resolved", (400, 413, 415, 422)),
    ("legal", "post", "/positions/legal", "What may be done next", {}, "Position", "Legal", (400, 413, 415, 422)),
    ("solve", "post", "/positions/solve", "Solutions of an objective", {}, "Position", "Solved", (400, 413, 415, 422)),
)
# Path, name, what it is, its media type.
_FILES: Final = (
    ("/bulk/{name}", "bulk", f"A whole file, made once a day: {', '.join(NAMES)}", LINES, (404,)),
    ("/library/openapi.json", "description", "This description", "application/json", ()),
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
        success = response(about, answered) if answered else {"description": about, "content": {"text/plain": {}}}
        responses: Schema = {"200": success}
        if method == "get":
            responses["304"] = {"description": "Nothing has changed"}
        responses |= {str(code): response(_REASONS[code], "Error") for code in (*wrong, 429)}
        operation = {
            "operationId": name,
            "summary": about,
            "parameters": parameters(path, query),
            "responses": responses,
        }
        if body is not None:
            content = {"schema": ref(body), "example": EXAMPLE}
            operation["requestBody"] = {"required": True, "content": {"application/json": content}}
        paths.setdefault(path, {})[method] = operation
    paths |= {path: {"get": _file(name, about, kind, wrong)} for path, name, about, kind, wrong in _FILES}
    paths["/bulk/{name}"]["get"]["parameters"] = [
        {"name": "name", "in": "path", "required": True, "schema": {"enum": list(NAMES)}}
    ]
    paths |= own_paths()
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": settings.VERSION, "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "security": [{}],
        "paths": paths,
        "components": {"schemas": _SCHEMAS | OWN_SCHEMAS, "securitySchemes": OWN_SECURITY},
    }


def _file(name: str, about: str, kind: str, wrong: tuple[int, ...]) -> Schema:
    responses: Schema = {
        "200": {"description": about, "content": {kind: {}}},
        "304": {"description": "Nothing has changed"},
        **{str(code): response(_REASONS[code], "Error") for code in (*wrong, 429)},
    }
    return {"operationId": name, "summary": about, "responses": responses}


def openapi(request: SiteRequest) -> HttpResponse:
    return tagged(request, to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
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
        "name": operation["operationId"],
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

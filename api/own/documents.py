"""What is one's own, described for OpenAPI: addresses, bodies with an example of each, answers, problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from accounts.models import ApiToken, Visibility
from api.own import cards, decks, examples, puzzles, sets
from api.own.doors import CHANGES
from api.own.pictures import KINDS
from api.own.problems import CODES, CONTENT_TYPE
from api.schemas import (
    ADDRESS,
    CURSOR,
    FLAG,
    MOMENT,
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
from cards.exchange import schema as card_file_schema
from cards.pictures import MAX_BYTES
from champions.models import Trial
from grimoire.models import Proof, Puzzle
from web.json_bodies import MAX_BODY
from web.lists import MAX_PAGE_SIZE, USUAL

OWN_SECURITY: Final[Schema] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token made at /me/tokens/: cod_ and 43 letters and digits. Cookies are not looked at, nor is "
        "a token in an address.",
    }
}
_VISIBILITY: Final[Schema] = {"enum": [str(value) for value in Visibility]}
_TIMES: Final[Schema] = {"created": MOMENT, "updated": MOMENT}
_TOLD: Final[Schema] = {"token": TEXT, "hidden": FLAG, "url": ADDRESS, **_TIMES}
_CARD: Final[Schema] = {"card": ref("CardContent"), "set": or_null(TEXT), "visibility": _VISIBILITY}
_SET: Final[Schema] = {
    **dict.fromkeys(("name", "name_fr", "about", "about_fr", "accent", "symbol"), TEXT),
    "visibility": _VISIBILITY,
}
_DECK: Final[Schema] = {
    **dict.fromkeys(("name", "about"), TEXT),
    "visibility": _VISIBILITY,
    "cards": {"type": "array", "items": REFERENCE},
    "stronghold": or_null(REFERENCE),
    "champion": or_null(REFERENCE),
}
_PUZZLE: Final[Schema] = {
    "position": {**ref("ClashPosition"), "description": "With an objective."},
    **dict.fromkeys(("title", "title_fr", "words", "words_fr", "afterword", "afterword_fr"), TEXT),
    "answer_by": {"enum": [str(value) for value in Puzzle.AnswerBy]},
    "licence": {"enum": [str(value) for value in Puzzle.Licence]},
    "questions": TEXTS,
    "intended": {**TEXTS, "description": "Your own solution: actions of the first turn in text form."},
    "allows_several": FLAG,
}


def _card_content() -> Schema:
    """A card as ``clash-cards/1`` has it."""
    schema: Schema = card_file_schema()["$defs"]["CardContent"]
    return schema


def _as_read_only(names: tuple[str, ...]) -> Schema:
    """What the site sets: it may be sent back as it was read, and counts for nothing."""
    return {name: {"description": "Set by the site: not looked at."} for name in names}


_SHARES: Final = {
    "without": "The share of games won without it.",
    "with": "The share of games won with it.",
    "gain": "The difference.",
    "error": "How far that may be off by chance.",
}
OWN_SCHEMAS: Final[Schema] = {
    "CardContent": _card_content(),
    "Caller": an_object({"account": TEXT, "token": TEXT, "scopes": TEXTS, "expires": or_null(MOMENT)}),
    "OwnCard": an_object(
        {
            **_CARD,
            **_TOLD,
            "reference": REFERENCE,
            "editions": {"type": "array", "items": {"enum": [1, 2]}},
            "remixed": FLAG,
            "revision": NUMBER,
        }
    ),
    "OwnSet": an_object({**_SET, **_TOLD, "slug": TEXT, "abilities": TEXTS}),
    "OwnDeck": an_object({**_DECK, **_TOLD, "cards": {"type": "array", "items": or_null(REFERENCE)}}),
    "OwnPicture": an_object({**_TOLD, "width": NUMBER, "height": NUMBER, "size": NUMBER}),
    "OwnPuzzle": an_object(
        {
            **_PUZZLE,
            **_TOLD,
            "kind": TEXT,
            "goal": TEXT,
            "visibility": _VISIBILITY,
            "published": or_null(MOMENT),
            "flagged": TEXT,
            "remixed": FLAG,
            "revision": NUMBER,
            "proof": ADDRESS,
        }
    ),
    "OwnProof": an_object(
        {
            "state": {"enum": ["none", *(str(state) for state in Proof.State)]},
            "verdict": TEXT,
            "sealed_by": {**or_null(ADDRESS), "description": "Somebody else's page that has to be solved first."},
            "missing": {**TEXTS, "description": "What keeps it from being published."},
            "seconds": {"type": "array", "items": {"type": "number"}, "description": "Used up, and all that it may."},
            "complete": FLAG,
            "level": or_null(NUMBER),
            "lines": NUMBER,
            "solutions": {"type": "array", "items": {"type": "array"}},
            "more": NUMBER,
        },
        ["state", "verdict", "sealed_by", "missing"],
    ),
    "OwnVersion": an_object(
        {"number": NUMBER, "made": MOMENT, "kept": FLAG, "card": ref("CardContent"), "set": or_null(TEXT)}
    ),
    "OwnTrial": an_object(
        {
            "state": {"enum": ["none", *(str(state) for state in Trial.State)]},
            "asked": MOMENT,
            **dict.fromkeys(("games", "played"), NUMBER),
            "outdated": {**FLAG, "description": "The Champion has changed since."},
            **{name: or_null({"type": "number", "description": about}) for name, about in _SHARES.items()},
        },
        ["state"],
    ),
    **{f"{name}s": list_of(name) for name in ("OwnCard", "OwnSet", "OwnDeck", "OwnPicture", "OwnPuzzle", "OwnVersion")},
    "CardAsSent": an_object({**_CARD, **_as_read_only(cards.READ_ONLY_FIELDS)}, ["card"]),
    "SetAsSent": an_object({**_SET, **_as_read_only(sets.READ_ONLY_FIELDS)}, ["name"]),
    "DeckAsSent": an_object({**_DECK, **_as_read_only(decks.READ_ONLY_FIELDS)}, ["name"]),
    "PuzzleAsSent": an_object({**_PUZZLE, **_as_read_only(puzzles.READ_ONLY_FIELDS)}, ["position"]),
    "Remixing": an_object({"of": {**TEXT, "description": "The reference of a card, the token of a puzzle."}}),
    "Publishing": an_object({"visibility": {"enum": ["public", "unlisted"], "default": "public"}}, []),
    "Problem": an_object(
        {
            "type": {"type": "string", "format": "uri-reference"},
            "title": TEXT,
            "status": NUMBER,
            "code": {"type": "string", "description": f"One of: {', '.join(CODES)}."},
            "detail": TEXT,
            "errors": {
                "type": "array",
                "items": an_object(
                    {"pointer": {"type": "string", "format": "json-pointer"}, "code": TEXT, "detail": TEXT}
                ),
            },
        }
    ),
}
_PAGED: Final[Schema] = {
    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": USUAL},
    "after": CURSOR,
    "since": {**MOMENT, "description": "Only what has changed since then."},
}
_REASONS: Final = {
    400: "The request's form is wrong",
    401: "No token, or none that counts",
    403: "The token has not the scope",
    404: "There is no such thing of one's own",
    409: "It cannot be done as things stand: 'code' says why",
    412: "It has been changed since: read it again",
    413: f"More than {MAX_BODY} bytes; of a picture {MAX_BYTES}",
    415: "Not JSON, or not a picture",
    422: "What it says cannot be taken: 'errors' has each place",
    428: "If-Match is missing",
    429: f"Too many requests, or more than {CHANGES.times} changes in an hour",
}
_HEADERS: Final[Schema] = {
    "If-Match": "The ETag of the state that is meant.",
    "If-None-Match": "The ETag of the state that one has.",
    "Idempotency-Key": "The same request sent again with it, within 30 days, is answered again and carried out once.",
}


@dataclass(frozen=True, slots=True)
class OwnRoute:
    """An operation: ``example`` is a body that is taken as it stands, ``status`` what it is answered with."""

    name: str
    method: str
    path: str
    about: str
    scope: str
    answered: str = ""
    status: int = 200
    wrong: tuple[int, ...] = ()
    body: str = ""
    example: Any = None
    headers: tuple[str, ...] = ()
    query: Schema = field(default_factory=dict)


def _kind(name: str, thing: str, schema: str, scope: str, example: Any) -> tuple[OwnRoute, ...]:
    """The five operations of a kind of things."""
    path = f"/own/{name}/{{{'slug' if name == 'sets' else 'token'}}}"
    sent = f"{schema.removeprefix('Own')}AsSent"
    key, state, seen = ("Idempotency-Key",), ("If-Match",), ("If-None-Match",)
    wrong = (400, 409, 413, 415, 422)
    many, all_of = name.rstrip("s"), f"{schema}s"
    return (
        OwnRoute(f"own-{name}", "get", f"/own/{name}", f"Your {thing}s", scope, all_of, 200, (400,), query=_PAGED),
        OwnRoute(
            f"make-{many}", "post", f"/own/{name}", f"Makes a {thing}", scope, schema, 201, wrong, sent, example, key
        ),
        OwnRoute(f"own-{many}", "get", path, f"A {thing} of yours", scope, schema, 200, (404,), headers=seen),
        OwnRoute(
            f"change-{many}", "put", path, f"Makes a {thing} say what is sent: all of it", scope, schema, 200,
            (404, 412, 428, *wrong), sent, None, state,
        ),
        OwnRoute(
            f"delete-{many}", "delete", path, f"Deletes a {thing}", scope, "", 204, (404, 409, 412), headers=state
        ),
    )  # fmt: skip


def _history(name: str, what: str) -> tuple[OwnRoute, ...]:
    """What can be done with what things of a kind have been."""
    at, many = f"/own/{name}/{{token}}/versions", name.rstrip("s")
    return (
        OwnRoute(
            f"versions-of-{many}", "get", at, f"What a {what} of yours has been", name, "OwnVersions", 200, (404,)
        ),
        OwnRoute(
            f"restore-{many}", "post", f"{at}/{{number}}/restore", f"Makes a {what} again what it was", name,
            "OwnCard", 200, (404, 412, 428), headers=("If-Match",),
        ),
    )  # fmt: skip


def _remixing(name: str, what: str, schema: str) -> OwnRoute:
    """Making one that starts as another is."""
    return OwnRoute(
        f"remix-{name.rstrip('s')}", "post", f"/own/remixes/{name}", f"Makes a {what} that starts as another is", name,
        schema, 201, (400, 409, 413, 415, 422), "Remixing", None, ("Idempotency-Key",),
    )  # fmt: skip


_TRIAL_AT: Final = "/own/champions/{token}/trial"
_PUZZLE_AT: Final = "/own/puzzles/{token}"
OWN_ROUTES: Final = (
    OwnRoute("caller", "get", "/own", "Token's owner and permissions", "", "Caller"),
    *_kind("cards", "card", "OwnCard", "cards", examples.CARD),
    *_kind("champions", "Champion", "OwnCard", "champions", examples.CHAMPION),
    *_kind("sets", "set", "OwnSet", "cards", examples.SET),
    *_kind("decks", "deck", "OwnDeck", "decks", examples.DECK),
    *_kind("puzzles", "puzzle", "OwnPuzzle", "puzzles", examples.PUZZLE),
    *_history("cards", "card"),
    *_history("champions", "Champion"),
    _remixing("cards", "card", "OwnCard"),
    _remixing("champions", "Champion", "OwnCard"),
    _remixing("puzzles", "puzzle", "OwnPuzzle"),
    OwnRoute("own-trial", "get", _TRIAL_AT, "How a Champion's trial stands", "champions", "OwnTrial", 200, (404,)),
    OwnRoute(
        "try-champion", "post", _TRIAL_AT, "Asks for a Champion's trial: 200 where it is there at once", "champions",
        "OwnTrial", 202, (404, 409),
    ),
    OwnRoute("stop-trial", "delete", _TRIAL_AT, "Stops a Champion's trial", "champions", "", 204, (404,)),
    OwnRoute(
        "own-proof", "get", f"{_PUZZLE_AT}/proof", "How far a puzzle's proof is", "puzzles", "OwnProof", 200, (404,)
    ),
    OwnRoute(
        "prove", "post", f"{_PUZZLE_AT}/proof", "Asks for a puzzle's proof: 200 where it is there at once", "puzzles",
        "OwnProof", 202, (404,),
    ),
    OwnRoute(
        "publish", "post", f"{_PUZZLE_AT}/publish", "Publishes a proven puzzle, or says whether it is listed",
        "puzzles", "OwnPuzzle", 200, (400, 404, 409, 412, 413, 415), "Publishing", examples.PUBLISHING, ("If-Match",),
    ),
    OwnRoute(
        "unpublish", "post", f"{_PUZZLE_AT}/unpublish", "Makes a puzzle a draft again", "puzzles", "OwnPuzzle", 200,
        (404, 412), headers=("If-Match",),
    ),
    OwnRoute(
        "own-pictures", "get", "/own/pictures", "Your pictures", "cards", "OwnPictures", 200, (400,), query=_PAGED
    ),
    OwnRoute(
        "make-picture", "post", "/own/pictures", "Takes in a picture, encoded again", "cards", "OwnPicture", 201,
        (409, 413, 415, 422), "",
    ),
    OwnRoute(
        "own-picture", "get", "/own/pictures/{token}", "A picture of yours", "cards", "OwnPicture", 200, (404,),
        headers=("If-None-Match",),
    ),
    OwnRoute("delete-picture", "delete", "/own/pictures/{token}", "Deletes a picture", "cards", "", 204, (404,)),
)  # fmt: skip


def _operation(route: OwnRoute) -> Schema:
    success = response(route.about, route.answered) if route.answered else {"description": "It is gone"}
    responses: Schema = {str(route.status): success}
    if route.status == 202:
        responses["200"] = response("It is there already", route.answered)
    if "If-None-Match" in route.headers:
        responses["304"] = {"description": "Nothing has changed"}
    problems = sorted({*route.wrong, 401, 429} | ({403} if route.scope else set()))
    responses |= {str(code): response(_REASONS[code], "Problem", CONTENT_TYPE) for code in problems}
    headers = [
        {"name": name, "in": "header", "description": _HEADERS[name], "schema": TEXT, "required": 428 in route.wrong}
        for name in route.headers
    ]
    reading = f" or {ApiToken.Scope.READ}" if route.method == "get" else ""
    operation: Schema = {
        "operationId": route.name,
        "summary": route.about,
        "description": f"Scope: {route.scope}{reading}." if route.scope else "Any token.",
        "security": [{"token": []}],
        "parameters": [*parameters(route.path, route.query), *headers],
        "responses": responses,
    }
    if route.name == "make-picture":
        operation["requestBody"] = {"required": True, "content": {kind: {} for kind in KINDS}}
    elif route.body:
        content: Schema = {"schema": ref(route.body)}
        if route.example is not None:
            content["example"] = route.example
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    return operation


def own_paths() -> Schema:
    """All addresses of what is one's own, for the description's ``paths``."""
    paths: Schema = {}
    for route in OWN_ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(route)
    return paths

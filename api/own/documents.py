"""The API of your own things described: bodies with an example of each, answers, operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from accounts.models import ApiToken, Visibility
from api.lists import PAGED
from api.own import cards, decks, examples, puzzles, sets
from api.own.doors import CHANGES
from api.own.pictures import KINDS
from api.own.problems import CODES, CONTENT_TYPE
from api.own.reading import REMIX
from api.schemas import EDITIONS, REFERENCE
from cards.exchange import schema as card_file_schema
from cards.pictures import MAX_BYTES
from champions.models import Trial
from grimoire.models import Proof
from web.json_bodies import MAX_BODY
from web.openapi import (
    ADDRESS,
    COUNT,
    FLAG,
    MOMENT,
    NUMBER,
    TEXT,
    TEXTS,
    Operation,
    Refusals,
    Schema,
    list_of,
    object_schema,
    one_of,
    or_null,
    page_of,
    ref,
)

TAGS: Final = {
    "account": "Your account and your token.",
    "cards": "Your cards, sets and pictures.",
    "champions": "Your Champions and their trials.",
    "decks": "Your decks.",
    "puzzles": "Your puzzles and their proofs.",
}
SECURITY: Final[Schema] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token from /me/tokens/. Cookies and tokens in addresses do not count.",
    }
}
_BY_SITE: Final[Schema] = {"token": TEXT, "hidden": FLAG, "url": ADDRESS, "created": MOMENT, "updated": MOMENT}
_VISIBILITY: Final = one_of(Visibility)
_SHARE: Final = {"type": "number"}


def _sent(schema: Schema) -> Schema:
    """What an answer has of the members of a body."""
    return {name: part for name, part in schema["properties"].items() if "readOnly" not in part}


SCHEMAS: Final[Schema] = {
    "CardContent": card_file_schema()["$defs"]["CardContent"],
    "Caller": object_schema({"account": TEXT, "token": TEXT, "scopes": TEXTS, "expires": or_null(MOMENT)}),
    "OwnCard": object_schema(
        {
            **_sent(cards.INPUT),
            **_BY_SITE,
            "reference": REFERENCE,
            "editions": EDITIONS,
            "remixed": FLAG,
            "revision": NUMBER,
        }
    ),
    "OwnSet": object_schema(
        {**_sent(sets.INPUT), **_BY_SITE, "visibility": _VISIBILITY, "slug": TEXT, "abilities": TEXTS}
    ),
    "OwnDeck": object_schema(
        {**_sent(decks.INPUT), **_BY_SITE, "visibility": _VISIBILITY, "cards": list_of(or_null(REFERENCE))}
    ),
    "OwnPicture": object_schema({**_BY_SITE, "width": NUMBER, "height": NUMBER, "size": NUMBER}),
    "OwnPuzzle": object_schema(
        {
            **_sent(puzzles.INPUT),
            **_BY_SITE,
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
    "OwnProof": object_schema(
        {
            "state": one_of(["none", *Proof.State]),
            "verdict": TEXT,
            "sealed_by": {**or_null(ADDRESS), "description": "Another player's puzzle that you must solve first."},
            "missing": {**TEXTS, "description": "What it lacks to be published."},
            "seconds": list_of({"type": "number"}, "Used, and allowed."),
            "complete": FLAG,
            "level": or_null(NUMBER),
            "lines": NUMBER,
            "solutions": list_of(list_of("PositionAction")),
            "more": {**NUMBER, "description": "Solutions that are not in the answer."},
        },
        ["state", "verdict", "sealed_by", "missing"],
    ),
    "OwnVersion": object_schema(
        {"number": NUMBER, "made": MOMENT, "kept": FLAG, "card": ref("CardContent"), "set": or_null(TEXT)}
    ),
    "OwnTrial": object_schema(
        {
            "state": one_of(["none", *Trial.State]),
            "asked": MOMENT,
            "games": NUMBER,
            "played": NUMBER,
            "outdated": {**FLAG, "description": "The Champion has changed since."},
            "without": {**or_null(_SHARE), "description": "The share of games won without it."},
            "with": {**or_null(_SHARE), "description": "The share of games won with it."},
            "gain": {**or_null(_SHARE), "description": "The difference."},
            "error": {**or_null(_SHARE), "description": "How far the difference may be off by chance."},
        },
        ["state"],
    ),
    **{f"{name}s": page_of(name) for name in ("OwnCard", "OwnSet", "OwnDeck", "OwnPicture", "OwnPuzzle", "OwnVersion")},
    "CardInput": cards.INPUT,
    "CardReplacement": cards.REPLACEMENT,
    "SetInput": sets.INPUT,
    "SetReplacement": sets.REPLACEMENT,
    "DeckInput": decks.INPUT,
    "DeckReplacement": decks.REPLACEMENT,
    "PuzzleInput": puzzles.INPUT,
    "PuzzleReplacement": puzzles.REPLACEMENT,
    "Remix": REMIX,
    "Publication": puzzles.PUBLISHING,
    "Problem": object_schema(
        {
            "type": {**TEXT, "format": "uri-reference"},
            "title": TEXT,
            "status": NUMBER,
            "code": one_of(CODES),
            "detail": TEXT,
            "errors": list_of(
                object_schema({"pointer": {**TEXT, "format": "json-pointer"}, "code": TEXT, "detail": TEXT})
            ),
        }
    ),
}
REFUSALS: Final = Refusals(
    "Problem",
    CONTENT_TYPE,
    {
        400: "The request is malformed",
        401: "The token is missing or unknown",
        403: "The token lacks the scope",
        404: "You have no such thing",
        409: "Not possible now: 'code' says why",
        412: "It has changed since you read it",
        413: f"The body has more than {MAX_BODY} bytes (a picture {MAX_BYTES})",
        415: "The body is not JSON, or not a picture",
        422: "The content is invalid: 'errors' has each place",
        428: "If-Match is missing",
        429: f"Too many requests, or more than {CHANGES.times} changes an hour",
    },
)
_STATE: Final = {"If-Match": {**TEXT, "description": "The ETag that you have read."}}
_SEEN: Final = {"If-None-Match": {**TEXT, "description": "The ETag that you have. Unchanged answers 304."}}
_KEY: Final = {
    "Idempotency-Key": {
        **TEXT,
        "description": "Send the same request again with it within 30 days: it is carried out once and answered the "
        "same.",
    }
}
_MADE: Final = (400, 409, 413, 415, 422)


def _operation(method: str, path: str, scope: str, name: str, summary: str, about: str, **more: Any) -> Operation:
    """``refusals`` are those beyond what every operation may answer."""
    refusals = (401, 429, *((403,) if scope else ()), *more.pop("refusals", ()))
    scopes = f"Scope: {scope}{f' or {ApiToken.Scope.READ}' if method == 'get' else ''}." if scope else "Any token."
    if "If-None-Match" in more.get("headers", {}):
        more["also"] = {304: ("Not changed", "")}
    if 428 in refusals:
        more["required_headers"] = ("If-Match",)
    return Operation(
        name=name, method=method, path=f"/own{path}", summary=summary, description=f"{about} {scopes}".strip(),
        refusals=refusals, security=[{"token": []}], in_path={"number": COUNT},
        **{"tag": scope or "account", **more},
    )  # fmt: skip


def _kind(name: str, thing: str, schema: str, scope: str, example: Any) -> Iterator[Operation]:
    """The five operations of a kind of things."""
    path, input_name = f"/{name}/{{{'slug' if name == 'sets' else 'token'}}}", schema.removeprefix("Own")
    one = name.rstrip("s")
    yield _operation(
        "get", f"/{name}", scope, f"own-{name}", f"List your {thing}s", "The oldest first.", answer=f"{schema}s",
        query=PAGED, refusals=(400,),
    )  # fmt: skip
    yield _operation(
        "post", f"/{name}", scope, f"make-{one}", f"Create a {thing}", "Location has its address.", answer=schema,
        status=201, body=f"{input_name}Input", example=example, headers=_KEY, refusals=_MADE,
    )  # fmt: skip
    yield _operation(
        "get", path, scope, f"own-{one}", f"Read your {thing}", "The answer's ETag names its state.", answer=schema,
        headers=_SEEN, refusals=(404,),
    )  # fmt: skip
    yield _operation(
        "put", path, scope, f"change-{one}", f"Replace a {thing}", "Send all of it, with the ETag that you have read.",
        answer=schema, body=f"{input_name}Replacement", headers=_STATE, refusals=(404, 412, 428, *_MADE),
    )  # fmt: skip
    yield _operation(
        "delete", path, scope, f"delete-{one}", f"Delete a {thing}", "With If-Match only if unchanged.", status=204,
        headers=_STATE, refusals=(404, 409, 412),
    )  # fmt: skip


def _history(name: str, thing: str) -> Iterator[Operation]:
    """The operations for earlier versions of a kind of cards."""
    path, one = f"/{name}/{{token}}/versions", name.rstrip("s")
    yield _operation(
        "get", path, name, f"versions-of-{one}", f"List the versions of a {thing}", "The latest first.",
        answer="OwnVersions", refusals=(404,),
    )  # fmt: skip
    yield _operation(
        "post", f"{path}/{{number}}/restore", name, f"restore-{one}", f"Restore a version of a {thing}",
        "What it was until now becomes a version too.", answer="OwnCard", headers=_STATE, refusals=(404, 412, 428),
    )  # fmt: skip


def _remix(name: str, thing: str, schema: str) -> Operation:
    return _operation(
        "post", f"/remixes/{name}", name, f"remix-{name.rstrip('s')}", f"Remix a {thing}",
        "A copy of one that you may see, with credit to its author.", answer=schema, status=201, body="Remix",
        headers=_KEY, refusals=_MADE,
    )  # fmt: skip


def _job(path: str, scope: str, name: str, summary: str, schema: str, **more: Any) -> Operation:
    """An operation that starts something which takes a while."""
    about = "202: it is running; read the address in Location. 200: the result was there."
    return _operation(
        "post", path, scope, name, summary, about, answer=schema, status=202,
        also={200: ("The result was there", schema)}, **more,
    )  # fmt: skip


_TRIAL, _PUZZLE, _PICTURE = "/champions/{token}/trial", "/puzzles/{token}", "/pictures/{token}"
OPERATIONS: Final = (
    _operation("get", "", "", "caller", "Token's owner and permissions", "", answer="Caller"),
    *_kind("cards", "card", "OwnCard", "cards", examples.CARD),
    *_kind("champions", "Champion", "OwnCard", "champions", examples.CHAMPION),
    *_kind("sets", "set", "OwnSet", "cards", examples.SET),
    *_kind("decks", "deck", "OwnDeck", "decks", examples.DECK),
    *_kind("puzzles", "puzzle", "OwnPuzzle", "puzzles", examples.PUZZLE),
    *_history("cards", "card"),
    *_history("champions", "Champion"),
    _remix("cards", "card", "OwnCard"),
    _remix("champions", "Champion", "OwnCard"),
    _remix("puzzles", "puzzle", "OwnPuzzle"),
    _operation(
        "get", _TRIAL, "champions", "own-trial", "Read a Champion's trial", "The latest one.", answer="OwnTrial",
        refusals=(404,),
    ),
    _job(_TRIAL, "champions", "try-champion", "Start a Champion's trial", "OwnTrial", refusals=(404, 409)),
    _operation(
        "delete", _TRIAL, "champions", "stop-trial", "Stop a Champion's trial", "Games already counted stay.",
        status=204, refusals=(404,),
    ),
    _operation(
        "get", f"{_PUZZLE}/proof", "puzzles", "own-proof", "Read a puzzle's proof", "How far it is, or its result.",
        answer="OwnProof", refusals=(404,),
    ),
    _job(f"{_PUZZLE}/proof", "puzzles", "prove", "Start a puzzle's proof", "OwnProof", refusals=(404,)),
    _operation(
        "post", f"{_PUZZLE}/publish", "puzzles", "publish", "Publish a puzzle",
        "A draft needs a proof. A published puzzle is listed or unlisted.", answer="OwnPuzzle", body="Publication",
        example=examples.PUBLISHING, headers=_STATE, refusals=(400, 404, 409, 412, 413, 415),
    ),
    _operation(
        "post", f"{_PUZZLE}/unpublish", "puzzles", "unpublish", "Make a puzzle a draft again", "", answer="OwnPuzzle",
        headers=_STATE, refusals=(404, 412),
    ),
    _operation(
        "get", "/pictures", "cards", "own-pictures", "List your pictures", "The oldest first.", answer="OwnPictures",
        query=PAGED, refusals=(400,),
    ),
    _operation(
        "post", "/pictures", "cards", "make-picture", "Upload a picture", "The body is the file. It is encoded again.",
        answer="OwnPicture", status=201, body={kind: {**TEXT, "format": "binary"} for kind in KINDS},
        refusals=(409, 413, 415, 422),
    ),
    _operation(
        "get", _PICTURE, "cards", "own-picture", "Read your picture", "Its size and address.", answer="OwnPicture",
        headers=_SEEN, refusals=(404,),
    ),
    _operation(
        "delete", _PICTURE, "cards", "delete-picture", "Delete a picture",
        "Cards that use it are drawn from their names again.", status=204, refusals=(404,),
    ),
)  # fmt: skip

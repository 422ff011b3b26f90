"""The API of games described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from tables.api.schemas import SCHEMAS, VERSION
from tables.requests import MIN_FIRST_KEY
from web.idempotency import MAX_KEY
from web.json_bodies import JSON, MAX_BODY, json_response, to_text
from web.openapi import TEXT, Operation, Refusals, Schema, document, list_of, ref, schemas_for_page

TITLE: Final = "Games over the network"
ABOUT: Final = "Create, join and play live games. Requests and answers are JSON; a game is also an event stream."
_TAGS: Final = {
    "games": "Create a game, join it, read it.",
    "play": "Actions of your seat.",
    "offers": "Takebacks, draws, rematches, resigning and late turns.",
}
_SECURITY: Final = {
    "seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "A seat's token, or an account's API token with the scope 'games' for the account's own seat.",
    }
}
REFUSALS: Final = Refusals(
    "Error",
    JSON,
    {
        400: "The request is malformed",
        401: "Unknown API token",
        403: "You may not do this",
        404: "Not found",
        409: "Not possible now",
        413: f"The body has more than {MAX_BODY} bytes",
        415: "The body is not JSON",
        422: "Against the rules",
        429: "Too many requests",
    },
)
_KEY: Final = {
    "Idempotency-Key": {
        **TEXT,
        "maxLength": MAX_KEY,
        "description": "Send the same request again with it: it is carried out once and answered the same.",
    }
}
_FIRST_KEY: Final = {
    "Idempotency-Key": {
        **TEXT,
        "maxLength": MAX_KEY,
        "minLength": MIN_FIRST_KEY,
        "description": "Random. Send the same request again with it: it is carried out once and answered the same.",
    }
}
_SINCE: Final = {"since": VERSION}
_ALWAYS: Final = (401, 403, 429)
_READING: Final = (400, 404, 409, *_ALWAYS)
_CHANGES: Final = (*_READING, 413, 415, 422)


def _read(name: str, path: str, summary: str, description: str, answer: str | Schema, **more: Any) -> Operation:
    return Operation(
        name=name, method="get", path=f"/games/{{id}}{path}", summary=summary, description=description,
        **{"tag": "games", "answer": answer, "refusals": _READING, **more},
    )  # fmt: skip


def _post(
    name: str, path: str, summary: str, description: str, body: str, answer: str = "Look", **more: Any
) -> Operation:
    return Operation(
        name=name, method="post", path=path if path == "/games" else f"/games/{{id}}/{path}", summary=summary,
        description=description, body=body, answer=answer,
        **{"tag": "offers", "refusals": _CHANGES, "headers": _KEY, **more},
    )  # fmt: skip


OPERATIONS: Final = (
    _post(
        "create", "/games", "Create a game",
        "Seats are yours, open or a bot's. The answer has a token for each of your seats and an invitation for each "
        "open one.",
        "NewGame", "CreatedGame", status=201, refusals=(400, 409, 413, 415, 422, *_ALWAYS), headers=_FIRST_KEY,
        tag="games",
    ),
    _read(
        "look", "", "Read a game",
        "What your seat may see. With `since` the answer is 304 while nothing has changed.",
        "Look", query=_SINCE, also={304: ("Not changed", "")},
    ),
    _post(
        "join", "join", "Take an open seat",
        "Send the seat's invitation. The answer has the token of the seat.",
        "Join", "JoinedSeat", headers=_FIRST_KEY, tag="games",
    ),
    _post(
        "act", "actions", "Play actions",
        "All of them or none: when one is refused, nothing is done.",
        "Actions", "ActionsResult", tag="play",
    ),
    _post(
        "terms", "terms", "Choose your Champion",
        "Before a game with Champions starts. Clash of Decks only.",
        "Champion", "ChampionResult", tag="play",
    ),
    _post(
        "preview", "preview", "Preview actions",
        "What the actions would do, up to the first hidden result. Nothing is played.",
        "Preview", "PreviewResult", headers={}, tag="play",
    ),
    _read(
        "stream", "/stream", "Follow a game",
        "Server-sent events: the state, then each step and notice. To resume, send the last id.",
        {"text/event-stream": ref("Event")}, query=_SINCE, headers={"Last-Event-ID": TEXT},
    ),
    _read(
        "steps", "/steps", "Read the log",
        "The steps after the version `since`, or all of them.",
        {JSON: list_of("Step")}, query=_SINCE,
    ),
    _post(
        "takeBack", "take-back", "Ask for a takeback",
        "Back to before your last turn. Other players must accept; against bots it happens at once.",
        "TakeBack",
    ),
    _post(
        "answer", "answers", "Answer an offer",
        "Accept or refuse. The player who made the offer withdraws it with `accept: false`.",
        "Answer",
    ),
    _post(
        "resign", "resign", "Resign",
        "Your seat loses, in teams your team. In Free-for-All a bot plays on for you.",
        "Nothing",
    ),
    _post("draw", "draw", "Offer a draw", "It lapses with the next action.", "Nothing"),
    _post("rematch", "rematch", "Offer a rematch", "A new game with sides swapped, once all accept.", "Nothing"),
    _post("claim", "claim", "Claim a late turn", "A player who is past the deadline loses.", "Nothing"),
    _read(
        "record", "/record", "Read the record",
        "After the end of the game: everything needed to replay it.",
        "Record", refusals=(404, 409, *_ALWAYS),
    ),
)  # fmt: skip


@cache
def description() -> Schema:
    """The API as an OpenAPI document."""
    operations = [(operation, REFUSALS) for operation in OPERATIONS]
    return document(TITLE, ABOUT, _TAGS, operations, SCHEMAS, _SECURITY, [{}, {"seat": []}])


def openapi(request: SiteRequest) -> HttpResponse:
    return json_response(to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
    """The description as a page."""
    operations = [operation.for_page(REFUSALS) for operation in OPERATIONS]
    context = {"operations": operations, "schemas": schemas_for_page(SCHEMAS), "title": TITLE}
    return render(request, "play/docs.html", context)

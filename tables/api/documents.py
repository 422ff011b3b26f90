"""The API of games described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from tables.api.schemas import SCHEMAS, VERSION
from tables.requests import MIN_FIRST_KEY
from web.etags import tagged
from web.idempotency import MAX_KEY
from web.json_bodies import JSON, MAX_BODY, to_text
from web.openapi import TEXT, Operation, Refusals, Schema, document, list_of, ref, schemas_for_page

TITLE: Final = "Games API"
ABOUT: Final = "Create, join and play live games. Requests and answers are JSON; a game is also an event stream."
_TAGS: Final = {
    "games": "Create a game, join it, read it.",
    "play": "Actions of your seat.",
    "offers": "Takebacks, draws, rematches, resigning and wins on time.",
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
    **TEXT,
    "maxLength": MAX_KEY,
    "description": "Send the same request again with it: it is carried out once and answered the same.",
}
_KEYED: Final = {"Idempotency-Key": _KEY}
_RANDOM_KEY: Final = {
    "Idempotency-Key": {**_KEY, "minLength": MIN_FIRST_KEY, "description": f"Random. {_KEY['description']}"}
}
_SINCE: Final = {"since": {**VERSION, "description": "A version: only what came after it."}}
_ALWAYS: Final = (401, 403, 429)
_READING: Final = (400, 404, 409, *_ALWAYS)
_CHANGES: Final = (*_READING, 413, 415, 422)


def _get(name: str, path: str, answer: str | Schema, summary: str, about: str, **more: Any) -> Operation:
    return Operation(
        name=name, method="get", path=f"/games/{{id}}{path}", summary=summary, description=about, tag="games",
        answer=answer, **{"refusals": _READING, **more},
    )  # fmt: skip


def _post(name: str, path: str, body: str, answer: str, summary: str, about: str, **more: Any) -> Operation:
    return Operation(
        name=name, method="post", path=f"/games{path}", summary=summary, description=about, body=body, answer=answer,
        **{"tag": "offers", "refusals": _CHANGES, "headers": _KEYED, "told": ("Idempotent-Replayed",), **more},
    )  # fmt: skip


# fmt: off
OPERATIONS: Final = (
    _post("create", "", "NewGame", "CreatedGame", "Create a game", "Seats are yours, open or a bot's. The answer has a "
          "token for each of your seats and an invitation for each open one.", status=201, tag="games",
          refusals=(400, 409, 413, 415, 422, *_ALWAYS), headers=_RANDOM_KEY, told=("Idempotent-Replayed", "Location")),
    _get("look", "", "Look", "Read a game", "What your seat can see. With the current version as `since`: "
         "304 while nothing has changed.", query=_SINCE, also={304: ("Not changed", "")}, told=("ETag",)),
    _post("join", "/{id}/join", "Join", "JoinedSeat", "Take an open seat", "Send the seat's invitation, which is the "
          "last part of its `url`. The answer has the token of the seat.", headers=_RANDOM_KEY, tag="games"),
    Operation(
        name="openGames", method="get", path="/games/open", answer="OpenGames", tag="games",
        summary="List open games", refusals=_ALWAYS,
        description="The games in the lobby with a free seat. Create one with `listed`."),
    _post("takeSeat", "/{id}/seats", "TakeSeat", "JoinedSeat", "Take a seat of an open game", "The first free seat of "
          "a game in the lobby. The answer has its token.", headers=_RANDOM_KEY, tag="games"),
    _post("act", "/{id}/actions", "Actions", "ActionsResult", "Play actions", "All of them or none: when one is "
          "refused, nothing is done.", tag="play"),
    _post("terms", "/{id}/terms", "Champion", "ChampionResult", "Choose your Champion", "Before a game with Champions "
          "starts. Clash of Decks only.", tag="play"),
    _post("preview", "/{id}/preview", "Preview", "PreviewResult", "Preview actions", "What the actions would do, up to "
          "the first hidden result. Nothing is played.", headers={}, told=(), tag="play"),
    _get("stream", "/stream", {"text/event-stream": ref("Event")}, "Follow a game", "Server-sent events: the state, "
         "then each step and notice. To resume, send the last id.", query=_SINCE, headers={"Last-Event-ID": TEXT}),
    _get("steps", "/steps", {JSON: list_of("Step")}, "Read the log", "The steps after the version `since`, or all of "
         "them.", query=_SINCE),
    _post("takeBack", "/{id}/take-back", "TakeBack", "Look", "Request a takeback", "Back to before your last turn. "
          "Other players must accept; against bots it happens at once."),
    _post("answer", "/{id}/answers", "Answer", "Look", "Answer an offer", "Accept or refuse. The player who made the "
          "offer withdraws it with `accept: false`."),
    _post("resign", "/{id}/resign", "Nothing", "Look", "Resign", "Your seat loses, in teams your team. In Free-for-All "
          "a bot plays on for you."),
    _post("draw", "/{id}/draw", "Nothing", "Look", "Offer a draw", "It lapses with the next action."),
    _post("rematch", "/{id}/rematch", "Nothing", "Look", "Offer a rematch", "A new game with sides swapped, once all "
          "accept."),
    _post("claim", "/{id}/claim", "Nothing", "Look", "Claim a win on time", "A player who is past the deadline loses. "
          "With a clock this happens without a claim."),
    _post("giveTime", "/{id}/time", "GiveTime", "Look", "Give an opponent more time", "15 seconds, a day in a "
          "correspondence game. In a game with a clock for each turn: to whose turn it is."),
    Operation(
        name="analyze", method="post", path="/analysis", body="AnalysisRequest", answer="Analysis", tag="play",
        summary="Analyze a position", refusals=(400, 409, 413, 415, 422, *_ALWAYS),
        description="Best turns, threat and proofs. Send it again while the state is waiting or running. Clash of "
                    "Decks only; not for a game that you are playing. Needs an account's API token."),
    Operation(
        name="analyses", method="get", path="/analysis", answer="AnalysisTrees", tag="play",
        summary="List your analyses", refusals=_ALWAYS,
        description="The latest first. Clash of Decks only. Needs an account's API token."),
    Operation(
        name="analysisTree", method="get", path="/analysis/{token}", answer="AnalysisTree", tag="play",
        summary="Read an analysis", refusals=(404, *_ALWAYS),
        description="The tree as its page exports it. One shown as a seat sees it: its owner alone."),
    _get("record", "/record", "Record", "Read the record", "To replay the game: after its end, and before it "
         "too if you hold all seats of people.",
         refusals=(404, 409, *_ALWAYS)),
)
# fmt: on


@cache
def description() -> Schema:
    operations = [(operation, REFUSALS) for operation in OPERATIONS]
    return document(TITLE, ABOUT, _TAGS, operations, SCHEMAS, _SECURITY, [{}, {"seat": []}])


def openapi(request: SiteRequest) -> HttpResponse:
    return tagged(request, to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
    """The description as a page."""
    operations = [operation.for_page(REFUSALS) for operation in OPERATIONS]
    context = {"operations": operations, "schemas": schemas_for_page(SCHEMAS), "title": TITLE, "about": ABOUT}
    context["refused"] = [REFUSALS]
    return render(request, "play/docs.html", context)

"""The API of tournaments described: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from api.lists import PAGED
from tables.api.documents import REFUSALS as REFUSALS_OF_GAMES
from tournaments.api.schemas import SCHEMAS, VERSION
from tournaments.models import Tournament
from web.etags import tagged
from web.json_bodies import to_text
from web.openapi import COUNT, TEXT, Operation, Refusals, Schema, document, one_of, schemas_for_page

TITLE: Final = "Tournaments API"
ABOUT: Final = (
    "Read tournaments, play in them and organise them. Reading needs no token. Your matches on this site are played "
    "by the games API with the same API token; GET /own/events tells you when one begins. To follow a tournament, "
    "send its version as 'since': 304 while nothing has changed."
)
_TAGS: Final = {
    "tournaments": "The calendar, standings and pairings.",
    "players": "Join, withdraw, report results.",
    "organiser": "Start, pair, decide. The tournament's organiser only.",
}
_SECURITY: Final[Schema] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token from /me/tokens/ with the scope 'games'.",
    }
}
REFUSALS: Final = Refusals(
    REFUSALS_OF_GAMES.schema,
    REFUSALS_OF_GAMES.media_type,
    {**REFUSALS_OF_GAMES.reasons, 401: "The token is missing or unknown", 422: "Not possible in this tournament"},
)
_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
_CHANGES: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429)
_PHASE: Final = {"phase": one_of(Tournament.Phase)}
_SINCE: Final = {"since": {**VERSION, "description": "The version you have. Unchanged answers 304."}}
_SEEN: Final = {"If-None-Match": {**TEXT, "description": "The ETag that you have. Unchanged answers 304."}}


def _get(name: str, path: str, answer: str, summary: str, about: str, *refusals: int, **more: Any) -> Operation:
    return Operation(
        name=name, method="get", path=f"/tournaments{path}", summary=summary, description=about, tag="tournaments",
        answer=answer, refusals=(429, *refusals), also={304: ("Not changed", "")}, headers=_SEEN,
        **{"told": ("ETag",), **more},
    )  # fmt: skip


def _post(tag: str, name: str, path: str, body: str, summary: str, about: str, example: Any = None) -> Operation:
    return Operation(
        name=name, method="post", path=f"/tournaments{path}", summary=summary, description=about, tag=tag,
        body=body, example=example, answer="WholeTournament", refusals=_CHANGES, told=("ETag",), security=_TOKEN,
        in_path={"match": COUNT},
    )  # fmt: skip


# fmt: off
OPERATIONS: Final = (
    _get("tournaments", "", "Tournaments", "List tournaments", "All public ones, the latest first.", 400,
         query=PAGED | _PHASE, told=("ETag", "Link", "Next-Since")),
    _get("coming", "/coming", "ComingTournaments", "Read the calendar", "Public tournaments with a start date, the "
         "next one first. Also as /tournaments/calendar.ics.", 400),
    _get("tournament", "/{id}", "WholeTournament", "Read a tournament", "Standings, all matches and, with a token, "
         "your place and your open match.", 400, 401, 403, 404, query=_SINCE, security=[{}, *_TOKEN]),
    _post("players", "join", "/{id}/join", "JoinTournament", "Join, or come back",
          "Sent twice, you join once. A rated tournament needs an account.", {"name": "Ada"}),
    _post("players", "withdraw", "/{id}/withdraw", "Nothing", "Withdraw",
          "You won't be paired any more. An open match still counts."),
    _post("players", "ready", "/{id}/ready", "Nothing", "Ask for the next match", "In an arena."),
    _post("players", "report", "/{id}/matches/{match}/report", "MatchReport", "Report a result",
          "Of your match at a real table. It counts once your opponent reports the same.", {"result": "first"}),
    _post("organiser", "start", "/{id}/start", "Nothing", "Start the tournament", "It takes two players."),
    _post("organiser", "pair", "/{id}/rounds", "NextRound", "Pair the next round",
          "At real tables and in club evenings; else it happens by itself.", {"after": 1}),
    _post("organiser", "end", "/{id}/end", "Nothing", "End the tournament",
          "Open matches then count for nothing. One that hasn't started is cancelled."),
    _post("organiser", "decide", "/{id}/matches/{match}/decide", "Decision", "Decide or correct a match",
          "Rounds that were paired before stay as they are, and ratings don't move.", {"result": "draw", "seen": ""}),
)
# fmt: on


@cache
def description() -> Schema:
    operations = [(operation, REFUSALS) for operation in OPERATIONS]
    return document(TITLE, ABOUT, _TAGS, operations, SCHEMAS, _SECURITY, [{}])


def openapi(request: SiteRequest) -> HttpResponse:
    return tagged(request, to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
    """The description as a page."""
    operations = [operation.for_page(REFUSALS) for operation in OPERATIONS]
    context = {"operations": operations, "schemas": schemas_for_page(SCHEMAS), "title": TITLE, "about": ABOUT}
    context["refused"] = [REFUSALS]
    return render(request, "tournaments/docs.html", context)

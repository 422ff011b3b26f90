"""The API for reading described, with that of your own things: OpenAPI as a file, and a page to read it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from accounts.budgets import API
from accounts.requests import SiteRequest
from api.bulk import LINES, NAMES
from api.lists import GAME, LEVEL, PAGED, told_by
from api.own import documents as own
from api.own import examples
from api.positions import MAX_BATCH
from api.schemas import REFERENCE, SCHEMAS
from api.writing import DECKS
from cards.abilities import AURA
from cards.searching import LONGEST
from cards.searching.vocabulary import LONGEST_COMPARED
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG
from grimoire.browsing.filter_names import LEVEL_NAMES
from grimoire.puzzle_games import puzzle_games
from rulings.games.registry import games_with_rulings
from rulings.searching import LONGEST_QUERY
from web.etags import tagged
from web.json_bodies import JSON, MAX_BODY, to_text
from web.openapi import OPEN_OBJECT, TEXT, Operation, Refusals, Schema, document, one_of, schemas_for_page

TITLE: Final = "Library API"
ABOUT: Final = (
    "Read cards, sets, decks, rulings, puzzles, proofs and positions from any site, without a token. Lists come in "
    "pages: 'next' is the address of the next page, null on the last one. 'since' skips what has not changed "
    "(votes, ratings and attempts do not count; deleted things are not listed). Every answer to GET has an ETag. Too "
    "many requests get 429 with Retry-After. Solutions of puzzles are never sent. Paths below /own read and change "
    "your own things, with a token from /me/tokens/; their errors are problem details (RFC 9457)."
)
_TAGS: Final = {
    "cards": "Cards, sets and decks; with a token, your own cards.",
    "rulings": "Rulings of all games.",
    "puzzles": "Puzzles and their proofs; with a token, your own.",
    "positions": "Play, check and solve a position of Clash of Decks.",
    "players": "Authors, ratings and ladders.",
    "files": "Everything at once, and this document.",
}
_REFUSALS: Final = Refusals(
    "Error",
    JSON,
    {
        400: "The request is malformed",
        404: "Not found, or not public",
        409: "You're playing a game with this position",
        413: f"The body has more than {MAX_BODY} bytes",
        415: "The body is not JSON",
        422: "The position or an action is invalid",
        429: f"Too many requests, or more than {API.seconds:.0f} seconds of processor time a minute",
    },
)
_LANGUAGE: Final = {"language": {**one_of(LANGUAGES), "default": settings.LANGUAGE_CODE}}
_SEARCH: Final = {
    "q": {
        **TEXT,
        "maxLength": LONGEST,
        "description": "A search as on the page Cards (its keys: /cards/#how): cost<3 rage. It does not change the "
        "order.",
    }
}
_NAME: Final = {**TEXT, "maxLength": LONGEST_COMPARED}
_NAMED: Final = {
    "exact": {**_NAME, "description": "The name in English or French. Capitals and accents do not count."},
    "fuzzy": {**_NAME, "description": "The name, perhaps misspelt, or a part that one card alone has."},
}
_GAME: Final = {GAME: {**one_of(puzzle_games()), "default": DECKS}}
_LEVEL: Final = {LEVEL: {"type": "integer", "minimum": min(LEVEL_NAMES), "maximum": max(LEVEL_NAMES)}}
_RULINGS: Final = {
    **_LANGUAGE,
    "game": {
        **one_of(games_with_rulings()),
        "description": f"{DECKS} unless you send it; with q, all games.",
    },
    "card": {**REFERENCE, "description": "Rulings about this card (set/card, or own/TOKEN) or its abilities."},
    "ability": one_of([AURA, *FLAG_OF_SLUG], "Rulings about this ability."),
    "q": {
        **TEXT,
        "maxLength": LONGEST_QUERY,
        "description": "A question. The best rulings of all games come first, in the order of the site's search.",
    },
}
_EXAMPLE: Final = {"position": examples.PUZZLE["position"], "actions": []}
_WRONG_BODY: Final = (400, 413, 415, 422)


def _get(
    path: str, tag: str, name: str, answer: str | Schema, summary: str, about: str, *refusals: int, **more: Any
) -> Operation:
    return Operation(
        name=name, method="get", path=path, summary=summary, description=about, tag=tag, answer=answer,
        refusals=(*refusals, 429), also={304: ("Not changed", "")}, told=told_by("get", more), **more,
    )  # fmt: skip


def _post(path: str, name: str, answer: str, summary: str, about: str, *refusals: int) -> Operation:
    return Operation(
        name=name, method="post", path=path, summary=summary, description=about, tag="positions", answer=answer,
        refusals=(*_WRONG_BODY, *refusals, 429), body="Position", example=_EXAMPLE,
    )  # fmt: skip


_OPERATIONS: Final = (
    _get("/cards", "cards", "cards", "Cards", "List cards", "All public cards, or those of a search.", 400,
         query=PAGED | _SEARCH),
    _get("/cards/random", "cards", "random-card", "Card", "Read a random card", "Of all, or of a search.", 400, 404,
         query=_SEARCH),
    _get("/cards/named", "cards", "named-card", "Card", "Read a card by name", "Send either exact or fuzzy.", 400, 404,
         query=_NAMED),
    _get("/cards/{set}/{slug}", "cards", "card", "Card", "Read a card", "By its reference.", 404),
    _get("/sets", "cards", "sets", "Sets", "List sets", "All public sets.", 400, query=PAGED),
    _get("/sets/{slug}", "cards", "set", "SetWithCards", "Read a set", "With its cards.", 404),
    _get("/decks", "cards", "decks", "Decks", "List decks", "All public decks.", 400, query=PAGED),
    _get("/decks/{token}", "cards", "deck", "Deck", "Read a deck", "Its cards by reference.", 404),
    _get("/decks/{token}/text", "cards", "deck-text", {"text/plain": TEXT}, "Read a deck as text",
         "Ready to paste into the deck builder.", 400, 404),
    _get("/rulings", "rulings", "rulings", "Rulings", "List rulings",
         "Of a game; or, of all games, the answers to a question.", 400, query=_RULINGS),
    _get("/rulings/{id}", "rulings", "ruling", "Ruling", "Read a ruling",
         "By its id or its number: 7.9, C9.3, M5.12, or R12 for a decision of ours.", 400, 404, query=_LANGUAGE),
    _get("/puzzles", "puzzles", "puzzles", "Puzzles", "List puzzles",
         "All public puzzles of a game with a licence.", 400, query=PAGED | _GAME | _LEVEL),
    _get("/puzzles/random", "puzzles", "random-puzzle", "Puzzle", "Read a random puzzle", "Of all, or of a level.",
         400, 404, query=_GAME | _LEVEL),
    _get("/puzzles/daily", "puzzles", "daily-puzzle", "Puzzle", "Read the puzzle of the day", "Of the `game` that it "
         "names: any that has puzzles. It changes at midnight UTC.", 400, 404),
    _get("/puzzles/{token}", "puzzles", "puzzle", "Puzzle", "Read a puzzle", "Without its solution.", 404),
    _get("/puzzles/{token}/proof", "puzzles", "proof", "Proof", "Read a puzzle's proof", "What the solver found.", 404),
    _get("/proofs", "puzzles", "proofs", "Proofs", "List proofs", "Of all public puzzles with a licence.", 400,
         query=PAGED | _GAME),
    _get("/ladders", "players", "ladders", "Ladders", "List ladders", "The games and modes for two: people and bots "
         "have ratings in them."),
    _get("/ladders/{game}/{mode}", "players", "ladder", "Ladder", "Read a ladder", "The players of a game and mode by "
         "their rating, without those who hide theirs. `mode` is `-` where a game has none.", 404),
    _get("/players/{name}", "players", "player", "Player", "Read a player", "An author's puzzles and books in figures, "
         "as on their page, and ratings of games unless the player hides them.", 404),
    _post("/positions/resolve", "resolve", "Resolved", "Play actions", "The position after them, and every step. Where "
          "one is refused, the answer is 200 all the same: how far they went, and `error` with its code and number."),
    _post("/positions/legal", "legal", "Legal", "List legal actions", "What can be played next, after `actions`. One "
          "of them that is refused is answered with 422."),
    _post("/positions/solve", "solve", "Solved", "Solve a position", "Every solution of its objective.", 409),
    Operation(
        name="positions", method="post", path="/positions/batch", summary="Ask about many positions",
        description=f"Up to {MAX_BATCH}, each answered as if sent by itself; the processor time of all counts.",
        tag="positions", answer="PositionAnswers", refusals=(*_WRONG_BODY, 429), body="PositionBatch",
        example={"requests": [{"ask": "legal", **_EXAMPLE}, {"ask": "solve", **_EXAMPLE}]},
    ),
    Operation(
        name="deals", method="post", path="/positions/deals", summary="Deal the hidden cards of a view",
        description="Whole positions that your view of a game can be, each as likely, to send to the others here. Made "
        "of the view that you send alone.",
        tag="positions", answer="Deals", refusals=(*_WRONG_BODY, 429), body="ViewToDeal",
        example={"view": examples.VIEW, "count": 2},
    ),
    _get("/bulk/{name}", "files", "bulk", {LINES: TEXT}, "Download a whole file",
         "One JSON object per line, made once a day.", 404, in_path={"name": one_of(NAMES)}),
    _get("/library/openapi.json", "files", "description", {JSON: OPEN_OBJECT}, "Download this document",
         "OpenAPI, for tools."),
)  # fmt: skip
OPERATIONS: Final = (
    *((operation, _REFUSALS) for operation in _OPERATIONS),
    *((operation, own.REFUSALS) for operation in own.OPERATIONS),
)


@cache
def description() -> Schema:
    tags, schemas = own.TAGS | _TAGS, SCHEMAS | own.SCHEMAS
    return document(TITLE, ABOUT, tags, OPERATIONS, schemas, own.SECURITY, [{}])


def openapi(request: SiteRequest) -> HttpResponse:
    return tagged(request, to_text(description()))


def docs(request: SiteRequest) -> HttpResponse:
    """The description as a page."""
    context = {
        "operations": [operation.for_page(refusals) for operation, refusals in OPERATIONS],
        "schemas": schemas_for_page(SCHEMAS | own.SCHEMAS),
        "title": TITLE,
        "about": ABOUT,
        "files": list(NAMES),
        "refused": [_REFUSALS, own.REFUSALS],
    }
    return render(request, "api/docs.html", context)

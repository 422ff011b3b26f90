"""Answers of the API for reading, as JSON Schemas."""

from __future__ import annotations

from typing import Final

from api.position_schema import POSITION_SCHEMAS
from api.positions import ASKS, BATCH, DEALS, SOLVE_SECONDS
from cards.models import Kind
from cards.texts import LANGUAGES
from engine.decks.rules.legality import MESSAGES
from engine.decks.solving.result import COOKED, NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN
from grimoire.puzzle_games import puzzle_games
from rulings.catalogue import KINDS, STATUSES
from rulings.games.registry import games_with_rulings
from web.openapi import (
    ADDRESS,
    COUNT,
    DAY,
    FLAG,
    MOMENT,
    NUMBER,
    OPEN_OBJECT,
    TEXT,
    TEXTS,
    Schema,
    error_schema,
    list_of,
    object_schema,
    one_of,
    or_null,
    page_of,
    ref,
)
from web.refusals import CODES


def _said(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about}


REFERENCE: Final[Schema] = {
    **TEXT,
    "pattern": "^[^/]+/[^/]+$",
    "description": "set/card, or own/TOKEN for a card made on the site.",
}
EDITIONS: Final = list_of({"type": "integer", "enum": [1, 2]})
_PICTURES: Final = object_schema(dict.fromkeys(LANGUAGES, ADDRESS))
_VERDICT: Final = one_of(
    [UNIQUE, UNIQUE_UP_TO_ORDER, SEVERAL, COOKED, NONE, UNPROVEN],
    "One solution, one in any order of its plays, several, another one than intended, none, or search not finished.",
)
_NOTATION: Final = _said(TEXT, "The position as a line of text.")
_SET: Final[Schema] = {
    **dict.fromkeys(("slug", "name", "name_fr", "about", "about_fr", "accent", "symbol", "author"), TEXT),
    "abilities": TEXTS,
    "url": ADDRESS,
    "updated": MOMENT,
}
_LADDER: Final[Schema] = {"game": TEXT, "mode": or_null(TEXT), "title": TEXT}
_RATING: Final[Schema] = {
    "rating": _said(COUNT, "Glicko-2, in whole points."),
    "deviation": _said(COUNT, "Half of what holds the true strength in 95 % of cases."),
}
_ON_LADDER: Final[Schema] = {
    "name": TEXT,
    "bot": FLAG,
    **_RATING,
    **dict.fromkeys(("won", "drawn", "lost"), COUNT),
}
SCHEMAS: Final[Schema] = {
    "Card": object_schema(
        {
            "type": one_of(Kind),
            **dict.fromkeys(("name", "name_fr", "slug", "flavour", "flavour_fr", "credit", "author"), TEXT),
            **dict.fromkeys(("cost", "av", "hp"), NUMBER),
            "abilities": TEXTS,
            "art": OPEN_OBJECT,
            "reference": REFERENCE,
            "set": or_null(TEXT),
            "number": or_null(NUMBER),
            "editions": EDITIONS,
            "url": ADDRESS,
            "faces": _PICTURES,
            "updated": MOMENT,
        },
        ["type", "name", "reference", "set", "number", "editions", "author", "url", "faces", "updated"],
    ),
    "Set": object_schema(_SET),
    "SetWithCards": object_schema({**_SET, "cards": list_of("Card")}),
    "Deck": object_schema(
        {
            **dict.fromkeys(("token", "name", "name_fr", "about", "about_fr", "author"), TEXT),
            "cards": list_of(or_null(REFERENCE), "null for a card that is not public."),
            "stronghold": or_null(REFERENCE),
            "champion": or_null(REFERENCE),
            "url": ADDRESS,
            "text_url": _said(ADDRESS, "The deck as text."),
            "pictures": _PICTURES,
            "updated": MOMENT,
        }
    ),
    "Player": object_schema(
        {
            "name": TEXT,
            "puzzles": _said(COUNT, "Public puzzles."),
            "books": _said(COUNT, "Public books."),
            "score": _said(NUMBER, "Votes for the puzzles."),
            "solved": _said(COUNT, "How often the puzzles were solved."),
            "followers": COUNT,
            "url": _said(or_null(ADDRESS), "The author's page. Null for who has published nothing."),
            "ratings": list_of("PlayerRating", "Of rated games at tables, where the player shows them."),
        }
    ),
    "LadderName": object_schema(_LADDER),
    "Ladders": object_schema({"items": list_of("LadderName")}),
    "Ladder": object_schema(
        {
            **_LADDER,
            "places": list_of(object_schema({"number": _said(NUMBER, "The place."), **_ON_LADDER}), "At most 100."),
            "provisional": list_of(object_schema(_ON_LADDER), "Not sure enough for a place. At most 30."),
        }
    ),
    "PlayerRating": object_schema(
        {
            "game": TEXT,
            "mode": or_null(TEXT),
            **_RATING,
            "provisional": _said(FLAG, "Not sure enough for a place on the ladder."),
            **dict.fromkeys(("played", "won", "drawn", "lost"), COUNT),
        }
    ),
    "Ruling": object_schema(
        {
            "game": one_of(games_with_rulings()),
            "id": _said(TEXT, "Never changes. The number, for other games than Clash of Decks and for our decisions."),
            "number": _said(TEXT, "Empty for an editor's ruling."),
            **dict.fromkeys(("part_name", "title", "text", "ours"), TEXT),
            "part": _said(NUMBER, "0 for an editor's ruling and for a decision of ours."),
            "status": one_of(STATUSES),
            "passages": list_of(
                object_schema({"kind": one_of(KINDS), "name": TEXT, "text": TEXT}),
                "The whole ruling by kind of source; text and ours are made of these.",
            ),
            **dict.fromkeys(("abilities", "cards", "sources"), TEXTS),
            "date": or_null(DAY),
            "history": list_of(object_schema({"date": DAY, "text": TEXT})),
            "url": ADDRESS,
        }
    ),
    "Puzzle": object_schema(
        {
            **dict.fromkeys(("format", "token", "title", "title_fr", "kind", "verdict", "author", "licence"), TEXT),
            "game": one_of(puzzle_games()),
            "url": ADDRESS,
            "position": {"anyOf": [ref("ClashPosition"), {**OPEN_OBJECT, "description": "Of another game."}]},
            "notation": _said(or_null(TEXT), "The position as a line of text, of Clash of Decks."),
            "objective": or_null(OPEN_OBJECT),
            **dict.fromkeys(("level", "rating", "deviation"), or_null(NUMBER)),
            **dict.fromkeys(("votes", "attempts", "solved"), NUMBER),
            "published": or_null(MOMENT),
            "updated": MOMENT,
            "pictures": or_null(_PICTURES),
            "twins": list_of("Twin", "Of Clash of Decks: positions with a small change, each with its own solution."),
        }
    ),
    "Twin": object_schema(
        {
            "letter": _said(TEXT, "From b; the puzzle itself is a."),
            "token": TEXT,
            "url": ADDRESS,
            "position": ref("ClashPosition"),
            "notation": _said(TEXT, "The position as a line of text."),
            "objective": or_null(OPEN_OBJECT),
            "changes": _said(object_schema(dict.fromkeys(LANGUAGES, TEXT)), "What is different, by language."),
        }
    ),
    "Proof": object_schema(
        {
            "puzzle": _said(TEXT, "The puzzle's token."),
            "verdict": _VERDICT,
            "complete": _said(FLAG, "The search was finished: the verdict is proven."),
            "level": _said(or_null(NUMBER), "Difficulty from 1 to 5."),
            "rules": _said(NUMBER, "The version of the rules that it holds for."),
            "current": _said(FLAG, "Those are today's rules."),
            "engine": _said(TEXT, "The solver that proved it."),
            "asked": _said(MOMENT, "When it was first requested."),
            "url": _said(ADDRESS, "The puzzle. It shows the solution once you solve it or give up."),
        }
    ),
    **{f"{name}s": page_of(name) for name in ("Card", "Set", "Deck", "Ruling", "Puzzle", "Proof")},
    **POSITION_SCHEMAS,
    "Resolved": object_schema(
        {
            "position": ref("ClashPosition"),
            "notation": _NOTATION,
            "trace": list_of(OPEN_OBJECT, "Every step, with its ruling."),
            "result": or_null(OPEN_OBJECT),
            "cut": _said(FLAG, "The trace is too long to be sent whole."),
            "error": object_schema({"code": TEXT, "at": NUMBER, "message": TEXT}),
        },
        ["position", "notation", "trace", "result", "cut"],
    ),
    "Legal": object_schema({"actions": list_of("PositionAction")}),
    "Solved": object_schema(
        {
            "solved": FLAG,
            "solutions": list_of(list_of("PositionAction")),
            "complete": _said(FLAG, f"The search was finished within {SOLVE_SECONDS:g} seconds."),
            "verdict": _VERDICT,
            "hands": _said(COUNT, "How many hands a hidden one can be: the solutions work against all of them."),
            "shortest": _said(OPEN_OBJECT, "Of a goal of several turns: the fewest turns, and a line."),
            "sealed_by": _said(ADDRESS, "The puzzle that these solutions would give away. Then they are not sent."),
        },
        ["solved", "solutions", "complete", "verdict"],
    ),
    "PositionQuestion": {
        **POSITION_SCHEMAS["PositionRequest"],
        "properties": {**POSITION_SCHEMAS["PositionRequest"]["properties"], "ask": one_of(ASKS)},
        "required": ["ask", "position"],
    },
    "PositionBatch": BATCH,
    "ViewToDeal": DEALS,
    "Deals": object_schema({"positions": list_of("ClashPosition")}),
    "PositionAnswers": object_schema(
        {
            "items": list_of(
                object_schema(
                    {
                        "status": NUMBER,
                        "body": {"anyOf": [ref("Resolved"), ref("Legal"), ref("Solved"), ref("Error")]},
                    }
                ),
                "In the order of the questions.",
            )
        }
    ),
    "Error": error_schema(
        [*CODES, "ambiguous", "not-over", "bad-position", "bad-action", *MESSAGES],
        cards=list_of(object_schema({"name": TEXT, "reference": TEXT}), "The cards that a part of a name may mean."),
    ),
}

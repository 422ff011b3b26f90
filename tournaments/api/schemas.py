"""Bodies of requests, by which they are checked, and answers, as JSON Schemas."""

from __future__ import annotations

from typing import Final

from accounts.names import MAX_PLAYER_NAME
from contract.registry import GAMES
from tables.api.schemas import OF_GAMES, OF_TABLES
from tournaments.models import MAX_ENTRANTS, Match, Tournament
from tournaments.rules.matches import BYE, OUTCOMES
from tournaments.words import REFUSALS
from web.openapi import (
    ADDRESS,
    COUNT,
    FLAG,
    MOMENT,
    NUMBER,
    OPEN_OBJECT,
    TEXT,
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

_POINTS: Final = {"type": "number", "description": "In halves, Sonneborn-Berger in quarters."}
_ENTRANT: Final = {**NUMBER, "minimum": 1, "description": "The number of a player in this tournament."}
_RESULT: Final = {**one_of(["", *OUTCOMES, BYE]), "description": "Empty while the match is open."}
VERSION: Final = {**COUNT, "maximum": 999_999_999, "description": "It grows with every change."}
_HEAD: Final[Schema] = {
    "id": TEXT,
    "name": TEXT,
    "kind": one_of(Tournament.Kind),
    "game": one_of(GAMES),
    "request": {**OPEN_OBJECT, "description": "What its games are, as POST /games takes it, without people and decks."},
    "phase": one_of(Tournament.Phase),
    "round": {**COUNT, "description": "The latest round; in an arena the latest pairing."},
    "rounds": {**COUNT, "description": "How many rounds there will be; 0 if that isn't known."},
    "players": {**COUNT, "description": "Without those who withdrew."},
    "capacity": {**COUNT, "maximum": MAX_ENTRANTS},
    "rated": FLAG,
    "on_site": {**FLAG, "description": "Games open here by themselves; else players report their results."},
    "minutes": or_null({**NUMBER, "description": "How long an arena lasts."}),
    "no_show": {**NUMBER, "description": "Minutes after which a player who has done nothing in a game loses it."},
    "starts": or_null(MOMENT),
    "began": or_null(MOMENT),
    "ends": or_null(MOMENT),
    "version": VERSION,
    "url": ADDRESS,
    "updated": MOMENT,
}
_MATCH: Final[Schema] = {
    "id": NUMBER,
    "round": NUMBER,
    "table": NUMBER,
    "first": _ENTRANT,
    "second": {**or_null(_ENTRANT), "description": "null in a bye."},
    "result": _RESULT,
    "reported": {**_RESULT, "description": "What one of the two has reported and the other not confirmed."},
    "settled_by": one_of(["", *Match.Source]),
    "game": {**or_null(TEXT), "description": "The id of its live game."},
}
_OUTCOME: Final = one_of(OUTCOMES, "'neither': both lose.")

SCHEMAS: Final[Schema] = {
    "Tournament": object_schema(_HEAD),
    "Tournaments": page_of("Tournament"),
    "ComingTournaments": object_schema({"items": list_of("Tournament")}),
    "Place": object_schema(
        {
            "rank": NUMBER,
            "tied": {**FLAG, "description": "Others share this rank."},
            "number": _ENTRANT,
            "name": TEXT,
            "bot": FLAG,
            "points": _POINTS,
            "buchholz": _POINTS,
            "sonneborn_berger": _POINTS,
            "direct": _POINTS,
            "wins": COUNT,
            "played": COUNT,
            "byes": COUNT,
            "withdrawn": FLAG,
        }
    ),
    "Match": object_schema(_MATCH),
    "OwnMatch": object_schema(
        {
            **_MATCH,
            "seat": {**or_null(TEXT), "description": "Your seat in its live game."},
            "api": {**or_null(ADDRESS), "description": "The game in the games API: your API token plays your seat."},
            "url": {**or_null(ADDRESS), "description": "The page of the game."},
            "opponent": {**_ENTRANT, "description": "Your opponent."},
        }
    ),
    "Own": object_schema(
        {
            "number": or_null(_ENTRANT),
            "name": or_null(TEXT),
            "withdrawn": FLAG,
            "waiting": {**FLAG, "description": "In an arena: for the next match."},
            "organiser": FLAG,
            "match": {"anyOf": [ref("OwnMatch"), {"type": "null"}], "description": "Your open match."},
        }
    ),
    "WholeTournament": object_schema(
        {
            **_HEAD,
            "standings": list_of("Place", "The first place first."),
            "matches": list_of("Match", "By round and table."),
            "own": {"anyOf": [ref("Own"), {"type": "null"}], "description": "null if nobody is known to ask."},
        }
    ),
    "JoinTournament": object_schema(
        {
            "name": {
                **TEXT,
                "maxLength": 10 * MAX_PLAYER_NAME,
                "description": "What you are called. Everyone sees it.",
            },
            "deck": {**TEXT, "maxLength": 40, "description": "The token of your deck, in a Constructed tournament."},
        },
        [],
        closed=True,
    ),
    "MatchReport": object_schema({"result": _OUTCOME}, closed=True),
    "Decision": object_schema(
        {"result": _OUTCOME, "seen": {**_RESULT, "description": "The match's result as you have seen it."}}, closed=True
    ),
    "NextRound": object_schema(
        {"after": {**VERSION, "description": "The round you have seen: sent twice, one round is paired."}}, closed=True
    ),
    "Nothing": object_schema({}, closed=True),
    "Error": error_schema([*CODES, *OF_TABLES, *OF_GAMES, *REFUSALS, "no-token"]),
}

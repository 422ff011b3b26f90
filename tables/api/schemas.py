"""Bodies of requests, by which they are checked, and of answers, which tests hold to it, as JSON Schemas."""

from __future__ import annotations

from typing import Final

from contract.registry import GAMES
from contract.schemas import CARD, CLOCK, SEAT
from engine.kernel.reading import MAX_NUMBER
from tables.models import LogEntry
from tables.notices import (
    ACCEPTED,
    AWAY,
    CLOCKS,
    CONNECTIONS,
    GONE,
    HERE,
    LAPSED,
    OFFER,
    OFFER_ENDED,
    PHRASE,
    PRESENCE,
    REFUSED,
    REMATCH,
    TIME_GIVEN,
    WITHDRAWN,
)
from tables.services.consent import KINDS
from web.openapi import (
    ADDRESS,
    COUNT,
    FLAG,
    MOMENT,
    NULL,
    OPEN_OBJECT,
    TEXT,
    Schema,
    error_schema,
    list_of,
    object_schema,
    one_of,
    or_null,
    ref,
)
from web.refusals import CODES

MAX_ACTIONS: Final = 200
VERSION: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999, "description": "Entries in the game's log."}
_SEEN: Final = {**VERSION, "maximum": MAX_NUMBER, "description": "The version that you have seen."}
_PRESENCE: Final = one_of([HERE, AWAY, GONE])
_SHORT: Final = {**TEXT, "maxLength": 100}
_ACTIONS: Final = {"type": "array", "items": _SHORT, "maxItems": MAX_ACTIONS}
_SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
_EVENTS: Final = list_of(OPEN_OBJECT, "Events as this seat can see them.")
_ADAPTERS: Final = [game.adapter for game in GAMES.values()]
_LEVELS: Final = list(dict.fromkeys(level for adapter in _ADAPTERS for level in adapter.levels))
_CHARACTERS: Final = [slug for adapter in _ADAPTERS for slug in adapter.characters]

OF_TABLES: Final = (
    *("no-seat", "not-your-turn", "not-over", "not-begun", "game-over", "has-left", "stale", "seat-taken", "barrier"),
    *("no-offer", "not-late", "not-yours", "nothing-to-take-back", "offer-open", "offer-refused", "rematch-made"),
    *("no-clock", "no-gift", "no-day-off"),
    *("rated-account", "rated-game", "rated-players", "rated-terms"),
    *("after-hidden", "key-too-short", "not-for-two", "seed-not-allowed", "unknown-card", "unknown-deck"),
    *("name-refused", "unknown-game", "unknown-phrase", "unknown-set", "unknown-seat", "unavailable", "csrf-failed"),
)
# Of the rules, of what positions to analyse may be, of records.
OF_GAMES: Final = (
    *(code for adapter in _ADAPTERS for code in adapter.codes),
    *("bad-position", "game-unreadable", "hidden-hand", "bad-record", "record-differs", "other-rules"),
)


def _notice(kind: Schema, **members: Schema) -> Schema:
    return object_schema({"kind": kind, **members}, closed=True)


_NAME: Final = {**TEXT, "maxLength": 100, "description": "What you are called at the table. Everybody sees it."}


_LISTED: Final = {**FLAG, "default": False, "description": "The lobby offers the open seats to everybody."}
_RATED: Final = {**FLAG, "default": False, "description": "Of two people with accounts: ratings move, no undo."}
# In the request to create any game.
ABOUT_TABLE: Final = object_schema({"listed": _LISTED, "name": _NAME, "rated": _RATED}, [])


def _with_table(request: Schema) -> Schema:
    return {**request, "properties": {**request["properties"], **ABOUT_TABLE["properties"]}}


SCHEMAS: Final[Schema] = {
    "NewGame": {"oneOf": [ref(adapter.schema_name) for adapter in _ADAPTERS]},
    **{adapter.schema_name: _with_table(adapter.request_schema()) for adapter in _ADAPTERS},
    "Join": object_schema({"invitation": _SHORT, "name": _NAME}, ["invitation"], closed=True),
    "TakeSeat": object_schema({"name": _NAME}, [], closed=True),
    "Actions": object_schema({"version": _SEEN, "actions": {**_ACTIONS, "minItems": 1}}, closed=True),
    "Preview": object_schema({"version": _SEEN, "actions": _ACTIONS}, closed=True),
    "AnalysisRequest": object_schema(
        {
            "position": {"anyOf": [OPEN_OBJECT, TEXT], "description": "clash-position/1, or a line of notation."},
            "actions": {"type": "array", "items": _SHORT, "maxItems": MAX_ACTIONS, "description": "Played first."},
            "sight": or_null(one_of("ABCD", "As this seat sees it. Without it all hands are open.")),
            "lines": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3},
            "stop": {**FLAG, "description": "Look no more. The search ends when no one looks. What was found stays."},
        },
        ["position"],
        closed=True,
    ),
    "Champion": object_schema({"version": _SEEN, "champion": CARD}, closed=True),
    "GiveTime": object_schema({"seat": SEAT}, closed=True),
    "TakeBack": object_schema(
        {
            "version": _SEEN,
            "help": {**FLAG, "description": "Against bots only: also over what was shown. The result then has `help`."},
        },
        ["version"],
        closed=True,
    ),
    "Answer": object_schema({"offer": one_of(KINDS), "accept": FLAG}, closed=True),
    "Nothing": object_schema({}, closed=True),
    "View": object_schema(
        {
            "format": {**TEXT, "description": "Which game's view it is: clash-view/1, ..."},
            "seat": {**or_null(SEAT), "description": "Whose view it is. None of a spectator."},
            "stage": {**TEXT, "description": "waiting until all seats are taken, over in the end, else of the game."},
            "to_act": list_of(SEAT, "The seats that the game waits for."),
            "actions": list_of(TEXT, "What the seat can play now, each as it is sent."),
            "position": {**OPEN_OBJECT, "description": "What lies on the table. Hidden cards are null or a number."},
            "mode": {**TEXT, "description": "Clash of Decks."},
            "game_format": {**TEXT, "description": "Clash of Decks: how decks are made."},
            "edition": {**TEXT, "description": "Clash of Decks."},
            "draft": {**OPEN_OBJECT, "description": "Clash of Decks: during a draft, instead of a position."},
            "decks": {**OPEN_OBJECT, "description": "Clash of Decks: shown when Champions are named."},
            "totals": {**OPEN_OBJECT, "description": "Clash of Magic Schools: points by seat."},
        },
        ["format", "seat", "stage", "to_act", "actions"],
        about="What the caller may see of the game. Each game's format has members of its own beside these.",
    ),
    "Result": object_schema({"winners": list_of(SEAT), "reason": TEXT, "record": TEXT}),
    "Offer": object_schema(
        {
            "kind": one_of(KINDS),
            "by": SEAT,
            "answers": {"type": "object", "additionalProperties": or_null(FLAG)},
        }
    ),
    "Seat": object_schema(
        {
            "kind": one_of(["person", "bot"]),
            "name": or_null(TEXT),
            "connected": FLAG,
            "presence": {**_PRESENCE, "description": "Of a person: away while no page of the game is looked at."},
            "level": one_of(_LEVELS),
            "character": one_of(_CHARACTERS, "Of a bot with a name."),
        },
        ["kind", "name", "connected"],
    ),
    "Look": object_schema(
        {
            "id": TEXT,
            "game": TEXT,
            "mode": or_null(TEXT),
            "format": or_null(TEXT),
            "version": VERSION,
            "status": one_of(["waiting", "draft", "terms", "play", "over"]),
            "seats": {"type": "object", "additionalProperties": ref("Seat")},
            "waiting_for": list_of(SEAT),
            "deadline_at": {**or_null(MOMENT), "description": "When time is up, or when a late turn can be claimed."},
            "clock": CLOCK,
            "clocks": or_null(ref("Clocks")),
            "result": or_null(ref("Result")),
            "view": ref("View"),
            "offers": list_of("Offer"),
            "rated": {**FLAG, "description": "Of a rated game alone."},
        },
        [
            *("id", "game", "mode", "format", "version", "status", "seats", "waiting_for", "deadline_at", "clock"),
            *("clocks", "result", "view", "offers"),
        ],
    ),
    "Clocks": {
        **object_schema({"at": MOMENT, "seats": {"type": "object", "additionalProperties": ref("SeatClock")}}),
        "description": "The clocks of people, as they were `at` the last entry of the log.",
    },
    "SeatClock": object_schema(
        {
            "left_ms": {**COUNT, "description": "Milliseconds."},
            "runs": FLAG,
            "falls_at": {
                **or_null(MOMENT),
                "description": "When a running clock is up: show the time until then, at most `left_ms`. Not in steps.",
            },
        },
        ["left_ms", "runs"],
    ),
    "CreatedGame": object_schema(
        {
            "id": TEXT,
            "url": TEXT,
            "version": VERSION,
            "seats": {"type": "object", "additionalProperties": OPEN_OBJECT},
            "view": ref("View"),
        }
    ),
    "OpenGames": object_schema({"items": list_of("OpenGame", "At most 50, the latest first.")}),
    "OpenGame": object_schema(
        {
            "id": TEXT,
            "game": TEXT,
            "mode": or_null(TEXT),
            "format": or_null(TEXT),
            "created": MOMENT,
            "deadline": {**or_null(COUNT), "description": "Seconds for each turn."},
            "clock": CLOCK,
            "spectators": FLAG,
            "rated": {**FLAG, "description": "Needs an account, and moves its rating."},
            "free": list_of(SEAT, "Seats that anybody may take."),
            "taken": {"type": "object", "additionalProperties": TEXT, "description": "Names by seat."},
            "is_seated": {**FLAG, "description": "You have a seat in this game."},
        }
    ),
    "JoinedSeat": object_schema({"seat": SEAT, "token": TEXT, "version": VERSION, "view": ref("View")}),
    "PlayedAction": object_schema({"action": TEXT, "events": _EVENTS}),
    "ActionsResult": object_schema({"version": VERSION, "steps": list_of("PlayedAction"), "view": ref("View")}),
    "PreviewResult": object_schema(
        {
            "steps": list_of("PlayedAction"),
            "view": ref("View"),
            "hidden_from": {**or_null(COUNT), "description": "The first action whose result is hidden."},
        }
    ),
    "ChampionResult": object_schema({"version": VERSION, "view": ref("View")}),
    "Step": object_schema(
        {
            "version": VERSION,
            "kind": one_of(LogEntry.Kind),
            "seat": or_null(SEAT),
            "action": {"anyOf": [*CARD["anyOf"], NULL], "description": CARD["description"]},
            "events": _EVENTS,
            "view": ref("View"),
            "result": ref("Result"),
            "clocks": ref("Clocks"),
        },
        ["version", "kind", "seat", "action", "events", "view"],
    ),
    "Event": object_schema(
        {
            "event": one_of(["state", "step", "notice", "beat"]),
            "id": {**TEXT, "pattern": "^[0-9]{1,9}$", "description": "A version: of state and step only."},
            "data": {
                **TEXT,
                "contentMediaType": "application/json",
                "contentSchema": {"anyOf": [ref("Look"), ref("Step"), ref("Notice"), OPEN_OBJECT]},
                "description": "state: Look, step: Step, notice: Notice. beat: `{}`, at least every 15 seconds.",
            },
        },
        ["event", "data"],
    ),
    "Notice": {
        "oneOf": [
            _notice(one_of([OFFER]), offer=ref("Offer")),
            _notice(one_of([OFFER_ENDED]), offer=one_of(KINDS), why=one_of([ACCEPTED, REFUSED, WITHDRAWN, LAPSED])),
            _notice(one_of([REMATCH]), game=TEXT, seat=or_null(SEAT), url=TEXT),
            _notice(one_of(CONNECTIONS), seat=SEAT),
            _notice(one_of([PRESENCE]), seat=SEAT, presence=_PRESENCE),
            _notice(one_of([PHRASE]), seat=SEAT, phrase=TEXT),
            _notice(one_of([TIME_GIVEN]), by=SEAT, seat=SEAT, ms=COUNT),
            _notice(one_of([CLOCKS]), now=MOMENT, clocks=ref("Clocks")),
        ],
        "description": "News that is not in the log. A resumed stream starts with open offers and with who is there.",
    },
    "Record": {**OPEN_OBJECT, "description": "The whole game in its engine's format. It replays to the same result."},
    "Proven": object_schema({"outcome": one_of(["wins", "loses"]), "turns": COUNT}),
    "AnalyzedTurn": object_schema(
        {
            "seat": SEAT,
            "actions": list_of(TEXT, "The whole turn."),
            "outlook": _SHARE,
            "error": {**_SHARE, "description": "How far the outlook may be off."},
            "proven": or_null(ref("Proven")),
            "answer": or_null(ref("AnalyzedTurn")),
            "position": {**OPEN_OBJECT, "description": "Where hidden cards were dealt for it: the position it is for."},
            "wins_in": {**COUNT, "description": "Deals in which the seat wins at once ..."},
            "deals": {**COUNT, "description": "... of so many."},
        },
        ["seat", "actions", "outlook", "error", "proven"],
    ),
    "Analysis": object_schema(
        {
            "state": one_of(["waiting", "running", "done", "failed", "cancelled"]),
            "sealed_by": {**TEXT, "description": "The puzzle that the rest would give away. Then it is not sent."},
            "progress": {**COUNT, "maximum": 100},
            "sight": or_null(SEAT),
            "seat": SEAT,
            "before": list_of(TEXT, "Actions before the seat can play."),
            "winners": or_null(list_of(SEAT)),
            "outlook": _SHARE,
            "error": _SHARE,
            "proven": or_null(ref("Proven")),
            "none_within": {**COUNT, "description": "Proven: no win within so many turns."},
            "lines": list_of("AnalyzedTurn"),
            "threat": or_null(
                object_schema(
                    {
                        "before": list_of(TEXT, "The seat only attacks."),
                        "line": or_null(ref("AnalyzedTurn")),
                        "lost": {"type": "object", "additionalProperties": COUNT},
                        "ends": {**FLAG, "description": "The seat has lost then: proven."},
                    },
                    ["before", "line", "lost", "ends"],
                )
            ),
        },
        ["state"],
    ),
    "AnalysisTrees": object_schema(
        {
            "data": list_of(
                object_schema({"token": TEXT, "title": TEXT, "nodes": COUNT, "updated": MOMENT, "url": ADDRESS})
            )
        }
    ),
    "AnalysisTree": object_schema(
        {
            "format": one_of(["clash-analysis/1"]),
            "title": TEXT,
            "seat": {**SEAT, "description": "Readers see it as this seat does. Without it all hands are open."},
            "position": {**OPEN_OBJECT, "description": "clash-position/1: where it starts."},
            "seed": COUNT,
            "turn_limit": COUNT,
            "nodes": {
                "type": "object",
                "description": "By number; 0 is the starting position.",
                "additionalProperties": object_schema(
                    {
                        "action": TEXT,
                        "children": list_of(COUNT, "The one that continues the line first."),
                        "name": TEXT,
                        "comment": TEXT,
                    },
                    [],
                ),
            },
        },
        ["format", "position", "nodes"],
    ),
    "Error": error_schema([*CODES, *OF_TABLES, *OF_GAMES], version=VERSION, view=ref("View")),
}

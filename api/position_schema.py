"""What a position is, for the API's description: ``clash-position/1`` as JSON Schemas, which the engine's reader is
held to by tests. What has this form may still be no position: the engine names each fault."""

from __future__ import annotations

from typing import Any, Final

from api.schemas import FLAG, TEXT, Schema, or_null, ref
from board.services import MAX_ACTIONS
from engine.decks.formats.card_reading import MAX_VALUE
from engine.decks.formats.interchange import BASTION, FORMAT, FORT, MAX_CARDS, MAX_NAME, REASONS
from engine.decks.formats.objectives import GOALS
from engine.decks.formats.position_writing import MARKS
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.board import CHAMPION_STATES, PHASE_NAMES
from engine.decks.rules.modes import LINE_NAMES, MODES, SEAT_NAMES

_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_SEAT: Final[Schema] = {"enum": list(SEAT_NAMES)}
_LINE: Final[Schema] = {"enum": list(LINE_NAMES)}
_SIDE: Final[Schema] = {"enum": [BASTION, FORT]}
_SLUGS: Final[Schema] = {"type": "array", "items": TEXT}
_VALUE: Final[Schema] = {**_COUNT, "maximum": MAX_VALUE}


def _closed(properties: Schema, required: tuple[str, ...] = (), about: str = "") -> Schema:
    """An object with these members and no others."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {}) | ({"description": about} if about else {})


def _list_of(name: str) -> Schema:
    return {"type": "array", "items": ref(name)}


_CREATURES: Final[Schema] = {
    **_list_of("PositionCreature"),
    "description": "From the Stronghold outwards; left out where there are none.",
}
_PLACE: Final[Schema] = {"player": _SEAT, "line": _LINE, "position": _COUNT}
POSITION_SCHEMAS: Final[Schema] = {
    "ClashPosition": _closed(
        {
            "format": {"enum": [FORMAT]},
            "edition": {"enum": [SEASON_2, SEASON_1], "default": SEASON_2},
            "mode": {"enum": list(MODES), "default": "duel"},
            "first": {**_SEAT, "default": "A", "description": "Who began."},
            "exhaustion": {**FLAG, "default": False, "description": "Played with the module of this name."},
            "active": {**_SEAT, "description": "Whose turn it is."},
            "phase": {"enum": list(PHASE_NAMES)},
            "mana": {**_COUNT, "default": 0, "description": "What is left to spend in this turn."},
            "players": {
                "type": "object",
                "propertyNames": _SEAT,
                "additionalProperties": {"anyOf": [ref("PositionPlayer"), ref("PositionAI")]},
                "description": "Each seat of the mode: A and B, or A to D.",
            },
            "objective": or_null(ref("PositionObjective")),
            "result": or_null(
                _closed(
                    {"winners": {"type": "array", "items": _SEAT}, "reason": {"enum": list(REASONS)}},
                    ("winners", "reason"),
                    "Of a game that is over.",
                )
            ),
        },
        ("active", "phase", "players"),
        f"{FORMAT}: a position of Clash of Decks, of at most {MAX_CARDS} cards.",
    ),
    "PositionPlayer": _closed(
        {
            "turn": {**_COUNT, "default": 0, "description": "How many turns this player has begun."},
            "hand": {
                "type": "array",
                "items": {"anyOf": [_SIDE, ref("PositionCard")]},
                "description": "From left to right; the Stronghold is among the cards, once, by its side.",
            },
            "upper": _CREATURES,
            "lower": _CREATURES,
            "champion": or_null(
                _closed({"card": ref("PositionCard"), "state": {"enum": list(CHAMPION_STATES[1:])}}, ("card", "state"))
            ),
        },
        ("hand",),
    ),
    "PositionAI": _closed(
        {
            "turn": {**_COUNT, "default": 0},
            "side": {**_SIDE, "default": BASTION},
            "ai": _closed(
                {
                    "fixed_mana": {**_COUNT, "default": 6},
                    "variable_mana": {**_COUNT, "default": 1},
                    "resistance": {**FLAG, "default": False},
                    "abilities": _SLUGS,
                }
            ),
            **dict.fromkeys(("pile", "discard"), _list_of("PositionCard")),
            "upper": _CREATURES,
            "lower": _CREATURES,
        },
        ("ai",),
        "The seat of the AI in the modes against it.",
    ),
    "PositionCreature": _closed(
        {
            "card": ref("PositionCard"),
            "symbiote": or_null(ref("PositionCard")),
            "enchained": or_null(ref("PositionCard")),
            "champion": {"enum": [True, False, "symbiote"], "description": "Whether it is its player's Champion."},
            "damage": {**_COUNT, "default": 0},
            "sprint": {**_COUNT, "default": 0},
            **{name: {**FLAG, "default": False} for name, _mark in MARKS},
        },
        ("card",),
    ),
    "PositionCard": {
        "anyOf": [
            {**TEXT, "description": "The reference of one of the site's own cards: set/card."},
            _closed(
                {
                    "name": {**TEXT, "maxLength": MAX_NAME},
                    "type": {"enum": ["creature", "incantation"]},
                    "cost": _VALUE,
                    "av": _VALUE,
                    "hp": {**_VALUE, "minimum": 1, "description": "Of Creatures alone."},
                    "abilities": _SLUGS,
                    "sharpened": {**FLAG, "description": "Of an Incantation in a hand."},
                },
                ("name", "type", "cost", "av"),
            ),
        ]
    },
    "PositionObjective": _closed(
        {
            "player": {**_SEAT, "description": "Who is to reach it."},
            "goal": {
                "anyOf": [
                    {"enum": list(GOALS)},
                    _closed({"damage": {**_COUNT, "minimum": 1}}, ("damage",)),
                    _closed({"destroy": _closed(_PLACE, tuple(_PLACE))}, ("destroy",)),
                ]
            },
            "turns": {**_COUNT, "minimum": 1, "description": "Of this player, that of now included."},
        },
        ("player", "goal", "turns"),
    ),
    "PositionAction": {
        "anyOf": [
            {**TEXT, "description": "As text: mana, 2 upper, 1 at B lower 0, 3 onto upper 1, assault, end-turn."},
            _closed({"do": {"enum": ["mana", "assault", "end-turn"]}}, ("do",)),
            _closed(
                {
                    "play": {"anyOf": [_COUNT, {"enum": ["champion"]}], "description": "A place of the hand, from 0."},
                    "line": _LINE,
                    "onto": _closed({"line": _LINE, "position": _COUNT}, ("line", "position")),
                    "target": _closed(_PLACE, tuple(_PLACE)),
                },
                ("play",),
            ),
        ]
    },
    "Position": {
        "anyOf": [ref("ClashPosition"), ref("PositionRequest")],
        "description": "A position, or a position with actions to carry out in it first.",
    },
    "PositionRequest": _closed(
        {
            "position": {
                "anyOf": [
                    ref("ClashPosition"),
                    {"type": "string", "pattern": "^cod1 ", "description": "The same as a line of text."},
                ]
            },
            "actions": {"type": "array", "items": ref("PositionAction"), "maxItems": MAX_ACTIONS},
            "turn_limit": {**_COUNT, "minimum": 1, "description": "The turns after which the game is drawn."},
        },
        ("position",),
    ),
}
_DUCK: Final[dict[str, Any]] = {
    "name": "Duck", "type": "creature", "cost": 1, "av": 2, "hp": 1, "abilities": [],
}  # fmt: skip
EXAMPLE: Final[dict[str, Any]] = {
    "position": {
        "format": FORMAT,
        "mode": "duel",
        "active": "A",
        "phase": "summoning",
        "mana": 1,
        "players": {
            "A": {"turn": 2, "hand": [BASTION, _DUCK, {**_DUCK, "name": "Drake"}], "lower": [{"card": _DUCK}]},
            "B": {"turn": 1, "hand": [FORT, {**_DUCK, "name": "Goose", "abilities": ["aerial"]}]},
        },
        "objective": {"player": "A", "goal": {"damage": 1}, "turns": 1},
    },
    "actions": [],
}

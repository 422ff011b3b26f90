"""``clash-position/1`` as JSON Schemas; tests hold the engine's reader to them. A body of this form may still be no
position: the engine names each fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from board.services import MAX_ACTIONS
from engine.decks.formats.card_reading import MAX_VALUE
from engine.decks.formats.interchange import BASTION, FORMAT, FORT, MAX_CARDS, MAX_NAME, REASONS
from engine.decks.formats.objectives import ASKED, GOALS, KEPT, MAX_NAMED, MAX_OTHERS, MAX_PLAYS, MAX_POOL
from engine.decks.formats.position_writing import MARKS
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.board import CHAMPION_STATES, PHASE_NAMES
from engine.decks.rules.modes import LINE_NAMES, MODES, SEAT_NAMES
from web.openapi import COUNT, FLAG, TEXT, TEXTS, Schema, list_of, object_schema, one_of, or_null, ref

_SEAT: Final = one_of(SEAT_NAMES)
_LINE: Final = one_of(LINE_NAMES)
_SIDE: Final = one_of([BASTION, FORT])
_VALUE: Final[Schema] = {**COUNT, "maximum": MAX_VALUE}


def _closed(properties: Schema, required: Sequence[str] = (), about: str = "") -> Schema:
    return object_schema(properties, required, closed=True, about=about)


_CREATURES: Final = list_of("PositionCreature", "From the Stronghold outwards.")
_AT: Final[Schema] = {"line": _LINE, "position": COUNT}
_PLACE: Final[Schema] = {"player": _SEAT, **_AT}
_LONG_GOALS: Final = (ref("DamageGoal"), ref("DestroyGoal"))
_NAMED: Final[Schema] = {**list_of("PositionCard", "Cards, equal ones are one."), "maxItems": MAX_NAMED}
POSITION_SCHEMAS: Final[Schema] = {
    "ClashPosition": _closed(
        {
            "format": one_of([FORMAT]),
            "edition": {**one_of([SEASON_2, SEASON_1]), "default": SEASON_2},
            "mode": {**one_of(MODES), "default": "duel"},
            "first": {**_SEAT, "default": "A", "description": "The first player."},
            "exhaustion": {**FLAG, "default": False, "description": "Played with the Exhaustion module."},
            "active": {**_SEAT, "description": "Whose turn it is."},
            "phase": one_of(PHASE_NAMES),
            "mana": {**COUNT, "default": 0, "description": "Left to spend this turn."},
            "players": _closed(
                {seat: {"anyOf": [ref("PositionPlayer"), ref("PositionAI")]} for seat in SEAT_NAMES},
                SEAT_NAMES[:2],
                "By seat: A and B, in modes for four A to D.",
            ),
            "objective": or_null(ref("PositionObjective")),
            "result": or_null(
                _closed(
                    {"winners": list_of(_SEAT), "reason": one_of(REASONS)},
                    ("winners", "reason"),
                    "Of a finished game.",
                )
            ),
        },
        ("active", "phase", "players"),
        f"{FORMAT}: a position of Clash of Decks, of at most {MAX_CARDS} cards.",
    ),
    "PositionPlayer": _closed(
        {
            "turn": {**COUNT, "default": 0, "description": "Turns this player has started."},
            "hand": {
                "type": "array",
                "items": {"anyOf": [_SIDE, ref("PositionCard")]},
                "contains": _SIDE,
                "maxContains": 1,
                "description": "From left to right, with the Stronghold's side once among the cards.",
            },
            "upper": _CREATURES,
            "lower": _CREATURES,
            "champion": or_null(
                _closed({"card": ref("PositionCard"), "state": one_of(CHAMPION_STATES[1:])}, ("card", "state"))
            ),
        },
        ("hand",),
    ),
    "PositionAI": _closed(
        {
            "turn": {**COUNT, "default": 0},
            "side": {**_SIDE, "default": BASTION},
            "ai": _closed(
                {
                    "fixed_mana": {**COUNT, "default": 6},
                    "variable_mana": {**COUNT, "default": 1},
                    "resistance": {**FLAG, "default": False},
                    "abilities": TEXTS,
                }
            ),
            **dict.fromkeys(("pile", "discard"), list_of("PositionCard")),
            "upper": _CREATURES,
            "lower": _CREATURES,
        },
        ("ai",),
        "The AI's seat, in modes against the AI.",
    ),
    "PositionCreature": _closed(
        {
            "card": ref("PositionCard"),
            "symbiote": or_null(ref("PositionCard")),
            "enchained": or_null(ref("PositionCard")),
            "champion": {"anyOf": [FLAG, one_of(["symbiote"])], "description": "Whether it is its player's Champion."},
            "damage": {**COUNT, "default": 0},
            "sprint": {**COUNT, "default": 0},
            **{name: {**FLAG, "default": False} for name, _mark in MARKS},
        },
        ("card",),
    ),
    "PositionCard": {
        "anyOf": [
            {**TEXT, "description": "A card of the site: set/card."},
            ref("WrittenCard"),
        ]
    },
    "WrittenCard": _closed(
        {
            "name": {**TEXT, "maxLength": MAX_NAME},
            "type": one_of(["creature", "incantation"]),
            "cost": _VALUE,
            "av": _VALUE,
            "hp": {**_VALUE, "minimum": 1, "description": "Creatures only."},
            "abilities": TEXTS,
            "sharpened": {**FLAG, "description": "Incantations in a hand only."},
        },
        ("name", "type", "cost", "av"),
    ),
    "PositionObjective": _closed(
        {
            "player": {**_SEAT, "description": "The player who must reach it."},
            "goal": {
                "anyOf": [
                    one_of(GOALS),
                    *_LONG_GOALS,
                ]
            },
            "turns": {**COUNT, "minimum": 1, "description": "Turns of this player, with the current one."},
            "and": {
                "type": "array",
                "items": {"anyOf": [one_of([goal for goal in GOALS if goal != "predict"]), *_LONG_GOALS]},
                "maxItems": MAX_OTHERS,
                "description": "Further goals, to be reached as well.",
            },
            "within": {**FLAG, "description": "Fewer turns are as good: no unintended solution."},
            "conditions": ref("ObjectiveConditions"),
            "hidden": _closed(
                {
                    "player": {**_SEAT, "description": "Whose hand isn't known. It shows backs."},
                    "cards": {
                        "type": "array",
                        "items": ref("PositionCard"),
                        "maxItems": MAX_POOL,
                        "description": "The cards of which it is. A solution works against every such hand.",
                    },
                },
                ("player", "cards"),
            ),
            "ask": {**one_of(ASKED), "description": "What is asked instead of a solution: how many there are."},
        },
        ("player", "goal", "turns"),
    ),
    "ObjectiveConditions": _closed(
        {
            "incantations": {**FLAG, "default": True, "description": "Whether Incantations can be played."},
            "plays": {**COUNT, "maximum": MAX_PLAYS, "description": "The most cards to play."},
            "fewest": {**FLAG, "description": "With plays: no fewer are enough."},
            "with": _NAMED,
            "without": _NAMED,
            "keep": {"type": "array", "items": one_of(KEPT), "description": "What the player can't lose."},
        }
    ),
    "PositionAction": {
        "anyOf": [
            {**TEXT, "description": "As text: mana, 2 upper, 1 at B lower 0, 3 onto upper 1, assault, end-turn."},
            ref("PositionDo"),
            ref("PositionPlay"),
        ]
    },
    "PositionDo": _closed({"do": one_of(["mana", "assault", "end-turn"])}, ("do",)),
    "PositionPlay": _closed(
        {
            "play": {"anyOf": [COUNT, one_of(["champion"])], "description": "A card of the hand, from 0."},
            "line": _LINE,
            "onto": _closed(_AT, tuple(_AT)),
            "target": ref("PositionPlace"),
        },
        ("play",),
    ),
    "PositionPlace": _closed(_PLACE, tuple(_PLACE)),
    "DamageGoal": _closed({"damage": {**COUNT, "minimum": 1}}, ("damage",)),
    "DestroyGoal": _closed({"destroy": ref("PositionPlace")}, ("destroy",)),
    "Position": {
        "anyOf": [ref("ClashPosition"), ref("PositionRequest")],
        "description": "A position, or a position with actions to play first.",
    },
    "PositionRequest": _closed(
        {
            "position": {
                "anyOf": [
                    ref("ClashPosition"),
                    {"type": "string", "pattern": "^cod1 ", "description": "The position as a line of text."},
                ]
            },
            "actions": {"type": "array", "items": ref("PositionAction"), "maxItems": MAX_ACTIONS},
            "turn_limit": {**COUNT, "minimum": 1, "description": "The game is drawn after this many turns."},
        },
        ("position",),
    ),
}

"""``clash-cards/1`` as a JSON Schema, for programs: as strict as the reader, but for what needs a look around.

What only the reader knows: whether an icon is in the library, whether two cards have one short name, and whose a
picture is.
"""

from __future__ import annotations

from typing import Any, Final

from cards.art import ZOOM
from cards.colours import TINTS
from cards.exchange.shape import VERSION, CardFile
from cards.figures import MOST_IN_BAND
from cards.scenery import SCENES
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

_INTEGER: Final = {"type": "integer"}
_ABILITY: Final = {"type": "string", "pattern": f"^({AURA_PREFIX})?({'|'.join(FLAG_OF_SLUG)})$"}
_SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
_ART: Final = {
    "type": "object",
    "description": "A composition, or the crop of the picture; without it the art follows the name.",
    "default": {},
    "anyOf": [
        {"title": "By name", "maxProperties": 0},
        {
            "title": "Composition",
            "properties": {
                "icon": {"type": "string", "description": "Name of an icon of game-icons.net"},
                "scene": {"enum": list(SCENES)},
                "tint": {"enum": list(TINTS)},
                "seed": {"type": "string", "description": "Varies the landscape"},
                "flip": {"type": "boolean", "description": "Mirrors the icon"},
                "hand": {"type": "string", "description": "Name of the icon of what it holds"},
                "back": {"type": "string", "description": "Name of the icon of what is behind it"},
                "band": {"type": "integer", "minimum": 1, "maximum": MOST_IN_BAND, "description": "How many there are"},
            },
            "required": ["icon", "scene", "tint"],
            "additionalProperties": False,
        },
        {
            "title": "Crop",
            "properties": {
                "x": _SHARE,
                "y": _SHARE,
                "zoom": {"type": "number", "minimum": ZOOM[0], "maximum": ZOOM[1]},
                "rotation": {"type": "number", "minimum": -360, "maximum": 360},
            },
            "required": ["zoom"],
            "additionalProperties": False,
        },
    ],
}
_BY_TYPE: Final = [
    {
        "if": {"properties": {"type": {"enum": ["creature", "champion"]}}},
        "then": {"required": ["hp"], "properties": {"hp": _INTEGER}},
        "else": {"properties": {"hp": {"type": "null"}}},
    },
    {
        "if": {"properties": {"type": {"enum": ["stronghold", "bridge"]}}},
        "then": {"properties": {"cost": {"enum": [0, None]}, "av": {"enum": [0, None]}, "abilities": {"maxItems": 0}}},
        "else": {"required": ["cost", "av"], "properties": {"cost": _INTEGER, "av": _INTEGER}},
    },
]


def schema() -> dict[str, Any]:
    """The format as a JSON Schema of the draft 2020-12."""
    document = CardFile.model_json_schema()
    document["description"] = "A file of cards, with or without the set that they are of."
    for name in ("CardContent", "SetContent"):
        fields = document["$defs"][name]["properties"]
        fields["abilities"]["items"] = _ABILITY
        fields["name"]["pattern"] = r"\S"
    card = document["$defs"]["CardContent"]
    card["properties"]["abilities"]["uniqueItems"] = True
    card["properties"]["art"] = _ART
    card["allOf"] = _BY_TYPE
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document, "title": VERSION}

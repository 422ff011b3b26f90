"""``clash-cards/1`` as a JSON Schema, for programs: as strict as the reader, but for what needs a look around.

What only the reader knows: whether an icon is in the library, whether two cards have one short name, and whose a
picture is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cards.art import LEAST_ZOOM, ZOOM
from cards.colours import TINTS
from cards.exchange.shape import VERSION, CardFile
from cards.figures import MOST_IN_BAND
from cards.scenery import SCENES
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

_ABILITY: Final = {"type": "string", "pattern": f"^({AURA_PREFIX})?({'|'.join(FLAG_OF_SLUG)})$"}
_SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
_CROP: Final = {
    "x": _SHARE,
    "y": _SHARE,
    "rotation": {"type": "number", "minimum": -360, "maximum": 360},
    "out": {"type": "boolean", "description": "Lays a picture with transparency over the frame"},
}
_GROUND: Final = {
    "scene": {"enum": list(SCENES)},
    "tint": {"enum": list(TINTS)},
    "seed": {"type": "string", "description": "Varies the landscape"},
}
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
                **_GROUND,
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
            "properties": {**_CROP, "zoom": {"type": "number", "minimum": ZOOM[0], "maximum": ZOOM[1]}},
            "required": ["zoom"],
            "additionalProperties": False,
        },
        {
            "title": "Crop over a landscape",
            "properties": {
                **_CROP,
                "zoom": {"type": "number", "minimum": LEAST_ZOOM, "maximum": ZOOM[1]},
                **_GROUND,
            },
            "required": ["zoom", "scene", "tint"],
            "additionalProperties": False,
        },
    ],
}
_NULL: Final = {"type": "null", "default": None}
_NOTHING: Final = {"anyOf": [{"type": "integer", "const": 0}, {"type": "null"}], "default": None}


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
    card["properties"]["art"] = {"$ref": "#/$defs/CardArt"}
    forms = {f"{form['title']}Content": form for form in _forms_of(card)}
    either = {"description": card["description"], "oneOf": [{"$ref": f"#/$defs/{name}"} for name in forms]}
    document["$defs"] |= {"CardContent": either, "CardArt": _ART, **forms}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document, "title": VERSION}


def _forms_of(card: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A card by its type: for each form one closed object with all of its members, which every validator and every
    generator of clients reads alike."""
    values = {name: {**card["properties"][name]["anyOf"][0], "title": name} for name in ("cost", "av", "hp")}
    costs = {name: values[name] for name in ("cost", "av")}
    yield _form(card, "Fighter", ("creature", "champion"), values, values)
    yield _form(card, "Incantation", ("incantation",), {**costs, "hp": _NULL}, costs)
    bare = {**card["properties"]["abilities"], "maxItems": 0}
    yield _form(
        card, "Place", ("stronghold", "bridge"), {"cost": _NOTHING, "av": _NOTHING, "hp": _NULL, "abilities": bare}
    )


def _form(
    card: dict[str, Any], title: str, types: Iterable[str], members: dict[str, Any], required: Iterable[str] = ()
) -> dict[str, Any]:
    properties = {**card["properties"], **members, "type": {"type": "string", "enum": list(types)}}
    return {**card, "title": title, "properties": properties, "required": [*card["required"], *required]}


def card_schemas(place: str) -> dict[str, Any]:
    """The schema of a card, ``CardContent``, with those that it is made of, for a document that has them elsewhere."""
    parts = schema()["$defs"]
    named = {name: part for name, part in parts.items() if name.startswith("Card") or name.endswith("Content")}
    del named["SetContent"]
    moved: dict[str, Any] = json.loads(json.dumps(named).replace("#/$defs/", place))
    return moved

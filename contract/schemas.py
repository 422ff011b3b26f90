"""Parts of JSON schemas that the descriptions of games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

NULL: Final = {"type": "null"}
OPEN_OBJECT: Final[dict[str, Any]] = {"type": "object"}
SEAT: Final = {"type": "string", "description": "The name of a seat: A to D, dragombre and blancgriffon, or A to F."}
CARD: Final = {
    "anyOf": [{"type": "string"}, OPEN_OBJECT],
    "description": "set:number, set/card, or a card written out as in a position.",
}


def object_schema(
    properties: dict[str, Any], required: list[str] | None = None, *, closed: bool = False
) -> dict[str, Any]:
    written: dict[str, Any] = {"type": "object", "properties": properties}
    written["required"] = list(properties) if required is None else required
    if closed:
        written["additionalProperties"] = False
    return written


def or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, NULL]}


def new_seat(levels: Sequence[str]) -> dict[str, Any]:
    """A seat in a request to create a game."""
    kinds = {"kind": {"enum": ["me", "open", "bot"]}, "level": {"enum": list(levels)}}
    return object_schema(kinds, ["kind"], closed=True)


SEED: Final = or_null({"type": "string", "pattern": "^[0-9]{1,60}$"})
DEADLINE: Final = or_null({"type": "integer", "minimum": 1, "maximum": 5_184_000})

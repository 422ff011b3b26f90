"""Parts of JSON Schemas that the descriptions of games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from contract.characters import NO_CHARACTERS, Characters
from contract.clocks import DAYS, FISCHER, MAX_BASE, MAX_DAYS, MAX_INCREMENT, MAX_TURN, TURN
from web.openapi import NULL, OPEN_OBJECT, TEXT, Schema, object_schema, one_of, or_null

SEAT: Final = {**TEXT, "description": "The name of a seat: A to D, dragombre and blancgriffon, or A to F."}
CARD: Final[Schema] = {
    "anyOf": [TEXT, OPEN_OBJECT],
    "description": "set:number, set/card, or a card written out as in a position.",
}
SEED: Final = or_null({**TEXT, "pattern": "^[0-9]{1,60}$"})
_CLOCKS: Final = {
    FISCHER: {"base": (10, MAX_BASE), "increment": (0, MAX_INCREMENT)},
    TURN: {"seconds": (10, MAX_TURN)},
    DAYS: {"days": (1, MAX_DAYS)},
}
CLOCK: Final[Schema] = {
    "anyOf": [
        *(
            object_schema(
                {
                    "kind": one_of([kind]),
                    **{key: {"type": "integer", "minimum": low, "maximum": high} for key, (low, high) in keys.items()},
                },
                closed=True,
            )
            for kind, keys in _CLOCKS.items()
        ),
        NULL,
    ],
    "description": "Who runs out of time loses at once. fischer: seconds for the game and an increment for each turn; "
    "turn: seconds for each turn; correspondence: days for each turn. Not with a deadline.",
}
DEADLINE: Final = or_null({"type": "integer", "minimum": 1, "maximum": 5_184_000, "description": "Seconds for a turn."})


def new_seat(levels: Sequence[str], characters: Characters = NO_CHARACTERS) -> Schema:
    """A seat in a request to create a game."""
    kinds = {"kind": one_of(["me", "open", "bot"]), "level": one_of(levels)}
    if characters:
        kinds["character"] = one_of(characters, "A bot with a name and a level of its own, instead of a level.")
    return object_schema(kinds, ["kind"], closed=True)

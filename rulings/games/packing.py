"""States of simple games in addresses: the JSON of the interchange format, compressed."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.kernel.errors import EngineError

PACKED: Final = "z"  # what a compressed state begins with
MAX_LENGTH: Final = 16 * 1024  # of what is pasted, in characters
MAX_TEXT: Final = 64 * 1024  # of a state that is unpacked, in bytes

State = Mapping[str, Any]


def query_of_state(game: str, state: State, actions: Sequence[str] = ()) -> dict[str, str]:
    """The parameters of the question form's address for a state of a game, with what is done in it."""
    query = {"game": game, "p": _packed(state)}
    return {**query, "a": ";".join(actions)} if actions else query


def line_of_state(state: State) -> str:
    """A state as one line of JSON."""
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def _packed(state: State) -> str:
    packed = base64.urlsafe_b64encode(zlib.compress(line_of_state(state).encode(), 9)).decode()
    return PACKED + packed.rstrip("=")


def unpacked(text: str) -> str:
    """The JSON that ``query_of_state`` has packed. Raises ``EngineError`` for anything else."""
    try:
        if len(text) > MAX_LENGTH:
            raise ValueError("too long")
        letters = text.removeprefix(PACKED)
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        unpacker = zlib.decompressobj()
        unpacked = unpacker.decompress(packed, MAX_TEXT)
        if not unpacker.eof:
            raise ValueError("too long or cut off")
        return unpacked.decode()
    except (ValueError, binascii.Error, zlib.error) as wrong:
        raise EngineError("bad-json", "this is no packed state") from wrong

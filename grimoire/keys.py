"""When two positions are the same puzzle, and when a proof can be used again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from engine.interchange import write_position
from engine.position import Position
from engine.version import RULES_VERSION
from grimoire.naming import CARD_TYPES, written_out


def position_key(position: Position) -> str:
    """A hash, equal for equal positions with the same objective, whatever their cards are called."""
    return _hashed(position)


def proof_key(position: Position) -> str:
    """As ``position_key``, but another one under other rules."""
    return _hashed(position, RULES_VERSION)


def _hashed(position: Position, *more: object) -> str:
    plain = _without_names(written_out(write_position(position)), {})
    return hashlib.sha256(json.dumps([plain, *more], sort_keys=True).encode()).hexdigest()


def _without_names(data: Any, numbers: dict[str, int]) -> Any:
    """Cards of one name get one number: which of them are equal counts when solutions are told apart."""
    if isinstance(data, list):
        return [_without_names(part, numbers) for part in data]
    if not isinstance(data, dict):
        return data
    plain = {key: _without_names(value, numbers) for key, value in sorted(data.items())}
    if data.get("type") in CARD_TYPES:
        plain["name"] = numbers.setdefault(data["name"], len(numbers))
        plain["abilities"] = sorted(data.get("abilities", []))
    return plain

"""When two positions are the same puzzle, and when a proof can be used again."""

from __future__ import annotations

import hashlib

from engine.position import Position
from engine.version import RULES_VERSION


def position_key(position: Position) -> str:
    """A hash, equal for positions that are equal in all that matters for the rules, with the same objective.

    Names of cards, of players and of labels count for nothing.
    """
    return _hashed(position)


def proof_key(position: Position) -> str:
    """As ``position_key``, but another one under other rules."""
    return _hashed(position, RULES_VERSION)


def _hashed(position: Position, *more: object) -> str:
    return hashlib.sha256(repr((position.key(), position.objective, *more)).encode()).hexdigest()

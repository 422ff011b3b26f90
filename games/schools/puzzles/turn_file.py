"""Composed turns as lines of a book's file, as ``grimoire.book_files`` reads them."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from engine.schools.composing import ComposedTurn
from engine.schools.composing.measures import theme
from engine.schools.formats.state_writing import write_state
from engine.schools.rules.version import RULES_VERSION

KEY_LENGTH: Final = 16


def bound_turn(page: ComposedTurn, attempt: int) -> dict[str, Any]:
    """A page as it is kept: where it comes from, the position, the whole proof, how hard it is."""
    position = write_state(page.state)
    measures = page.measures.to_json()
    difficulty = {"level": measures.pop("level"), "points": measures.pop("points"), "features": measures}
    return {
        "key": hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:KEY_LENGTH],
        "part": page.seed,
        "attempt": attempt,
        "position": position,
        "answer": {**page.proof.to_json(), "difficulty": difficulty},
        "abilities": [],
        "likeness": " ".join(theme(page.proof.ways[0])),
        "rules_version": RULES_VERSION,
    }

"""Shuffles that a seed settles, to the letter of the contract (part 6), so that any program in any language agrees.

Card number i of the cards in canonical order gets the key SHA-256 of ``SEED/WHAT/COUNT/i``; the smallest key is drawn
first.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from engine.schools.rules.components import ELEMENTS, LEVELS_OF_TRIALS, STUDENTS_EACH, TRIALS_OF_LEVEL

STUDENTS: Final = "students"
TRIALS: Final = "trials"
CHAMPIONSHIP: Final = "championship"
SEED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

ALL_STUDENTS: Final = tuple(element for element in range(len(ELEMENTS)) for _ in range(STUDENTS_EACH))
ALL_TRIALS: Final = tuple(level for level in LEVELS_OF_TRIALS for _ in range(TRIALS_OF_LEVEL[level]))


def shuffled(cards: Sequence[int], seed: str, what: str, count: int) -> list[int]:
    """The cards, given in canonical order, as a seed shuffles them: the one drawn first is first."""
    start = f"{seed}/{what}/{count}/"
    order = sorted(range(len(cards)), key=lambda i: hashlib.sha256(f"{start}{i}".encode("ascii")).digest())
    return [cards[i] for i in order]

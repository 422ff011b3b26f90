"""How bots of the same level differ: what they mind more, their own things or what the others have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Temper:
    """Factors of a bot's evaluation: of all that is its ``own`` side's, and of all that is the ``others``'."""

    own: float = 1.0
    others: float = 1.0


EVEN: Final = Temper()  # that of a level without a character
AGGRESSIVE: Final = Temper(own=0.4, others=1.6)
CAREFUL: Final = Temper(own=1.6, others=0.4)

"""How like two questions are letter by letter: small words, word order and slips count there, endings hardly.

What questions mean (``alike``) leaves out "à" and "pendant", so that "à combien joue-t-on" and "combien je joue" are
the same; here they are not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cards.folding import folded
from rulings.searching.stems import WORD

_RUN: Final = 3  # letters that stand together


@lru_cache(maxsize=16384)
def runs(text: str) -> frozenset[str]:
    """All runs of three letters in a folded text, spaces between and around words included."""
    spaced = f"  {' '.join(WORD.findall(folded(text)))} "
    return frozenset(spaced[at : at + _RUN] for at in range(len(spaced) - _RUN + 1))


def likeness(text: str, other_text: str) -> float:
    """The share of runs that two texts have in common (Dice's coefficient), from 0 to 1."""
    mine, theirs = runs(text), runs(other_text)
    return 2 * len(mine & theirs) / ((len(mine) + len(theirs)) or 1)

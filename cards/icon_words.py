"""French words for what icons show, as the English ones by which the library names the same things."""

from __future__ import annotations

from collections import Counter
from functools import cache

from cards.abilities import TEXTS
from cards.folding import folded
from cards.icons import drawings


@cache
def _french_words() -> dict[str, tuple[str, ...]]:
    return {folded(word): tuple(english) for word, english in TEXTS.file("fr", "icons").items()}


def in_english(word: str) -> tuple[str, ...]:
    """What the library calls a French thing: by the word, its singular, or, from four letters on, its beginning.

    ``word`` is folded.
    """
    known = _french_words()
    for form in (word, word.removesuffix("s"), word.removesuffix("x")):
        if form in known:
            return known[form]
    begun = [english for whole, english in known.items() if len(word) > 3 and whole.startswith(word)]
    return begun[0] if len(begun) == 1 else ()


@cache
def pictured_words() -> tuple[str, ...]:
    """The words for what icons show, in English those of most icons first, then in French."""
    counts = Counter(part for name in drawings() for part in name.split("-") if len(part) > 2)
    return tuple(dict.fromkeys((*(word for word, _count in counts.most_common()), *_french_words())))

"""Words that mean the same when somebody asks: "castle" and "Stronghold", "right away" and "at once".

They stand in ``rulebook/alike.toml``; questions and the ways to ask are compared by what is left of them when each such
word is the first of its line and the words that say nothing are gone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from cards.folding import folded
from rulings.rulebook import FOLDER
from rulings.searching.stems import WORD, stem

_TOGETHER: Final = "_"  # between words that mean something together


def meanings(words: Sequence[str], language: str) -> list[str]:
    """What some folded words mean, in their order, without those that say nothing."""
    result: list[str] = []
    several, single, silent = _several(language), _single(language), silent_words(language)
    at = 0
    while at < len(words):
        known = next(((many, meaning) for many, meaning in several.get(words[at], ()) if _stand(many, words, at)), None)
        if known:
            result.append(known[1])
            at += len(known[0])
            continue
        if words[at] not in silent:
            result.append(single.get(stem(words[at], language), stem(words[at], language)))
        at += 1
    return result


def meaning(text: str, language: str) -> str:
    """What a text means, with spaces between its words."""
    return " ".join(meanings(WORD.findall(folded(text)), language))


def _stand(many: tuple[str, ...], words: Sequence[str], at: int) -> bool:
    return tuple(words[at : at + len(many)]) == many


@cache
def silent_words(language: str) -> frozenset[str]:
    """The words that say nothing about what is asked, folded."""
    with (FOLDER / "words.toml").open("rb") as file:
        return frozenset(folded(tomllib.load(file)["silent"][language]).split())


@cache
def leaning_words(language: str) -> frozenset[str]:
    """The words by which a sentence begins that cannot be understood without the one before it, folded."""
    with (FOLDER / "words.toml").open("rb") as file:
        return frozenset(folded(tomllib.load(file)["leaning"][language]).split())


@cache
def known_alike(language: str) -> frozenset[str]:
    """Every word of the lists, folded."""
    return frozenset(part for line in alike_lines(language) for word in line.split() for part in word.split(_TOGETHER))


@cache
def alike_lines(language: str) -> list[str]:
    """The lists: folded words that mean the same on a line each, the one that stands for them first."""
    with (FOLDER / "alike.toml").open("rb") as file:
        data: dict[str, Any] = tomllib.load(file)
    return [folded(line) for line in data[language]]


@cache
def _single(language: str) -> dict[str, str]:
    """The word that stands for a stem, as a stem."""
    by_word: dict[str, str] = {}
    for line in alike_lines(language):
        words = line.split()
        for word in words:
            if _TOGETHER not in word:
                by_word.setdefault(stem(word, language), stem(words[0], language))
    return by_word


@cache
def _several(language: str) -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """By their first word, words that belong together, the longest first, with the stem that stands for them."""
    by_first_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for line in alike_lines(language):
        words = line.split()
        for word in words:
            if _TOGETHER in word:
                parts = tuple(word.split(_TOGETHER))
                by_first_word.setdefault(parts[0], []).append((parts, stem(words[0], language)))
    return {first: tuple(sorted(many, key=lambda entry: -len(entry[0]))) for first, many in by_first_word.items()}

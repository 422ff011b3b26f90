"""How well the rules of a game fit a question: how much of its weight is in what they find, and in how it is asked for.

A word weighs the more, the fewer rulings, paragraphs and abilities of all games have it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final

from cards.folding import folded
from rulings.games.registry import plain_games
from rulings.games.searching import corpus_of, mended_in
from rulings.rulebook import RULING
from rulings.searching.alike import known_alike, meaning, meanings, silent_words
from rulings.searching.answers import ways_in, ways_to_ask
from rulings.searching.asking import is_known, mended
from rulings.searching.entries import RuleEntry, entries
from rulings.searching.index import rows_with
from rulings.searching.phrasings import Answer
from rulings.searching.stems import WORD, stem, stems
from rulings.texts import FOLDER, LANGUAGES

DECKS: Final = "clash-of-decks"
_NAMED: Final = re.compile(r"(?<=[\w,;] )[A-ZÉÈÀ]\w+")  # with a capital letter although no sentence begins
_NEAR: Final = 3  # results that are looked at
_FOUND: Final = 0.4  # what being there counts, being asked for so,
_WAYS: Final = 0.35
_SPOKEN: Final = 0.25  # and that the rules of the game have these very words


@dataclass(frozen=True)
class Fit:
    """``score`` is from 0 to 1; ``weigh`` says how much a word weighs that means something (``alike``); ``unheard`` is
    the share of the question's weight in words of which neither the rules of any game nor a way to ask has one."""

    score: float
    weigh: Callable[[str], float]
    unheard: float = 0.0


def fit_of(game: str, query: str, language: str, found: Sequence[Answer], answers: tuple[RuleEntry, ...] = ()) -> Fit:
    """How well a question fits what a game has found for it: kinds and ids, the best first."""
    raw = WORD.findall(folded(query))
    words = set(meanings([_mended(word, game, language) for word in raw], language))
    weigh = partial(_weight, language=language)
    whole = sum(map(weigh, words))
    if not whole:
        return Fit(0.0, weigh)
    stems_asked = {stem(word, language) for word in raw if word not in silent_words(language)}
    literal = partial(_literal_weight, language=language)
    spoken = sum(map(literal, stems_asked & _rule_stems(game, language))) / (sum(map(literal, stems_asked)) or 1.0)
    scores = [0.0]
    for answer in found[:_NEAR]:
        here = _words_of(game, answer, language, answers)
        covered = sum(weigh(word) for word in words & here) / whole
        ways = _ways_of(game, language, answers).get(answer, ())
        alike = max((_alike(words, way, weigh) for way in ways), default=0.0)
        scores.append(_FOUND * covered + _WAYS * alike + _SPOKEN * spoken)
    return Fit(max(scores), weigh, sum(map(weigh, words - _heard(language, answers))) / whole)


def _alike(words: set[str], way: frozenset[str], weigh: Callable[[str], float]) -> float:
    """The share of the weight of two questions that both have."""
    return sum(map(weigh, words & way)) / (sum(map(weigh, words | way)) or 1.0)


def folder_of(game: str) -> Path:
    """Where the texts of a game's rulings lie."""
    return FOLDER if game == DECKS else plain_games()[game].folder / "text"


def shown_in(game: str, kind: str, identifier: str, language: str) -> RuleEntry | None:
    """What can be found in a game's rules, as it is in a language; None for what is in no file."""
    return _by_answer(game, language).get((kind, identifier))


def language_of(query: str, language: str) -> str:
    """The language that a question is asked in: that of its page, unless another one knows more of its words."""
    raw = WORD.findall(folded(query))

    def known(code: str) -> int:
        return sum((word in silent_words(code)) + _is_known_anywhere(word, code) for word in raw)

    return max(LANGUAGES, key=lambda code: (known(code), code == language))


def corpus_in(game: str, language: str) -> tuple[RuleEntry, ...]:
    """All that can be found in a game's rules."""
    return entries(language) if game == DECKS else corpus_of(plain_games()[game], language)


@cache
def _by_answer(game: str, language: str) -> dict[Answer, RuleEntry]:
    return {(entry.kind, entry.id): entry for entry in corpus_in(game, language)}


@lru_cache(maxsize=8)
def _ways_of(game: str, language: str, answers: tuple[RuleEntry, ...]) -> dict[Answer, list[frozenset[str]]]:
    ways = ways_to_ask(answers, language) if game == DECKS else ways_in(folder_of(game), language)
    by_answer: dict[Answer, list[frozenset[str]]] = {}
    for way in ways:
        words = frozenset(meaning(way.text, language).split())
        for answer in way.answers:
            by_answer.setdefault(answer, []).append(words)
    return by_answer


@lru_cache(maxsize=4)
def _heard(language: str, answers: tuple[RuleEntry, ...]) -> frozenset[str]:
    """What all words mean that the rules of any game have, or the ways to ask for them."""
    games = (DECKS, *plain_games())
    every = (*answers, *(entry for game in games for entry in corpus_in(game, language)))
    texts = (text for entry in every for text in (entry.title, " . ".join(entry.names), entry.text))
    ways = (words for game in games for many in _ways_of(game, language, answers).values() for words in many)
    return frozenset(word for text in texts for word in meaning(text, language).split()).union(*ways)


@lru_cache(maxsize=4096)
def _words_of(game: str, answer: Answer, language: str, answers: tuple[RuleEntry, ...]) -> frozenset[str]:
    """What the words of something mean, those of the ways to ask for it too."""
    entry = _by_answer(game, language).get(answer)
    entry = entry or next((each for each in answers if (each.kind, each.id) == answer), None)
    own = meaning(" . ".join((entry.title, entry.text, *entry.names)), language).split() if entry else ()
    return frozenset(own).union(*_ways_of(game, language, answers).get(answer, ()))


@lru_cache(maxsize=8192)
def _weight(word: str, language: str) -> float:
    have = size = 0
    for game in (DECKS, *plain_games()):
        corpus = corpus_in(game, language)
        size += len(corpus)
        have += rows_with((word,), corpus, language, "" if game == DECKS else game)[word]
    return math.log(1 + size / (0.5 + have))


@cache
def _rule_stems(game: str, language: str) -> frozenset[str]:
    """The words of a game's rules themselves, as stems: not those by which they are also asked for."""
    texts = (f"{entry.title} {entry.text}" for entry in corpus_in(game, language))
    return frozenset(root for text in texts for root in stems(text, language))


def names_of_its_own(query: str, game: str, language: str) -> bool:
    """Whether a question has a word that this game alone has, and that its rules write with a capital letter; none by
    which players call something of Clash of Decks, "castle" say."""
    return not own_names(game, language).isdisjoint(stems(query, language))


@cache
def own_names(game: str, language: str) -> frozenset[str]:
    """The stems of these words."""
    texts = (entry.text for entry in corpus_in(game, language) if entry.kind == RULING)
    named = {root for text in texts for word in _NAMED.findall(text) for root in stems(word, language)}
    others = (_rule_stems(other, language) for other in (DECKS, *plain_games()) if other != game)
    said_of_decks = () if game == DECKS else (stem(word, language) for word in known_alike(language))
    return frozenset(named).difference(*others, said_of_decks)


@lru_cache(maxsize=8192)
def _literal_weight(root: str, language: str) -> float:
    """The weight of a stem for telling games apart: what all of them say tells nothing."""
    having = sum(root in _rule_stems(game, language) for game in (DECKS, *plain_games()))
    return 1.0 / (having or 1)


@cache
def _vocabulary(game: str, language: str) -> frozenset[str]:
    texts = (" ".join((entry.title, entry.text, *entry.names)) for entry in corpus_in(game, language))
    ways = (way.text for way in ways_in(folder_of(game), language))
    return frozenset(word for text in (*texts, *ways) for word in WORD.findall(folded(text)))


def _is_known_anywhere(word: str, language: str) -> bool:
    return any(word in _vocabulary(game, language) for game in (DECKS, *plain_games()))


def _mended(word: str, game: str, language: str) -> str:
    """A word as a game understands it; what another game knows is no slip."""
    if _is_known_anywhere(word, language) or is_known(word, language):
        return word
    return mended(word, language) if game == DECKS else mended_in(plain_games()[game], word, language)

"""Which topic a question is about, of all games together: learned from the ways to ask.

A topic is all ways to ask that the same rules answer. Every trait of a question (its words as stems and as what they
mean, two of either in a row, pieces of words) speaks for the topics whose ways have it more often than those of others:
the more so, the rarer it is elsewhere. What speaks against a topic counts nothing, because nobody asks in all words.
``static/js/rulings/offline/topics.js`` does the same.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cards.folding import folded
from rulings.fitting import DECKS, folder_of
from rulings.games.registry import plain_games
from rulings.searching.alike import meanings
from rulings.searching.answers import ways_in, ways_to_ask
from rulings.searching.entries import RuleEntry
from rulings.searching.phrasings import Answer
from rulings.searching.stems import WORD, stem

_PIECE: Final = 3  # letters of a piece of a word, spaces around it included
_SMOOTH: Final = 30.0  # how many traits of any question a topic is thought to have besides its own


@dataclass(frozen=True)
class Shares:
    """How likely a question is about each game, and about each answer of a game, from 0 to 1.

    ``best`` is how much the question's traits speak for its likeliest topic: little where it is about none of them.
    """

    games: Mapping[str, float]
    answers: Mapping[tuple[str, Answer], float]
    best: float


@dataclass(frozen=True, eq=False)
class _Topics:
    """``topics`` are games with what answers; ``having`` says by trait which topics have it, and how much of it;
    ``sizes`` how many traits each has, ``size`` all of them."""

    topics: tuple[tuple[str, tuple[Answer, ...]], ...]
    having: Mapping[str, tuple[array[int], array[float]]]
    sizes: tuple[float, ...]
    size: float


def shares_of(query: str, language: str, answers: tuple[RuleEntry, ...] = ()) -> Shares:
    """What a question is likely about; ``answers`` are those that editors gave."""
    known = _topics(answers, language)
    scores = _scores(query, language, known)
    highest = max(scores, default=0.0)
    weights = [math.exp(score - highest) for score in scores]
    whole = sum(weights) or 1.0
    games: dict[str, float] = {}
    found: dict[tuple[str, Answer], float] = {}
    for (game, topic), weight in zip(known.topics, weights, strict=True):
        games[game] = games.get(game, 0.0) + weight / whole
        for answer in topic:
            found[game, answer] = found.get((game, answer), 0.0) + weight / whole
    return Shares(games, found, highest)


def _scores(query: str, language: str, known: _Topics) -> list[float]:
    scores = [0.0] * len(known.topics)
    traits = [trait for trait in traits_of(query, language) if trait in known.having]
    for trait in traits:
        topics, amounts = known.having[trait]
        usual = sum(amounts) / known.size
        for topic, amount in zip(topics, amounts, strict=True):
            more = math.log((amount + _SMOOTH * usual) / (known.sizes[topic] + _SMOOTH)) - math.log(usual)
            scores[topic] += max(0.0, more)
    return [score / math.sqrt(len(traits) or 1) for score in scores]


def traits_of(text: str, language: str) -> list[str]:
    """All that is looked at in a question, each once."""
    raw = WORD.findall(folded(text))
    means = meanings(raw, language)
    roots = [stem(word, language) for word in raw]
    pieces = (f" {word} "[at : at + _PIECE] for word in raw for at in range(len(word) + 3 - _PIECE))
    return list(
        dict.fromkeys(
            (
                *(f"m {word}" for word in means),
                *(f"s {root}" for root in roots),
                *(f"b {first} {second}" for first, second in pairwise(means)),
                *(f"t {first} {second}" for first, second in pairwise(("^", *roots, "$"))),
                *(f"p {piece}" for piece in pieces),
            )
        )
    )


@lru_cache(maxsize=4)
def _topics(answers: tuple[RuleEntry, ...], language: str) -> _Topics:
    numbers: dict[tuple[str, tuple[Answer, ...]], int] = {}
    having: dict[str, dict[int, float]] = {}
    sizes: list[float] = []
    for game in (DECKS, *plain_games()):
        for way in ways_to_ask(answers, language) if game == DECKS else ways_in(folder_of(game), language):
            topic = numbers.setdefault((game, way.answers), len(numbers))
            if topic == len(sizes):
                sizes.append(0.0)
            traits = traits_of(way.text, language)
            amount = 1 / math.sqrt(len(traits) or 1)  # long ways to ask don't outweigh short ones
            for trait in traits:
                amounts = having.setdefault(trait, {})
                amounts[topic] = amounts.get(topic, 0.0) + amount
                sizes[topic] += amount
    packed = {trait: (array("H", amounts), array("d", amounts.values())) for trait, amounts in having.items()}
    return _Topics(tuple(numbers), packed, tuple(sizes), sum(sizes))

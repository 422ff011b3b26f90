"""The indexes: SQLite's full text (FTS5), in memory, for each language.

The rank is BM25, which weighs words by how rare they are and texts by how long they are. What is found is indexed
twice, with the weights of its columns below: by stems, and by what the words mean. The ways to ask are indexed by what
they mean, each as a row of its own.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from cards.abilities import ability_name
from rulings.searching.alike import meaning
from rulings.searching.asking import stemmed
from rulings.searching.entries import RuleEntry
from rulings.searching.phrasings import Phrasing

WEIGHTS: Final = (6.0, 4.0, 1.5)  # title, names, text
_CREATE: Final = "CREATE VIRTUAL TABLE entries USING fts5(title, names, text, tokenize = 'unicode61', prefix = '3 4')"
_RANKED: Final = f"SELECT rowid, -bm25(entries, {', '.join(map(str, WEIGHTS))}) FROM entries WHERE entries MATCH ?"
_CREATE_ASKED: Final = "CREATE VIRTUAL TABLE asked USING fts5(words, tokenize = 'unicode61')"
_LIKE: Final = "SELECT rowid, -bm25(asked) AS score FROM asked WHERE asked MATCH ? ORDER BY score DESC LIMIT ?"
_lock: Final = threading.Lock()  # threads take turns: a look into an index takes a thousandth of a second
_indexes: Final[dict[str, tuple[object, sqlite3.Connection]]] = {}


Corpus = tuple[RuleEntry, ...]
Ways = tuple[Phrasing, ...]


def ranked(words: Iterable[str], corpus: Corpus, language: str, game: str = "") -> dict[int, float]:
    """How well each entry of a corpus has any of some stems, by its number; a higher figure is better.

    ``game`` is the name of a game beside Clash of Decks, whose index is kept beside the other.
    """
    query = " OR ".join(f'"{word}"*' if len(word) > 3 else f'"{word}"' for word in words)
    return _scores(corpus, f"{game} {language}", partial(stemmed, language=language), query)


def meant_alike(words: Iterable[str], corpus: Corpus, language: str, game: str = "") -> dict[int, float]:
    """How well each entry of a corpus has anything that means what some words mean (``alike``), by its number."""
    query = " OR ".join(f'"{word}"' for word in words)
    return _scores(corpus, _meant_name(language, game), partial(meaning, language=language), query)


def asked_alike(words: Iterable[str], ways: Ways, language: str, limit: int, game: str = "") -> list[tuple[int, float]]:
    """The ways to ask that are likest to a question of some stems, by their numbers and how like, the likest first."""
    query = " OR ".join(f'"{word}"' for word in words)
    if not query:
        return []
    with _lock:
        return [(row - 1, score) for row, score in _asked(ways, language, game).execute(_LIKE, (query, limit))]


def rows_with(words: Iterable[str], corpus: Corpus, language: str, game: str = "") -> dict[str, int]:
    """In how many entries of a corpus something has the meaning of each word."""
    with _lock:
        index = _index(corpus, _meant_name(language, game), partial(meaning, language=language))
        count = "SELECT count(*) FROM entries WHERE entries MATCH ?"
        return {word: index.execute(count, (f'"{word}"',)).fetchone()[0] for word in words}


def _meant_name(language: str, game: str) -> str:
    return f"meant {game} {language}"


def _scores(corpus: Corpus, name: str, words_of: Callable[[str], str], query: str) -> dict[int, float]:
    if not query:
        return {}
    with _lock:
        return {row - 1: score for row, score in _index(corpus, name, words_of).execute(_RANKED, (query,))}


def _index(corpus: Corpus, name: str, words_of: Callable[[str], str]) -> sqlite3.Connection:
    texts = ((entry.title, " . ".join(entry.names), entry.text) for entry in corpus)
    rows = (tuple(words_of(text) for text in three) for three in texts)
    return _kept(name, corpus, _CREATE, "INSERT INTO entries (title, names, text) VALUES (?, ?, ?)", rows)


def _asked(ways: Ways, language: str, game: str) -> sqlite3.Connection:
    rows = ((_asked_of(way, language),) for way in ways)
    return _kept(f"asked {game} {language}", ways, _CREATE_ASKED, "INSERT INTO asked (words) VALUES (?)", rows)


def _kept(name: str, of: object, create: str, insert: str, rows: Iterable[tuple[str, ...]]) -> sqlite3.Connection:
    """The index of a name; made anew when what it is of is another, because editors have answered something since."""
    if name not in _indexes or _indexes[name][0] is not of:
        index = sqlite3.connect(":memory:", check_same_thread=False)
        index.execute(create)
        index.executemany(insert, rows)
        _indexes[name] = (of, index)
    return _indexes[name][1]


def _asked_of(way: Phrasing, language: str) -> str:
    """What a way to ask means, with the ability that it is asked of."""
    words = meaning(way.text, language)
    name = meaning(ability_name(way.ability, language), language) if way.ability else ""
    return words if name in words else f"{words} {name}"

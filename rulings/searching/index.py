"""The index: SQLite's full text (FTS5), in memory, one for each language and thread.

Columns are stems of titles, other names and texts; the rank is BM25, which weighs words by how rare they are and texts
by how long they are, with the weights of the columns below.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable
from typing import Final

from rulings.searching.asking import stemmed
from rulings.searching.entries import RuleEntry

WEIGHTS: Final = (6.0, 4.0, 1.5)  # title, names, text
_CREATE: Final = "CREATE VIRTUAL TABLE entries USING fts5(title, names, text, tokenize = 'unicode61', prefix = '3 4')"
_RANKED: Final = f"SELECT rowid, -bm25(entries, {', '.join(map(str, WEIGHTS))}) FROM entries WHERE entries MATCH ?"
_own: Final = threading.local()


Corpus = tuple[RuleEntry, ...]


def ranked(words: Iterable[str], corpus: Corpus, language: str, game: str = "") -> dict[int, float]:
    """How well each entry of a corpus has any of some stems, by its number; a higher figure is better.

    ``game`` is the name of a game beside Clash of Decks, whose index is kept beside the other.
    """
    query = " OR ".join(f'"{word}"*' if len(word) > 3 else f'"{word}"' for word in words)
    if not query:
        return {}
    return {row - 1: score for row, score in _index(corpus, language, game).execute(_RANKED, (query,))}


def _index(corpus: Corpus, language: str, game: str) -> sqlite3.Connection:
    """The index of this thread; made anew when editors have answered something since."""
    known: dict[str, tuple[Corpus, sqlite3.Connection]] = _own.__dict__
    name = f"{game} {language}"
    if name not in known or known[name][0] is not corpus:
        index = sqlite3.connect(":memory:")
        index.execute(_CREATE)
        rows = (
            (stemmed(one.title, language), stemmed(" . ".join(one.names), language), stemmed(one.text, language))
            for one in corpus
        )
        index.executemany("INSERT INTO entries (title, names, text) VALUES (?, ?, ?)", rows)
        known[name] = (corpus, index)
    return known[name][1]

"""Searching the rules: what people ask at the table, in either language, answered from the rulebook, the abilities,
the rulings and their examples, the glossary and the matrix.

``search`` is the one way in. Ranking is that of SQLite's full text (``index``), whatever database the site has: what is
searched is files of the release, so every process holds its own small index in memory. ``asking`` understands a
question, ``entries`` says what can be found, ``phrasings`` how players would ask for it, ``stems`` what is the same
word.
"""

from rulings.searching.entries import CELL, EXAMPLE, READING, RuleEntry
from rulings.searching.phrasings import Answer, BadPhrasings, answer_of
from rulings.searching.searcher import LONGEST_QUERY, MAX_RESULTS, Hit, search

__all__ = [
    "CELL",
    "EXAMPLE",
    "LONGEST_QUERY",
    "MAX_RESULTS",
    "READING",
    "Answer",
    "BadPhrasings",
    "Hit",
    "RuleEntry",
    "answer_of",
    "search",
]

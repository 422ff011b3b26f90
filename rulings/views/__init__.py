"""Pages of the rulings."""

from rulings.views.asking import question, questions, withdraw
from rulings.views.meetings import cell, matrix
from rulings.views.reading import abilities_index, ability, example, index, ruling, why
from rulings.views.rulebook import chapter, rules, words

__all__ = [
    "abilities_index",
    "ability",
    "cell",
    "chapter",
    "example",
    "index",
    "matrix",
    "question",
    "questions",
    "rules",
    "ruling",
    "why",
    "withdraw",
    "words",
]

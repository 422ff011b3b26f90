"""How players would ask for what the rules say: hundreds of ways to ask in each language, each with what answers it.

A question is rarely put in the words of the rules; it is far likelier to resemble another question. The ways to ask
stand in ``text/LANGUAGE/phrasings.txt``: a line ``= p:turn.who r:who-attacks`` says what answers those below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from rulings.rulebook import ABILITY, RULE, RULING, TERM
from rulings.searching.entries import CELL, READING
from rulings.texts import FOLDER

_ANSWERED_BY: Final = "= "
_COMMENT: Final = "#"
LETTERS: Final = {"r": RULING, "a": ABILITY, "c": CELL, "p": RULE, "t": TERM, "d": READING}

Answer = tuple[str, str]


class BadPhrasings(ValueError):
    """A file of ways to ask that cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A way to ask; ``answers`` are kinds and ids of what answers it, see ``RuleEntry``."""

    text: str
    answers: tuple[Answer, ...]

    @property
    def ability(self) -> str:
        """The slug of the ability that it is asked of, even where the words do not name it; else ""."""
        kind, identifier = self.answers[0]
        return identifier if kind == ABILITY else ""


@cache
def phrasings(language: str) -> tuple[Phrasing, ...]:
    """All ways to ask in a language, in the order of the file. Raises ``BadPhrasings``."""
    path = FOLDER / language / "phrasings.txt"
    return tuple(read_phrasings(path.read_text(encoding="utf-8").splitlines(), str(path.name)))


def read_phrasings(lines: Iterable[str], name: str) -> Iterator[Phrasing]:
    """The ways to ask that the lines of a file called ``name`` hold. Raises ``BadPhrasings``."""
    answers: tuple[Answer, ...] = ()
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith(_ANSWERED_BY):
            answers = tuple(answer_of(word, f"{name}:{number}") for word in text.removeprefix(_ANSWERED_BY).split())
        elif text and not text.startswith(_COMMENT):
            if not answers:
                raise BadPhrasings(f"{name}:{number}: nothing says what answers {text!r}")
            yield Phrasing(text, answers)


def answer_of(word: str, where: str) -> Answer:
    """The kind and id that ``r:rage`` stands for; a cell's abilities in the order of the alphabet.

    Raises ``BadPhrasings``, whose message begins with ``where``.
    """
    letter, _, identifier = word.partition(":")
    if letter not in LETTERS or not identifier:
        raise BadPhrasings(f"{where}: {word!r} is no answer: one of {', '.join(LETTERS)}, a colon and an id")
    kind = LETTERS[letter]
    return kind, "/".join(sorted(identifier.split("/"))) if kind == CELL else identifier

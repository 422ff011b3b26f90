"""What players ask of a ruling, and what it answers: yes, no or a number, in a sentence.

They stand beside the rulings of each game, in ``text/answers.txt``. A line ``= C9.3 yes`` names a ruling and the answer
to the questions below it, ``= C8.3 yes rulebook`` also the kind of that ruling's passage that says so, where it has
several; ``en> `` and ``fr> `` say it in a sentence, ``en `` and ``fr `` ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from rulings.catalogue import KINDS
from rulings.rulebook import RULING
from rulings.searching.entries import RuleEntry
from rulings.searching.phrasings import BadPhrasings, Phrasing, phrasings
from rulings.texts import FOLDER, LANGUAGES

YES: Final = "yes"
NO: Final = "no"
NAME: Final = "answers.txt"
_ANSWERED_BY: Final = "= "
_COMMENT: Final = "#"


@dataclass(frozen=True, slots=True)
class RulingAnswer:
    """What a ruling answers: ``verdict`` is yes, no, a number, or "" where the questions ask for none of these.

    ``source`` is the kind of the passage that says so, "" where the ruling has one alone or nothing tells it apart.
    ``sentences`` and ``questions`` are by language; without a sentence the ruling's own words say it.
    """

    ruling: str
    verdict: str
    source: str = ""
    sentences: dict[str, str] = field(default_factory=dict)
    questions: dict[str, list[str]] = field(default_factory=lambda: {language: [] for language in LANGUAGES})


@cache
def answers_in(folder: Path) -> tuple[RulingAnswer, ...]:
    """The answers of the game whose texts lie in a folder. Raises ``BadPhrasings``, which names the line."""
    answers: list[RulingAnswer] = []
    for number, line in enumerate((folder / NAME).read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if text.startswith(_ANSWERED_BY):
            ruling, *said = text.removeprefix(_ANSWERED_BY).split()
            source = said.pop() if said and said[-1] in KINDS else ""
            verdict = " ".join(said)
            if verdict not in ("", YES, NO) and not verdict.isdigit():
                raise BadPhrasings(f"{NAME}:{number}: {verdict!r} is neither yes nor no nor a number")
            answers.append(RulingAnswer(ruling, verdict, source))
        elif text and not text.startswith(_COMMENT):
            sign, _, words = text.partition(" ")
            language = sign.removesuffix(">")
            if language not in LANGUAGES or not words or not answers:
                raise BadPhrasings(f"{NAME}:{number}: write a language, a space and words below a ruling, not {text!r}")
            if sign.endswith(">"):
                answers[-1].sentences[language] = words
            else:
                answers[-1].questions[language].append(words)
    return tuple(answers)


@cache
def asked_in(folder: Path, language: str) -> tuple[tuple[str, RulingAnswer], ...]:
    """Every question of a folder's answers in a language, each with its answer."""
    return tuple((question, answer) for answer in answers_in(folder) for question in answer.questions[language])


@cache
def ways_in(folder: Path, language: str) -> tuple[Phrasing, ...]:
    """The same questions as ways to ask for their rulings."""
    return tuple(Phrasing(question, ((RULING, answer.ruling),)) for question, answer in asked_in(folder, language))


def sentence_of(answer: RulingAnswer, language: str) -> str:
    sentences: Mapping[str, str] = answer.sentences
    return sentences.get(language, "")


@lru_cache(maxsize=4)
def ways_to_ask(answers: tuple[RuleEntry, ...], language: str) -> tuple[Phrasing, ...]:
    """All ways to ask about Clash of Decks, with the titles of what editors answered, which are questions too."""
    titles = (Phrasing(answer.title, ((answer.kind, answer.id),)) for answer in answers)
    return (*phrasings(language), *ways_in(FOLDER, language), *titles)

"""Yes, no or a number: only for a question that is the same as one whose answer is known, and has its polarity.

A wrong yes is worse than none. So a question has to have every word of weight that the known one has and none besides,
in the same order; the same numbers, the same words that turn a meaning round; and a negation only where that one has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from cards.folding import folded
from rulings.rulebook import FOLDER
from rulings.searching.alike import meanings
from rulings.searching.answers import RulingAnswer
from rulings.searching.stems import WORD

_MISSING: Final = 0.3  # of the weight of a known question's words that a question may lack, to be taken for it,
_LACKING: Final = 0.2  # and to get its yes, no or number: what is missing may be what the answer hangs on
_DOUBTFUL: Final = 0.1  # so near another known question, it might be that one
_PLAIN: Final = "plain"  # asks for yes or no
_AMOUNT: Final = "amount"
_OTHER: Final = "other"  # who, when, how
_WORDS: Final = "words"  # no sentence
_OR: Final = {"en": "or", "fr": "ou"}
_HARMLESS: Final = "harmless"

Weigh = Callable[[str], float]


@dataclass(frozen=True)
class _Asked:
    """What a question asks: what its words mean in their order, how it asks, and what turns its meaning round."""

    words: tuple[str, ...]
    form: str
    negated: bool
    numbers: frozenset[str]
    turning: frozenset[str]
    own: bool
    others: bool
    chooses: bool  # between two, "me or my opponent"


@dataclass(frozen=True)
class KnownQuestion:
    """The known question that a question is: its answer, how sure that is (to 1), and the yes, no or number that may
    be said; "" where the question has another polarity or asks for something else."""

    answer: RulingAnswer
    score: float
    verdict: str


def known_question(
    query: str, known: Sequence[tuple[str, RulingAnswer]], language: str, weigh: Weigh
) -> KnownQuestion | None:
    """Which of some known questions a question is; None where it is none of them."""
    question = read_question(query, language)
    found: list[KnownQuestion] = []
    for text, answer in known:
        other = read_question(text, language)
        if score := _sameness(question, other, weigh):
            fits = question.negated == other.negated and _fits(question.form, answer.verdict)
            fits = fits and question.chooses == other.chooses and score >= 1 - _LACKING
            found.append(KnownQuestion(answer, score, answer.verdict if fits else ""))
    if not found:
        return None
    best = max(found, key=lambda each: (each.score, bool(each.verdict)))
    verdicts = {each.verdict for each in found if each.verdict and each.score > best.score - _DOUBTFUL}
    if question.form == _WORDS and any(not each.answer.verdict and each.score >= best.score for each in found):
        verdicts.add("")  # bare words that also stand for a question of neither yes nor no
    # Two known questions that it might be, with different answers: then none of them is said.
    return best if len(verdicts) <= 1 else KnownQuestion(best.answer, best.score, "")


def _sameness(question: _Asked, known: _Asked, weigh: Weigh) -> float:
    """The share of the known question's weight that a question has; 0 where it is about something else."""
    if not question.words or question.numbers != known.numbers or question.turning != known.turning:
        return 0.0
    if question.others != known.others or (known.own and not question.own):
        return 0.0
    has, wanted = set(question.words), set(known.words)
    if has - wanted - _data(_HARMLESS):
        return 0.0
    common = has & wanted
    if [word for word in question.words if word in common] != [word for word in known.words if word in common]:
        return 0.0
    weight = sum(map(weigh, wanted)) or 1.0
    share = sum(map(weigh, common)) / weight
    return share if share >= 1 - _MISSING else 0.0


def _fits(form: str, verdict: str) -> bool:
    """Whether a verdict may answer a question of a form."""
    return form in ((_AMOUNT,) if verdict.isdigit() else (_PLAIN, _WORDS))


@lru_cache(maxsize=8192)
def read_question(text: str, language: str) -> _Asked:
    """What a question asks; two that are equal ask the same."""
    raw = WORD.findall(folded(text))
    spoken = [number_words(language).get(word, word) for word in raw if word not in _data("particles")]
    words = set(raw)
    means = tuple(dict.fromkeys(word for word in meanings(spoken, language) if not word.isdigit()))
    return _Asked(
        words=means,
        form=_form(raw, language),
        negated=_is_negated(raw, language),
        numbers=frozenset(word for word in spoken if word.isdigit()),
        turning=frozenset(words & _data(f"turning_{language}")),
        own=bool(words & _data(f"own_{language}")),
        others=bool(words & _data(f"others_{language}")),
        chooses=_OR[language] in WORD.findall(text.lower()),  # not folded: "où" is another word than "ou"
    )


def _form(raw: Sequence[str], language: str) -> str:
    text = f" {' '.join(raw)} "
    if any(text.startswith(f" {sign} ") for sign in _data(f"plain_{language}")):
        return _PLAIN
    if any(f" {sign} " in text for sign in _data(f"amount_{language}")):
        return _AMOUNT
    if any(f" {sign} " in text for sign in _data(f"other_{language}")):
        return _OTHER
    return _WORDS


def _is_negated(raw: Sequence[str], language: str) -> bool:
    text = f" {' '.join(raw)} "
    return any(f" {sign} " in text for sign in _data(f"negations_{language}"))


@cache
def number_words(language: str) -> dict[str, str]:
    """Numbers in words, as digits; in English several of one too, "sixes"."""
    with (FOLDER / "polarity.toml").open("rb") as file:
        numbers: list[str] = tomllib.load(file)[f"numbers_{language}"]
    digits = {folded(word): str(number) for number, word in enumerate(numbers, start=2)}
    many = {f"{word}{'es' if word.endswith('x') else 's'}": digit for word, digit in digits.items()}
    return digits | many if language == "en" else digits


@cache
def _data(name: str) -> frozenset[str]:
    with (FOLDER / "polarity.toml").open("rb") as file:
        data = tomllib.load(file)
    return frozenset(folded(word) for word in data[name])

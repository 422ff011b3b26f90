"""Claims of texts: each figure, and each word that says what is destroyed, refers to a fact that the engine knows.

In a book's file a claim is written ``{phrase|reference}``; readers see the phrase. A reference names a fact of the
board or of the solution (``facts``), or of another line: ``{1|left Wind Thief #1}``, ``{2|try 0: lacks}``,
``{one|with Axe Throw, War Cry: lacks}``. ``#2`` is the second number of the fact, ``#-1`` the last; without it the fact
has one number only. Facts may be added and subtracted: ``{7|av Goat of War + bonus Goat of War}``. A phrase with a
number has to say the fact's number. Of one without, the fact has to be there; after ``not`` it has to be missing, or 0.
``{one|-}`` is read, and says nothing about the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from board.naming import localised
from grimoire.book_files import CLAIM, VolumePage
from grimoire.models.puzzles import DECKS
from tools.books.facts import SOLUTION, PuzzleFacts, UnknownLineError, cards_in
from tools.books.turn_facts import TurnFacts

NO_CLAIM: Final = "-"
_WORDS: Final = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
NUMBERS: Final[dict[str, dict[str, int]]] = {
    language: {word: number for number, word in enumerate(words.split())} for language, words in _WORDS.items()
}
NUMBERS["en"] |= {"single": 1, "twice": 2}
NUMBERS["fr"] |= {"une": 1}
# What is no figure: "the one behind", "one of them", "one another"; articles.
_PRONOUNS: Final = {
    "en": re.compile(
        r"\b(?:the|no|this|that|every|each|any|which|another|last|first|second|third|other|wrong|right|only|upper|lower"
        r"|new|same|front|middle|nearer|weaker|stronger|smaller|bigger|free|whole|empty|own|little|big)\s+ones?\b"
        r"|\bone (?:of|who|that|another|can|has|must|by|at the|in front|behind|in the|on the|below|above)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:un|une)\b(?! (?:seule?|point|Point|PV|Blessure|Mana|de plus|de trop|de moins)\b)|\bl\u2019une?\b"
        r"|\b(?:les|tous|toutes|eux|des|ces) deux\b",
        re.IGNORECASE,
    ),
}
_NUMBER: Final = {
    language: re.compile(rf"\b(?:\d+|{'|'.join(words)})\b", re.IGNORECASE) for language, words in NUMBERS.items()
}
# Words that say what is destroyed.
DEEDS: Final = {
    "en": re.compile(r"\b(?:destroy(?:s|ed|ing)?|kill(?:s|ed|ing)?|dies|die|dead)\b", re.IGNORECASE),
    "fr": re.compile(
        r"\b(?:détrui(?:t|ts|te|tes|re|sent|sant)|tu(?:e|ent|er|é|ée|és|ées)|meur(?:t|ent)|mort|morte|abat(?:tre|tent)?"
        r"|abattu|abattue)\b",
        re.IGNORECASE,
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a text: of which puzzle (``book/slug``), in which language, where, and why."""

    puzzle: str
    language: str
    phrase: str
    reason: str

    def __str__(self) -> str:
        return f"{self.puzzle} [{self.language}] “{self.phrase}”: {self.reason}"


class ClaimError(ValueError):
    """A reference that names nothing, or too much; the message says what."""


def value_of(reference: str, facts: PuzzleFacts | TurnFacts) -> int | None:
    """The number that a reference stands for, None where there is no such fact. Raises ``ClaimError``."""
    total = 0
    for sign, term in re.findall(r"(^| [+-] )(.+?)(?= [+-] |$)", reference):
        number = int(term) if term.isdecimal() else _fact(term, facts)
        if number is None:
            return None
        total += -number if sign == " - " else number
    return total


def _fact(term: str, facts: PuzzleFacts | TurnFacts) -> int | None:
    line, _, of_line = term.rpartition(": ")
    name, _, index = of_line.partition(" #")
    try:
        line_facts = facts.of(line or SOLUTION)
    except UnknownLineError as error:
        raise ClaimError(str(error)) from error
    numbers: Sequence[int] = line_facts.get(name) or (() if line else facts.board.get(name)) or ()
    if not numbers:
        return None
    if index:
        at = int(index)
        if at == 0 or abs(at) > len(numbers):
            raise ClaimError(f"{name} has {len(numbers)} numbers")
        return numbers[at - 1 if at > 0 else at]
    if len(set(numbers)) > 1:
        raise ClaimError(f"{name} is {', '.join(map(str, numbers))}: which?")
    return numbers[0]


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with the names of cards blotted out: that of "Diablotin à deux faces" is no figure."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(re.escape(name), lambda match: "_" * len(match.group()), text, flags=re.IGNORECASE)
    return text


def figures(text: str, language: str) -> Iterator[tuple[re.Match[str], int]]:
    """The figures in a plain text, each with its number."""
    pronouns = [match.span() for match in _PRONOUNS[language].finditer(text)]
    for match in _NUMBER[language].finditer(text):
        if any(start <= match.start() and match.end() <= end for start, end in pronouns):
            continue
        word = match.group().casefold()
        yield match, int(word) if word.isdecimal() else NUMBERS[language][word]


def number_in(phrase: str, language: str) -> int | None:
    """The number that a claim's phrase says, None if it says none. Raises ``ClaimError`` where it says several."""
    words = [word.casefold() for word in _NUMBER[language].findall(phrase)]
    if len(words) > 1:
        raise ClaimError("more than one figure")
    return None if not words else int(words[0]) if words[0].isdecimal() else NUMBERS[language][words[0]]


def wrong_claim(phrase: str, reference: str, language: str, facts: PuzzleFacts | TurnFacts) -> str:
    """Why a claim is false; empty where it is true."""
    if reference == NO_CLAIM:
        return ""
    negated = reference.startswith("not ")
    try:
        stated = number_in(phrase, language)
        actual = value_of(reference.removeprefix("not "), facts)
    except ClaimError as error:
        return str(error)
    if negated:
        return f"{reference}: it is {actual}" if actual else ""
    if actual is None:
        return f"there is no {reference}"
    return f"{reference} is {actual}" if stated is not None and stated != actual else ""


def unbound(marked: str, language: str, names: Iterable[str] = ()) -> Iterator[str]:
    """The figures and deeds in a marked text that no claim covers, each with the words around it."""
    covered = [match.span() for match in CLAIM.finditer(marked)]
    blank = without_names(CLAIM.sub(lambda match: "_" * len(match.group()), marked), names)
    found = [match for match, _ in figures(blank, language)]
    for match in sorted([*found, *DEEDS[language].finditer(blank)], key=re.Match.start):
        if not any(start <= match.start() < end for start, end in covered):
            yield marked[max(0, match.start() - 20) : match.end() + 20]


def faults_of(page: VolumePage) -> Iterator[Fault]:
    """What is wrong in the words and the afterword of a puzzle, in both languages."""
    facts = PuzzleFacts(page) if page.game == DECKS else TurnFacts(page)
    for texts in (page.marked_words, page.marked_afterword):
        for language in ("en", "fr"):
            marked = texts.in_language(language)
            for match in CLAIM.finditer(marked):
                reason = wrong_claim(match["phrase"], match["reference"], language, facts)
                if reason:
                    yield Fault(page.reference, language, match["phrase"], reason)
            for phrase in unbound(marked, language, _card_names(page, language)):
                yield Fault(page.reference, language, phrase, "no reference says so")


def _card_names(page: VolumePage, language: str) -> set[str]:
    return {card["name"] for card in cards_in(localised(dict(page.position), language))}

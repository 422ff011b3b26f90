"""Understanding a question: the words that say something, slips mended, synonyms, the abilities that it names."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

from cards.abilities import ability_name
from cards.folding import folded
from rulings.rulebook import ABILITY, FOLDER, glossary
from rulings.searching.alike import known_alike, meaning, meanings, silent_words
from rulings.searching.entries import INCANTATION, entries, only_in_season_1
from rulings.searching.phrasings import phrasings
from rulings.searching.stems import WORD, stem, stems
from rulings.texts import LANGUAGES

_ABILITY: Final = {"en": "ability", "fr": "capacité"}  # the word for one, when none is named
_NEAR: Final = 0.74  # how like a known word a mistyped one has to be, see difflib
_LEAST: Final = 4  # letters of a word that may be mistyped
_LONGER: Final = 3  # letters by which a slip is longer or shorter, at most
_SEASON_1: Final = re.compile(
    r"\b(season|saison) ?1\b|\bs1\b|\b(first|premiere|1re) (edition|season|saison)\b|\bold rules\b|^10\.\d"
)


@dataclass(frozen=True, slots=True)
class AskedRule:
    """A question: ``words`` are the stems looked for, ``more`` what they imply, ``abilities`` those that it names.

    ``meant`` is what the words mean (``alike``). ``plain`` is the question with its slips mended, as folded words;
    ``contexts`` the ways to play that it is about; ``defines`` are the stems of what it asks the meaning of, "what is a
    stack", else ""; ``mended`` are the words as they were taken to be meant, when one of
    them was a slip.
    """

    plain: str
    words: tuple[str, ...]
    more: tuple[str, ...]
    meant: tuple[str, ...]
    abilities: tuple[str, ...]
    season_1: bool
    contexts: frozenset[str]
    defines: str = ""
    mended: tuple[str, ...] = ()


def understand(query: str, language: str, besides: frozenset[str] = frozenset()) -> AskedRule:
    """A question as the index is asked it; ``besides`` are words that are known although the rules have them not."""
    plain = folded(query)
    raw = WORD.findall(plain)
    silent = silent_words(language)
    spoken = [word for word in dict.fromkeys(raw) if word not in silent] or raw
    corrected = {word: word if word in besides else mended(word, language) for word in spoken}
    meant = [word for word in corrected.values() if word in besides or is_known(word, language)] or list(
        corrected.values()
    )
    abilities = _abilities(" ".join(meant), language)
    roots = [stem(word, language) for word in meant]
    words = tuple(dict.fromkeys(roots))
    more = tuple(word for word in _implied(roots, language) if word not in words)
    means = meanings([corrected.get(word, word) for word in raw], language)
    return AskedRule(
        plain=" ".join(raw if list(corrected.values()) == spoken else corrected.values()),
        words=words,
        more=more,
        meant=tuple(dict.fromkeys(means)),
        abilities=abilities,
        season_1=bool(_SEASON_1.search(plain)) or any(only_in_season_1(slug) for slug in abilities),
        contexts=frozenset(_about(means, abilities, language)),
        defines=" ".join(stem(word, language) for word in corrected.values()) if _defines(raw, language) else "",
        mended=() if set(meant) <= set(spoken) else tuple(meant),
    )


@cache
def _data() -> dict[str, Any]:
    with (FOLDER / "words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def silent_stems(language: str) -> frozenset[str]:
    """The stems of the words that say nothing."""
    return frozenset(stem(word, language) for word in silent_words(language))


@cache
def _contexts(language: str) -> dict[str, frozenset[str]]:
    """The phrases, as what they mean, by which a question says that it is about a way to play."""
    return {
        name: frozenset(f" {meaning(sign, language)} " for sign in signs[language])
        for name, signs in _data()["contexts"].items()
    }


def _defines(raw: Sequence[str], language: str) -> bool:
    """Whether a question asks what something is or means."""
    text = f" {' '.join(raw)} "
    return any(f" {sign} " in text for sign in _data()["defines"][language])


def _about(means: Sequence[str], abilities: Sequence[str], language: str) -> Iterator[str]:
    """The ways to play that a question is about; abilities on an Incantation are as a way to play of their own."""
    text = f" {' '.join(means)} "
    of_abilities = bool(abilities) or meaning(_ABILITY[language], language) in means
    for name, signs in _contexts(language).items():
        if any(sign in text for sign in signs) and (name != INCANTATION or of_abilities):
            yield name


@cache
def _implications(language: str) -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    """By the stem that they begin with: phrases, as stems, with the stems that they imply."""
    by_first_word: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for implied, phrases in _data()["means"][language].items():
        for phrase in phrases:
            spoken = tuple(stems(phrase, language))
            by_first_word.setdefault(spoken[0], []).append((spoken, tuple(stems(implied, language))))
    return by_first_word


def _implied(words: Sequence[str], language: str) -> list[str]:
    phrases = _implications(language)
    all_implied: list[str] = []
    for at, word in enumerate(words):
        for phrase, implied in phrases.get(word, ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                all_implied += implied
    return list(dict.fromkeys(all_implied))


@cache
def _named(language: str) -> tuple[tuple[str, str], ...]:
    """Names of abilities in both languages and what players of other games call them, the longest first.

    Silent words are left out, as from questions: "prix du sang", "Price of Blood".
    """
    names = [
        (_spoken(term.name, language), term.id)
        for term_language in LANGUAGES
        for term in glossary(term_language)
        if term.is_ability
    ]
    called = [(_spoken(word, language), slug) for slug, words in _called(language).items() for word in words]
    return tuple(sorted({*names, *called}, key=lambda pair: (-len(pair[0]), pair)))


def _spoken(text: str, language: str) -> str:
    """The stems of a text without the words that say nothing, with spaces between them."""
    silent = silent_words(language)
    return " ".join(stem(word, language) for word in WORD.findall(folded(text)) if word not in silent)


def stemmed(text: str, language: str) -> str:
    """The stems of a text with spaces between them."""
    return " ".join(stems(text, language))


def _abilities(text: str, language: str) -> tuple[str, ...]:
    """The slugs of the abilities that a text names, in the order of the text; one named twice comes twice."""
    left = f" {stemmed(text, language)} "
    spoken = set(text.split())
    places: list[tuple[int, str]] = []
    for name, slug in _named(language):
        if only_in_season_1(slug) and not _says(slug, spoken):
            continue
        while (at := left.find(f" {name} ")) >= 0:
            places.append((at, slug))
            left = left[:at] + " " + "_" * len(name) + " " + left[at + len(name) + 2 :]
    return tuple(slug for _, slug in sorted(places))


def abilities_in(text: str, language: str) -> frozenset[str]:
    """The slugs of the abilities that a text of ours names anywhere."""
    left, spoken = f" {_spoken(text, language)} ", set(WORD.findall(folded(text)))
    slugs = {slug for name, slug in _named(language) if f" {name} " in left}
    return frozenset(slug for slug in slugs if not only_in_season_1(slug) or _says(slug, spoken))


def _says(slug: str, spoken: set[str]) -> bool:
    """Whether an ability of season 1 is really named: "aim" and "viser" are words of every day."""
    return any(folded(ability_name(slug, language)) in spoken for language in LANGUAGES)


def _called(language: str) -> dict[str, list[str]]:
    words: dict[str, list[str]] = _data()["abilities"][language]
    return words


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Every word that is known: those of all that is indexed, and of the phrases."""
    texts = chain(
        (" ".join((entry.title, entry.text, *entry.names)) for entry in entries(language)),
        (phrasing.text for phrasing in phrasings(language)),
        known_alike(language),
    )
    words = {word for text in texts for word in WORD.findall(folded(text))}
    phrases = (phrase for all_of_them in _data()["means"][language].values() for phrase in all_of_them)
    called = (word for words in _called(language).values() for word in words)
    return frozenset(words | {word for phrase in (*phrases, *called) for word in WORD.findall(folded(phrase))})


@cache
def _known_stems(language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in _vocabulary(language))


@cache
def _likeliest(language: str) -> tuple[str, ...]:
    """The words that a mistyped one is likeliest to be: names of abilities and terms, then what they are called."""
    ordered: dict[str, None] = {}
    for entry in entries(language):
        if entry.kind in (ABILITY, "term"):
            ordered |= dict.fromkeys(WORD.findall(folded(" ".join((entry.title, *entry.names)))))
    return tuple(word for word in ordered if len(word) >= _LEAST)


def is_known(word: str, language: str) -> bool:
    """Whether a word stands somewhere, begins one that does, or is a number."""
    known = word.isdigit() or len(word) < _LEAST or stem(word, language) in _known_stems(language)
    return known or any(known_word.startswith(word) for known_word in _vocabulary(language))


@lru_cache(maxsize=2048)
def mended(word: str, language: str) -> str:
    """The word itself if it is known, else the likest known one, if any is like it."""
    if is_known(word, language):
        return word
    near = _likest(word, _likeliest(language)) or _likest(word, _by_length(language))
    return near[0] if near else word


def _likest(word: str, known: Sequence[str]) -> list[str]:
    """The word that is likest to a mistyped one; comparing all takes long, so only those that could be it are seen."""
    possible = [
        candidate
        for candidate in known
        if abs(len(candidate) - len(word)) <= _LONGER and {*candidate[:2]} & {*word[:2]}
    ]
    return difflib.get_close_matches(word, possible, n=1, cutoff=_NEAR)


@cache
def _by_length(language: str) -> tuple[str, ...]:
    return tuple(sorted(_vocabulary(language), key=lambda word: (len(word), word)))


def lists_of(language: str) -> dict[str, Any]:
    """What a question is understood by, as data for ``static/js/rulings/offline/asking.js``."""
    phrases = [phrase for many in _data()["means"][language].values() for phrase in many]
    slugs = {slug for _name, slug in _named(language) if only_in_season_1(slug)}
    return {
        "contexts": {name: sorted(signs) for name, signs in _contexts(language).items()},
        "defines": _data()["defines"][language],
        "means": [pair for pairs in _implications(language).values() for pair in pairs],
        "named": _named(language),
        "sayings": [*phrases, *(word for words in _called(language).values() for word in words)],
        "season1": {slug: [folded(ability_name(slug, code)) for code in LANGUAGES] for slug in sorted(slugs)},
        "oldRules": _SEASON_1.pattern,
        "ability": meaning(_ABILITY[language], language),
    }

"""Searching the rules: rulebook, abilities, rulings and glossary, with plain words, in either language.

Words are compared without accents and by their beginnings. Whoever types "fly" or "vole" finds Aerial: the glossary
knows what people call things, and the words of the other language are looked at too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from cards.folding import folded
from rulings.catalogue import all_rulings
from rulings.rulebook import ABILITY, RULE, RULING, TERM, chapters, glossary
from rulings.texts import LANGUAGES

MAX_RESULTS: Final = 30
LONGEST_QUERY: Final = 100
_SNIPPET: Final = 90  # letters on either side of the first word found

_WORD: Final = re.compile(r"\w+")
_SILENT: Final = {
    "en": frozenset({
        "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "if", "in", "is",
        "it", "its", "me", "my", "of", "on", "or", "that", "the", "this", "to", "what", "when", "which", "who",
        "with", "you", "your",
    }),
    "fr": frozenset({
        "a", "au", "aux", "c", "ce", "ces", "comment", "d", "dans", "de", "des", "du", "elle", "en", "est", "et", "il",
        "j", "je", "l", "la", "le", "les", "ma", "mes", "mon", "n", "on", "ou", "par", "pas", "pour", "qu", "que",
        "quand", "qui", "s", "sa", "se", "ses", "si", "son", "sur", "un", "une", "vos", "votre", "y",
    }),
}  # fmt: skip
_OF_TITLE: Final = 6.0
_OF_WORDS: Final = 5.0
_OF_TEXT: Final = 1.0
_WHOLE: Final = 20.0  # the query is the title, or one of the words, as it stands
_OF_KIND: Final = {ABILITY: 1.5, TERM: 1.3, RULE: 1.1, RULING: 1.0}


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found.

    ``kind`` is ``ability``, ``term``, ``rule`` or ``ruling``, ``id`` its slug or id, ``anchor`` where it stands on its
    page, ``chapter`` the slug of a paragraph's chapter, else "". ``snippet`` is the place in its text, as pieces with
    whether each is to be marked.
    """

    kind: str
    id: str
    title: str
    anchor: str
    chapter: str
    snippet: tuple[tuple[str, bool], ...]
    score: float


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: str
    id: str
    title: str
    anchor: str
    chapter: str
    text: str
    names: frozenset[str]  # title and other words, folded, as they stand
    title_words: frozenset[str]
    other_words: frozenset[str]
    text_words: frozenset[str]


def search(query: str, language: str, limit: int = MAX_RESULTS) -> list[Hit]:
    """Results for a query, the best first: those with all of its words, or failing that, with any of them."""
    words = _asked(query, language)
    if not words:
        return []
    whole = " ".join(_WORD.findall(folded(query[:LONGEST_QUERY])))
    scored = [(entry, [_score(entry, word) for word in words]) for entry in _index(language)]
    found = [(entry, scores) for entry, scores in scored if all(scores)]
    if not found:
        found = [(entry, scores) for entry, scores in scored if any(scores)]
    if not found and (meant := [near for word in words if (near := _meant(word, language))]):
        return search(" ".join(meant), language, limit)
    hits = [_hit(entry, sum(scores) + (_WHOLE if whole in entry.names else 0), words) for entry, scores in found]
    return sorted(hits, key=lambda hit: -hit.score)[:limit]


def _asked(query: str, language: str) -> list[str]:
    """The words of a query, those that say nothing left out unless there are no others."""
    words = list(dict.fromkeys(_WORD.findall(folded(query[:LONGEST_QUERY]))))
    return [word for word in words if word not in _SILENT[language]] or words


def _score(entry: _Entry, word: str) -> float:
    return _OF_KIND[entry.kind] * max(
        _OF_TITLE * _likeness(word, entry.title_words),
        _OF_WORDS * _likeness(word, entry.other_words),
        _OF_TEXT * _likeness(word, entry.text_words),
    )


def _likeness(word: str, among: Iterable[str]) -> float:
    """1 for the word itself, less for one that begins like it."""
    return max((_alike(word, other) for other in among), default=0.0)


def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if len(word) >= 3 and other.startswith(word):
        return 0.7
    if len(other) >= 4 and word.startswith(other) and len(word) - len(other) <= 3:
        return 0.6  # "heals" for "heal"
    return 0.0


def _meant(word: str, language: str) -> str:
    """The known word likest to a mistyped one, "" where none is near: one slip in four letters, two in eight."""
    slips = min(2, len(word) // 4)
    near = ((_slips(word, known), known) for known in _vocabulary(language) if abs(len(known) - len(word)) <= slips)
    return min(((count, known) for count, known in near if count <= slips), default=(0, ""))[1]


def _slips(one: str, other: str) -> int:
    """How many letters have to be changed, left out, put in or swapped with the next to make one word of the other."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@cache
def _vocabulary(language: str) -> tuple[str, ...]:
    """Names and what else people call things: what a mistyped word may have meant."""
    titles = {word for entry in _index(language) for word in entry.title_words}
    others = {word for entry in _index(language) for word in entry.other_words}
    return tuple(sorted(word for word in titles | others if len(word) > 2))


def _hit(entry: _Entry, score: float, words: list[str]) -> Hit:
    snippet = _marked(entry.text, words)
    return Hit(entry.kind, entry.id, entry.title, entry.anchor, entry.chapter, snippet, score)


def _marked(text: str, words: list[str]) -> tuple[tuple[str, bool], ...]:
    """The place of a text where the words are first found, in pieces; its beginning where they are not."""
    places = [match.span() for match in _WORD.finditer(text) if any(_alike(word, folded(match[0])) for word in words)]
    low = max(0, places[0][0] - _SNIPPET) if places else 0
    high = min(len(text), (places[0][1] if places else _SNIPPET) + _SNIPPET)
    low = text.find(" ", low) + 1 if low else 0
    high = max(text.rfind(" ", 0, high), places[0][1] if places else 0) if high < len(text) else high
    pieces = [("…", False)] if low else []
    at = low
    for start, end in places:
        if start >= at and end <= high:
            pieces += [(text[at:start], False), (text[start:end], True)]
            at = end
    pieces.append((text[at:high] + ("…" if high < len(text) else ""), False))
    return tuple(piece for piece in pieces if piece[0])


@cache
def _index(language: str) -> tuple[_Entry, ...]:
    other = next(one for one in LANGUAGES if one != language)
    return (*_terms(language, other), *_paragraphs(language), *_rulings(language, other))


def _terms(language: str, other: str) -> Iterable[_Entry]:
    for term, foreign in zip(glossary(language), glossary(other), strict=True):
        kind, anchor = (ABILITY, f"a-{term.id}") if term.is_ability else (TERM, f"t-{term.id}")
        yield _entry(kind, term.id, term.name, anchor, "", term.text, (*term.words, foreign.name, *foreign.words))


def _paragraphs(language: str) -> Iterable[_Entry]:
    for chapter in chapters(language):
        for section in chapter.sections:
            for one in section.paragraphs:
                yield _entry(RULE, one.id, f"{chapter.title}, {section.title}", one.anchor, chapter.slug, one.text, ())


def _rulings(language: str, other: str) -> Iterable[_Entry]:
    plain = {
        (term.id, each): (term.name, *term.words) for each in LANGUAGES for term in glossary(each) if term.is_ability
    }
    for one, foreign in zip(all_rulings(language), all_rulings(other), strict=True):
        about = [word for slug in one.abilities[:1] for each in LANGUAGES for word in plain.get((slug, each), ())]
        text = f"{one.text} {one.ours}".strip()
        yield _entry(RULING, one.id, one.title, one.anchor, "", text, (one.number, foreign.title, *about))


def _entry(kind: str, name: str, title: str, anchor: str, chapter: str, text: str, words: tuple[str, ...]) -> _Entry:
    return _Entry(
        kind=kind,
        id=name,
        title=title,
        anchor=anchor,
        chapter=chapter,
        text=text,
        names=frozenset(" ".join(_WORD.findall(folded(one))) for one in (title, *words)),
        title_words=_words(title),
        other_words=_words(" ".join(words)),
        text_words=_words(text),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(text)))

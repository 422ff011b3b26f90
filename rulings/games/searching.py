"""Searching the rulings and the rulebook of one game: ranked by words, meaning and ways to ask, like Clash of Decks."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache
from typing import Final

from cards.folding import folded
from rulings.catalogue import Passage
from rulings.games.plain import PlainRulings
from rulings.rulebook import RULE, RULING
from rulings.searching.alike import meanings
from rulings.searching.answers import ways_in
from rulings.searching.asking import silent_stems
from rulings.searching.entries import READING, RuleEntry, reading_entries
from rulings.searching.index import meant_alike, ranked
from rulings.searching.searcher import ASKED, MAX_RESULTS, MEANT, asked_for, quoted, snippet_of
from rulings.searching.stems import WORD, stem, stems
from rulings.texts import LANGUAGES

_NEAR: Final = 0.75  # how like a known word a mistyped one has to be, see difflib
_LEAST: Final = 4  # letters of a word that may be mistyped
_WHOLE: Final = 50.0  # the question is the title or the number, as it stands
_OF_KIND: Final = {RULING: 1.0, RULE: 0.8, READING: 0.6}


@dataclass(frozen=True, slots=True)
class GameHit:
    """Something found in a game's rules: a ruling or a reading by its number, a section of the rulebook (``target``),
    with its address; ``told`` is the passage of a ruling that ``snippet`` quotes."""

    kind: str
    target: str
    title: str
    address: str
    snippet: tuple[tuple[str, bool], ...]
    score: float
    passage: Passage | None = None


def search_in(game: PlainRulings, query: str, language: str, limit: int = MAX_RESULTS) -> list[GameHit]:
    """What answers a question, the best first."""
    corpus = corpus_of(game, language)
    query_words = [mended_in(game, word, language) for word in WORD.findall(folded(query))]
    spoken = [stem(word, language) for word in query_words]
    words = tuple(dict.fromkeys(word for word in spoken if word not in silent_stems(language))) or tuple(spoken)
    meant = tuple(dict.fromkeys(meanings(query_words, language)))
    scores = ranked(words, corpus, language, game.name)
    for number, score in meant_alike(meant, corpus, language, game.name).items():
        scores[number] = scores.get(number, 0.0) + MEANT * score
    places = {entry.id: number for number, entry in enumerate(corpus) if entry.kind == RULING}
    ways = ways_in(game.folder / "text", language)
    for (_kind, identifier), score in asked_for(query, meant, ways, language, game.name).items():
        number = places[identifier]
        scores[number] = scores.get(number, 0.0) + ASKED * score
    plain = " ".join(query_words)
    for number, entry in enumerate(corpus):
        if plain in {" ".join(WORD.findall(folded(name))) for name in (entry.title, *entry.names)}:
            scores[number] = scores.get(number, 0.0) + _WHOLE
    weighed = {number: score * _OF_KIND[corpus[number].kind] for number, score in scores.items()}
    best = sorted(weighed, key=lambda number: -weighed[number])[:limit]
    return [_hit(game, corpus[number], weighed[number], words, language) for number in best]


def _hit(game: PlainRulings, entry: RuleEntry, score: float, words: tuple[str, ...], language: str) -> GameHit:
    title = f"{entry.id} {entry.title}" if entry.kind == RULING else entry.title
    passage = quoted(entry, words, language)
    return GameHit(
        entry.kind,
        entry.id,
        title,
        address_of(game, entry),
        snippet_of(passage.text if passage else entry.text, words, language),
        score,
        passage,
    )


def address_of(game: PlainRulings, entry: RuleEntry) -> str:
    """Where an entry of a game stands."""
    if entry.kind == RULING:
        return game.ruling_address(entry.id)
    if entry.kind == READING:
        return game.reading_address(entry.id)
    return f"{game.address()}rules/#{entry.anchor}"


@cache
def corpus_of(game: PlainRulings, language: str) -> tuple[RuleEntry, ...]:
    other_language = next(code for code in LANGUAGES if code != language)
    pairs = zip(game.rulings(language), game.rulings(other_language), strict=True)
    rulings = [
        RuleEntry(
            RULING,
            ruling.number,
            ruling.title,
            ruling.said,
            (ruling.number, ruling.part_name, foreign.title),
            ruling.anchor,
            passages=ruling.passages,
        )
        for ruling, foreign in pairs
    ]
    sections = [
        RuleEntry(
            RULE,
            section.id,
            section.title,
            " ".join(paragraph.text for paragraph in section.paragraphs),
            (),
            section.anchor,
        )
        for section in game.rulebook(language).sections
    ]
    readings = reading_entries(game.readings(language), game.readings(other_language))
    return (*rulings, *sections, *readings)


@cache
def _vocabulary(game: PlainRulings, language: str) -> frozenset[str]:
    texts = [" ".join((entry.title, entry.text, *entry.names)) for entry in corpus_of(game, language)]
    texts += [way.text for way in ways_in(game.folder / "text", language)]
    return frozenset(word for text in texts for word in WORD.findall(folded(text)))


@cache
def _known_stems(game: PlainRulings, language: str) -> frozenset[str]:
    return frozenset(root for word in _vocabulary(game, language) for root in stems(word, language))


def mended_in(game: PlainRulings, word: str, language: str) -> str:
    """The word itself if it is known, else the likest known one, if any is like it."""
    if len(word) < _LEAST or stem(word, language) in _known_stems(game, language):
        return word
    near = difflib.get_close_matches(word, sorted(_vocabulary(game, language)), n=1, cutoff=_NEAR)
    return near[0] if near else word

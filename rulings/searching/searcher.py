"""From a question to what answers it, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.catalogue import Passage
from rulings.matrix import find_cell, headline
from rulings.matrix_runs import AURA
from rulings.rulebook import ABILITY, RULE, RULING, TERM
from rulings.searching.answers import ways_to_ask
from rulings.searching.asking import AskedRule, abilities_in, silent_stems, stemmed, understand
from rulings.searching.entries import CELL, EXAMPLE, READING, RuleEntry, entries
from rulings.searching.index import Ways, asked_alike, meant_alike, ranked
from rulings.searching.letters import likeness
from rulings.searching.phrasings import Answer
from rulings.searching.stems import WORD, stem, stems

MAX_RESULTS: Final = 30
LONGEST_QUERY: Final = 200
_SNIPPET: Final = 90  # letters on either side of the first word found
_OF_KIND: Final = {ABILITY: 1.0, TERM: 0.7, RULE: 1.15, RULING: 1.2, EXAMPLE: 0.45, READING: 0.6}
MEANT: Final = 0.9  # what the words mean counts beside the words themselves,
ASKED: Final = 2.2  # and how like the ways to ask for it the question is:
_WAYS: Final = 60  # so many of them, the likest ones;
_UNLIKE: Final = 0.45  # a way that has no letters in common with the question counts so much,
_LETTERS: Final = 1.5  # and one that is the question itself so much more;
_FURTHER: Final = 0.5  # each further one for the same thing counts so much of the one before
_OF_CELL: Final = 1.4  # what other kinds get for their kind and for being about what is asked about
_IMPLIED: Final = 0.4  # what a word implies counts less than the word itself
_OF_SEASON_1: Final = 0.55  # unless it is asked for
_OF_SEASON_2: Final = 0.7  # where season 1 is asked about
_WHOLE: Final = {ABILITY: 300.0, TERM: 270.0}  # the question is the title or a name, as it stands
_WHOLE_OTHER: Final = 200.0
_LETTER_BY_LETTER: Final = 60.0
_DEFINED: Final = 60.0  # what the question asks the meaning of
_PAIR: Final = 160.0  # of a cell whose two abilities are those that are asked about,
_MOST_CELLS: Final = 3
_FURTHER_WORD: Final = 0.2  # the less, the more else is said: an example of both is seldom the answer to a long story;
_PLAIN_WORDS: Final = 1  # so many words besides the abilities make no story
_LENT: Final = 0.3  # where an Aura is one of the two: then the question is mostly about the other one;
_ELSEWHERE: Final = 0.6  # and where a way to play is asked about, or what the two do on an Incantation
_SETTLES: Final = 60.0  # what a ruling gets that is about both of them
_OF_A_WORD: Final = 1.3  # a term, where one word is all that is asked
_CALLED: Final = 1.15  # all words of one of its names are in the question
_ABOUT: Final = {RULING: 1.5, ABILITY: 1.5, RULE: 1.5}  # the one ability that is named, and what is foremost about it
_ALSO_ABOUT: Final = 1.4  # another ruling that is about that ability too
_NAMES: Final = 1.4  # what names it, or is asked for by its name
_NOT_ABOUT: Final = 0.5  # and what does not, unless it is about the way to play that is asked about
_IN_CONTEXT: Final = 1.35
_OUT_OF_CONTEXT: Final = 0.7  # about a way to play that is not asked about


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found, see ``RuleEntry``; ``snippet`` is the place in its text: pieces with whether each is marked.

    ``passage`` is that of a ruling that ``snippet`` quotes; of anything else None.
    """

    kind: str
    id: str
    title: str
    anchor: str
    chapter: str
    snippet: tuple[tuple[str, bool], ...]
    score: float
    season_1: bool = False
    passage: Passage | None = None


def search(query: str, language: str, limit: int = MAX_RESULTS, answers: tuple[RuleEntry, ...] = ()) -> list[Hit]:
    """Results for a question, the best first; season 1 only after the rest, unless the question is about it.

    ``answers`` are found besides: the rulings that editors gave (``entries.answer``).
    """
    every = _Corpus.of(answers, language)
    question = understand(query[:LONGEST_QUERY], language, every.besides)
    if not question.words:
        return []
    alike = asked_for(query[:LONGEST_QUERY], question.meant, ways_to_ask(answers, language), language)
    hits = [(every.entries[number], score) for number, score in _scored(question, alike, every, language).items()]
    hits += _cells(question, alike, language)
    hits.sort(key=lambda pair: -pair[1])
    if not question.season_1:
        first = next((pair for pair in hits if not pair[0].season_1), None)
        hits.sort(key=lambda pair: pair is not first)  # keeps the others in their order
    return [_hit(entry, score, question, language) for entry, score in hits[:limit]]


def _scored(question: AskedRule, alike: Mapping[Answer, float], every: _Corpus, language: str) -> dict[int, float]:
    """How well each entry answers a question, by its number: has its words or their meaning, is asked for like it."""
    direct, implied = ranked(question.words, every.entries, language), ranked(question.more, every.entries, language)
    meant = meant_alike(question.meant, every.entries, language)
    ways = {every.places[answer]: score for answer, score in alike.items() if answer in every.places}
    all_words, whole = {*question.words, *question.more}, stemmed(question.plain, language)
    scored = {}
    for number in direct.keys() | implied.keys() | meant.keys() | ways.keys():
        entry = every.entries[number]
        score = direct.get(number, 0.0) + _IMPLIED * implied.get(number, 0.0) + MEANT * meant.get(number, 0.0)
        score = (score + ASKED * ways.get(number, 0.0)) * _weight(entry, every.named[number], question)
        if any(name <= all_words for name in every.phrases[number]):
            score *= _CALLED
        if whole in every.names[number]:
            score += _WHOLE.get(entry.kind, _WHOLE_OTHER)
        if question.defines and question.defines in every.terms[number]:
            score += _DEFINED
        if question.plain in every.written[number]:
            score += _LETTER_BY_LETTER
        scored[number] = score
    for number, bonus in _settling(question, every.entries):
        scored[number] = scored.get(number, 0.0) + bonus
    return scored


def asked_for(query: str, meant: Sequence[str], ways: Ways, language: str, game: str = "") -> dict[Answer, float]:
    """What answers the ways to ask that the question is like, each with how like: the likest way counts most.

    Like is what means the same, and the more so what has the same letters.
    """
    scores: dict[Answer, float] = {}
    uses: dict[Answer, int] = {}
    likest = [
        (score * (_UNLIKE + _LETTERS * likeness(query, ways[number].text)), number)
        for number, score in asked_alike(meant, ways, language, _WAYS, game)
    ]
    for score, number in sorted(likest, key=lambda pair: -pair[0]):
        for answer in ways[number].answers:
            scores[answer] = scores.get(answer, 0.0) + score * _FURTHER ** uses.get(answer, 0)
            uses[answer] = uses.get(answer, 0) + 1
    return scores


@dataclass(frozen=True, eq=False)
class _Corpus:
    """All that is searched: the entries, and of each its title and names as written, as stems, without silent words.

    ``named`` are the abilities that its words, or the ways to ask for it, name; ``terms`` are what an ability or a term
    is called, without silent words. ``besides`` are the words of answers, which the rules may not have.
    """

    entries: tuple[RuleEntry, ...]
    names: tuple[frozenset[str], ...]
    written: tuple[frozenset[str], ...]
    phrases: tuple[tuple[frozenset[str], ...], ...]
    named: tuple[frozenset[str], ...]
    besides: frozenset[str]
    terms: tuple[frozenset[str], ...]
    places: Mapping[Answer, int]

    @staticmethod
    @lru_cache(maxsize=4)
    def of(answers: tuple[RuleEntry, ...], language: str) -> _Corpus:
        every = (*entries(language), *answers)
        silent = silent_stems(language)
        names = tuple(frozenset(stemmed(name, language) for name in (entry.title, *entry.names)) for entry in every)
        written = tuple(frozenset(_plain(name) for name in (entry.title, *entry.names)) for entry in every)
        besides = frozenset(word for entry in answers for word in WORD.findall(folded(f"{entry.title} {entry.text}")))
        sets = ((frozenset(stems(name, language)) - silent for name in entry.names) for entry in every)
        phrases = tuple(tuple(words for words in each if len(words) > 1) for each in sets)
        places = {(entry.kind, entry.id): number for number, entry in enumerate(every)}
        named = tuple(_named(every, ways_to_ask(answers, language), language))
        terms = tuple(frozenset(_bare(entry, language)) for entry in every)
        return _Corpus(every, names, written, phrases, named, besides, terms, places)


def abilities_named(answers: tuple[RuleEntry, ...], language: str) -> dict[Answer, frozenset[str]]:
    """The abilities that each entry and the ways to ask for it name."""
    every = _Corpus.of(answers, language)
    return {(entry.kind, entry.id): named for entry, named in zip(every.entries, every.named, strict=True)}


def _bare(entry: RuleEntry, language: str) -> Iterator[str]:
    """What an ability or a term is called, as stems without the silent ones."""
    if entry.kind in (ABILITY, TERM):
        for name in (entry.title, entry.title.partition(" (")[0], *entry.names):
            yield " ".join(word for word in stems(name, language) if word not in silent_stems(language))


def _named(every: tuple[RuleEntry, ...], ways: Ways, language: str) -> Iterator[frozenset[str]]:
    texts_by_answer: dict[Answer, list[str]] = {}
    for way in ways:
        for answer in way.answers:
            texts_by_answer.setdefault(answer, []).append(way.text)
    for entry in every:
        texts = (entry.title, entry.text, *texts_by_answer.get((entry.kind, entry.id), ()))
        yield abilities_in(" . ".join(texts), language)


def _plain(name: str) -> str:
    return " ".join(WORD.findall(folded(name)))


def _weight(entry: RuleEntry, named: frozenset[str], question: AskedRule) -> float:
    weight = _OF_A_WORD if entry.kind == TERM and len(question.words) == 1 else _OF_KIND[entry.kind]
    if entry.season_1 and not question.season_1:
        weight *= _OF_SEASON_1
    if question.season_1 and not entry.season_1 and entry.kind in (RULING, RULE):
        weight *= _OF_SEASON_2
    if entry.context:
        weight *= _IN_CONTEXT if entry.context in question.contexts else _OUT_OF_CONTEXT
    if len(set(question.abilities)) == 1:
        weight *= _about(entry, question.abilities[0], named, question)
    return weight


def _about(entry: RuleEntry, slug: str, named: frozenset[str], question: AskedRule) -> float:
    """What being about the one ability that a question names counts, or being about something else."""
    if _foremost(entry) == slug:
        return _ABOUT.get(entry.kind, 1.0)
    if slug in entry.abilities:
        return _ALSO_ABOUT
    if slug in named:
        return _NAMES
    return 1.0 if entry.context in question.contexts else _NOT_ABOUT


def _foremost(entry: RuleEntry) -> str:
    """The ability that an entry is: itself, its own ruling, or what it is for an AI."""
    if entry.kind == RULE and entry.context == "ai":
        return entry.id.rpartition(".")[2]
    return entry.id if entry.kind in (ABILITY, RULING) else ""


def _pairs(question: AskedRule) -> list[tuple[str, str]]:
    """The pairs of abilities that a question names; one that it names twice is a pair with itself."""
    return list(dict.fromkeys(combinations(question.abilities, 2)))[:_MOST_CELLS]


def _cells(question: AskedRule, alike: Mapping[Answer, float], language: str) -> Iterator[tuple[RuleEntry, float]]:
    """The cells that a question is about, with their scores: of pairs that it names, and those asked for like it."""
    edition = SEASON_1 if question.season_1 else SEASON_2
    scores = {
        tuple(answer[1].split("/")): _OF_CELL * ASKED * score for answer, score in alike.items() if answer[0] == CELL
    }
    pairs = _pairs(question)
    for place, pair in enumerate(pairs):
        asked_like = scores.pop(tuple(sorted(pair)), 0.0)
        scores[pair] = _of_pair(pair, question) / len(pairs) - place + asked_like
    for (first, second), score in scores.items():
        cell = find_cell(first, second, edition)
        if cell is not None:
            title = " × ".join(ability_name(slug, language) for slug in (first, second))
            old = edition == SEASON_1
            identifier = f"{edition}/{first}/{second}" if old else f"{first}/{second}"
            yield RuleEntry(CELL, identifier, title, headline(cell, language), season_1=old), score


def _of_pair(pair: tuple[str, str], question: AskedRule) -> float:
    """What a cell gets for being the one of two abilities that a question names."""
    besides = len(question.words) - len(set(question.abilities)) - _PLAIN_WORDS
    score = _PAIR / (1 + _FURTHER_WORD * max(0, besides))
    if question.contexts:
        score *= _ELSEWHERE
    return score * _LENT if AURA in pair and len(set(pair)) > 1 else score


def _settling(question: AskedRule, every: tuple[RuleEntry, ...]) -> Iterator[tuple[int, float]]:
    """The rulings that are about both abilities of a pair, those foremost about one of them first."""
    for first, second in _pairs(question):
        for number, entry in enumerate(every):
            if first != second and entry.kind == RULING and {first, second} <= set(entry.abilities):
                if _is_beside(entry, question) or (entry.id in FLAG_OF_SLUG and entry.id not in (first, second)):
                    continue  # that of a third ability, of another way to play or of season 1
                yield number, _SETTLES / (1 + min(entry.abilities.index(first), entry.abilities.index(second)))


def _is_beside(entry: RuleEntry, question: AskedRule) -> bool:
    """Whether an entry is about a way to play, or about season 1, and the question is not."""
    return bool(entry.context and entry.context not in question.contexts) or (entry.season_1 and not question.season_1)


# What is shown


def _hit(entry: RuleEntry, score: float, question: AskedRule, language: str) -> Hit:
    passage = quoted(entry, question.words, language)
    snippet = snippet_of(passage.text if passage else entry.text, question.words, language)
    return Hit(entry.kind, entry.id, entry.title, entry.anchor, entry.chapter, snippet, score, entry.season_1, passage)


def quoted(entry: RuleEntry, words: tuple[str, ...], language: str) -> Passage | None:
    """The passage of a ruling that has the most of the words, the first of equals; None for what is no ruling."""
    searched = {word for word in words if len(word) > 1}

    def shared(passage: Passage) -> int:
        return len(searched & {root for root, _place in _places(passage.text, language)})

    return max(entry.passages, key=shared, default=None)


def snippet_of(text: str, words: tuple[str, ...], language: str) -> tuple[tuple[str, bool], ...]:
    """The place of a text where the words are first found, in pieces; its beginning where they are not."""
    searched = {word for word in words if len(word) > 1}
    places = [place for root, place in _places(text, language) if root in searched]
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


@lru_cache(maxsize=2048)
def _places(text: str, language: str) -> tuple[tuple[str, tuple[int, int]], ...]:
    """The words of a text as stems, each with where it begins and ends."""
    return tuple((stem(folded(m[0]), language), m.span()) for m in WORD.finditer(text))

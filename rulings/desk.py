"""One search for the rules of all games: an answer first, where one is known, then what else was found, game by game.

The page of the search, ``/ruling`` of Discord and the API ask here. Every game ranks what it has by itself; which game
a question is about is told by how much of its weight, in words that are rare in the rules of all games, is found there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse

from cards.folding import folded
from cards.sets import all_cards
from contract.registry import GAMES
from rulings.catalogue import INTERPRETATION, Passage
from rulings.fitting import DECKS, Fit, fit_of, folder_of, language_of, names_of_its_own, shown_in
from rulings.games.registry import plain_games
from rulings.games.searching import GameHit, search_in
from rulings.links import address
from rulings.rulebook import ABILITY, RULE, RULING, TERM
from rulings.searching import CELL, EXAMPLE, LONGEST_QUERY, READING, RuleEntry, search
from rulings.searching.alike import leaning_words, meaning
from rulings.searching.answers import RulingAnswer, asked_in, sentence_of
from rulings.searching.searcher import Hit
from rulings.searching.stems import WORD
from rulings.searching.verdicts import KnownQuestion, known_question
from rulings.topics import Shares, shares_of

SURE: Final = 0.5  # how well a question has to fit, for an answer to stand first
_NAMED: Final = 0.6  # what naming a game adds to its fit
_SAME: Final = 0.15  # what a known question adds,
_PROPER: Final = 0.2  # what a word adds that this game alone has, and writes as a name: Student, Chest, Trial,
_HERE: Final = 0.08  # and what being asked on its own pages adds
_UNHEARD: Final = 0.75  # what it takes off, as a share, that a question is in words that nobody says of any game;
_SPEAKS: Final = 6.1  # and how much has to speak for some topic, where no reading of ours is found
_TOPIC: Final = 0.5  # what being about a game's topics adds to its fit, and being about a result's to its score:
_LIKELY: Final = 0.05  # from here on a result is added that the words of the rules have not found
_MOST: Final = 12  # results shown of the game that a question is about
_LOOKED_AT: Final = 15  # of each game, before those of the matrix go last
_OTHERS: Final = 3  # and of another one
_BESIDE: Final = 0.75  # of the best fit: what another game has to reach to be shown
KINDS: Final = (RULING, ABILITY, READING, EXAMPLE, RULE, TERM, CELL)  # in the order of their groups
_SAYS: Final = (RULING, RULE, ABILITY, TERM, READING)  # what may answer; nothing else is said by anybody
CALLED: Final = {
    "magic-schools": re.compile(
        r"\b(in |at |à |dans |aux )?(clash of )?(magic schools?|(the )?schools of magic|(les )?[ée]coles? de magie)\b",
        re.I,
    ),
    "clash-of-the-cards": re.compile(r"\b(in |at |à |dans )?clash of (the )?cards\b", re.I),
    DECKS: re.compile(r"\b(in |at |à |dans )?clash of decks\b", re.I),
}
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class DeskHit:
    """Something found in a game's rules; ``id`` is a slug or a number, ``passage`` what ``snippet`` quotes."""

    game: str
    kind: str
    id: str
    title: str
    address: str
    snippet: tuple[tuple[str, bool], ...]
    text: str
    passage: Passage | None = None
    season_1: bool = False


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """What stands first: ``verdict`` is yes, no, a number or "", ``sentence`` says it, ``hit`` is where it stands."""

    verdict: str
    sentence: str
    hit: DeskHit

    @property
    def game_title(self) -> str:
        return GAMES[self.hit.game].title

    @property
    def is_ours(self) -> bool:
        """Whether the sentence is our interpretation."""
        return self.hit.passage is not None and self.hit.passage.kind == INTERPRETATION


@dataclass(frozen=True, slots=True)
class FoundInGame:
    """What was found in a game, the best first; ``fit`` says how well, ``sure`` how well without what the question's
    topic is thought to be, which is always some topic, and less so in words that belong to no game; 1 is perfect."""

    game: str
    fit: float
    sure: float
    hits: tuple[DeskHit, ...]

    @property
    def title(self) -> str:
        return GAMES[self.game].title

    @property
    def groups(self) -> list[tuple[str, list[DeskHit]]]:
        """The results by kind, in the order of the kinds."""
        grouped = ((kind, [hit for hit in self.hits if hit.kind == kind]) for kind in KINDS)
        return [(kind, hits) for kind, hits in grouped if hits]


@dataclass(frozen=True, slots=True)
class Desk:
    """What the rules say to a question: an answer if there is a sure one, the games in the order of their fit, and what
    the ``others`` answer as surely, one each."""

    answer: DeskAnswer | None
    games: tuple[FoundInGame, ...]
    others: tuple[DeskAnswer, ...] = ()

    @property
    def is_sure(self) -> bool:
        return self.answer is not None

    @property
    def answering_game(self) -> str:
        """The game whose answer stands first, "" where none does."""
        return self.answer.hit.game if self.answer else ""


def look_up(query: str, language: str, game: str = "", answers: tuple[RuleEntry, ...] = ()) -> Desk:
    """What the rules of all games say to a question, in a language, whatever language it is asked in.

    ``game`` is the one on whose pages it is asked; ``answers`` are those that editors gave (``entries.answer``).
    """
    ranked = _rank(query, language, game, answers)
    best = ranked.found[0]
    if best.sure < SURE or not best.hits:
        return Desk(None, _cut(ranked.found, _OTHERS, game or DECKS))
    meant = ranked.found[:1] if best.game == ranked.named else ranked.found  # who names a game asks of no other
    shown = _cut(meant, _MOST, game or DECKS)
    given = [answer for each in shown if each.sure >= SURE and (answer := _answer(ranked, each))]
    first = given[0] if given and given[0].hit.game == best.game else None
    return Desk(first, shown, tuple(given[1:]) if first else ())


def rulings_found(
    query: str, language: str, game: str = "", answers: tuple[RuleEntry, ...] = ()
) -> list[tuple[str, str]]:
    """The rulings and readings that answer a question, as games and ids, in the order of ``look_up``.

    With a ``game`` only its own are found, however little the question fits.
    """
    ranked = _rank(query, language, game, answers)
    least = _BESIDE * ranked.found[0].fit
    meant = [each for each in ranked.found if (each.game == game if game else each.fit >= least)]
    first = [answer.hit for each in meant if (answer := _answer(ranked, each))]
    hits = [*first, *(hit for each in meant for hit in each.hits)]
    return list(dict.fromkeys((hit.game, hit.id) for hit in hits if hit.kind in (RULING, READING)))


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A question without the name of a game, the languages that it is asked in and to be answered in, and what each
    game has for it, the best first, with how well it fits and the known question that it is; ``named`` is the game that
    was named, or ""."""

    query: str
    asked: str
    language: str
    found: list[FoundInGame]
    fits: dict[str, Fit]
    known: dict[str, KnownQuestion | None]
    named: str


def _rank(query: str, language: str, game: str, answers: tuple[RuleEntry, ...]) -> _Ranked:
    query = query.strip()[:LONGEST_QUERY]
    asked = language_of(query, language)
    bare, named = query, ""
    for name, sign in CALLED.items():
        if sign.search(query) and sign.sub("", query).strip():
            bare, named = sign.sub("", query).strip(), name
    ranked = _Ranked(bare, asked, language, [], {}, {}, named)
    shares = shares_of(bare, asked, answers)
    for name in (DECKS, *plain_games()):
        hits = _hits(name, bare, asked, language, answers, shares)
        fit = fit_of(name, bare, asked, [(hit.kind, hit.id) for hit in hits], answers)
        known = known_question(bare, asked_in(folder_of(name), asked), asked, fit.weigh)
        if known is None and name == named:  # one that names the game too: near enough to find its ruling by
            whole = known_question(query, asked_in(folder_of(name), asked), asked, fit.weigh)
            known = replace(whole, verdict="") if whole else None
        score = fit.score + (_SAME if known else 0.0) + _NAMED * (name == named) + _HERE * (name == game)
        score += _PROPER * names_of_its_own(bare, name, asked)
        ranked.fits[name], ranked.known[name] = fit, known
        # Readings have no ways to ask, so nothing speaks for them.
        is_meant = name == named or (bool(hits) and hits[0].kind == READING)
        sure = score * (1 - _UNHEARD * fit.unheard) if known or is_meant or shares.best >= _SPEAKS else 0.0
        ranked.found.append(FoundInGame(name, score + _TOPIC * shares.games.get(name, 0.0), sure, hits))
    ranked.found.sort(key=lambda each: (each.game != named, -each.fit))  # one that is named is meant
    return ranked


def cards_named(query: str, language: str) -> list[tuple[str, str]]:
    """The cards of Clash of Decks whose names a question says, with their addresses."""
    said = f" {' '.join(WORD.findall(folded(query)))} "
    named = []
    for card in all_cards():
        name = card.name.in_language(language)
        if f" {' '.join(WORD.findall(folded(name)))} " in said:
            named.append((name, reverse("cards:card", args=[card.set, card.slug])))
    return named[:_OTHERS]


def _cut(found: Sequence[FoundInGame], most: int, here: str) -> tuple[FoundInGame, ...]:
    """The games that are worth being shown, and the one ``here``, with as many results as are read."""
    best = found[0].fit
    beside = [each for each in found[1:] if each.hits and (each.game == here or each.fit >= _BESIDE * best)]
    return tuple(
        FoundInGame(each.game, each.fit, each.sure, _first(each.hits, _OTHERS if place else most))
        for place, each in enumerate((found[0], *beside))
        if each.hits
    )


def _first(hits: Sequence[DeskHit], most: int) -> tuple[DeskHit, ...]:
    """As many results as are read, and the cells that come after them: of two abilities that the question names."""
    return (*hits[:most], *(hit for hit in hits[most:] if hit.kind == CELL))


def _answer(ranked: _Ranked, found: FoundInGame) -> DeskAnswer | None:
    """What a game answers."""
    query, asked, language = ranked.query, ranked.asked, ranked.language
    fit, known = ranked.fits[found.game], ranked.known[found.game]
    if known is not None:
        answer = known.answer
        hit = next((hit for hit in found.hits if (hit.kind, hit.id) == (RULING, answer.ruling)), None)
        hit = _from(answer.source, hit or _hit_of(found.game, RULING, answer.ruling, language), language)
        return DeskAnswer(known.verdict, _said(answer, hit, language, asked, query, fit), hit)
    hit = next((hit for hit in found.hits if hit.kind in _SAYS), None)
    hit = hit and _telling(hit, query, asked, language, fit)
    return DeskAnswer("", _sentence(hit.text, query, asked, language, fit), hit) if hit else None


def _telling(hit: DeskHit, query: str, asked: str, language: str, fit: Fit) -> DeskHit:
    """A result that quotes the passage whose sentence has the most of a question: what is asked may be the part that
    is ours, whichever part was found."""
    entry = shown_in(hit.game, hit.kind, hit.id, language)
    if asked != language or not entry or not entry.passages:
        return hit
    words = frozenset(meaning(query, language).split())
    passage = max(entry.passages, key=lambda each: max(_shared(one, words, language, fit) for one in _split(each.text)))
    return replace(hit, passage=passage, text=passage.text)


def _from(source: str, hit: DeskHit, language: str) -> DeskHit:
    """A result that quotes the passage of a ``source``, for the label beside the answer."""
    entry = shown_in(hit.game, hit.kind, hit.id, language)
    passage = next((each for each in entry.passages if each.kind == source), None) if entry else None
    return replace(hit, passage=passage, text=passage.text) if passage else hit


def _said(answer: RulingAnswer, hit: DeskHit, language: str, asked: str, query: str, fit: Fit) -> str:
    return sentence_of(answer, language) or _sentence(hit.text, query, asked, language, fit)


def _sentence(text: str, query: str, asked: str, language: str, fit: Fit) -> str:
    """The sentence of a text that has the most of a question; the first one where it is asked in another language.

    One that leans on the sentence before it ("It ...") comes with that one.
    """
    sentences = _split(text)
    if asked != language:
        return sentences[0]
    words = frozenset(meaning(query, language).split())
    place = max(range(len(sentences)), key=lambda at: _shared(sentences[at], words, language, fit))
    leans = WORD.findall(folded(sentences[place]))[:1]
    first = place - 1 if place and leans and leans[0] in leaning_words(language) else place
    return " ".join(sentences[first : place + 1])


def _split(text: str) -> list[str]:
    return _SENTENCE.split(text)


def _shared(sentence: str, words: frozenset[str], language: str, fit: Fit) -> int:
    """How much of what some words mean is in a sentence, in millionths: the same in whatever order they are added."""
    return round(1e6 * sum(fit.weigh(word) for word in words & {*meaning(sentence, language).split()}))


def _hits(
    game: str, query: str, asked: str, language: str, answers: tuple[RuleEntry, ...], shares: Shares
) -> tuple[DeskHit, ...]:
    """What a game finds for a question by its words and by its topic, nothing of the matrix before what answers."""
    scored = list(_found_by_words(game, query, asked, language, answers))
    highest = max((score for hit, score in scored if hit.kind in _SAYS), default=0.0) or 1.0
    scores = {(hit.kind, hit.id): (hit, score / highest) for hit, score in scored}
    whole = shares.games.get(game) or 1.0
    for (of_game, (kind, identifier)), of_all in shares.answers.items():
        share = of_all / whole  # how likely it is if the question is about this game
        hit, score = scores.get((kind, identifier), (None, 0.0))
        if of_game != game or kind not in _SAYS:
            continue
        if hit is None and share >= _LIKELY and shown_in(game, kind, identifier, language):
            hit = _hit_of(game, kind, identifier, language)
        if hit is not None:
            scores[kind, identifier] = (hit, score + _TOPIC * share)
    best = sorted(scores.values(), key=lambda pair: (pair[0].kind in (CELL, EXAMPLE), -pair[1]))
    return tuple(hit for hit, _score in best)


def _found_by_words(
    game: str, query: str, asked: str, language: str, answers: tuple[RuleEntry, ...]
) -> Iterator[tuple[DeskHit, float]]:
    if game == DECKS:
        for hit in search(query, asked, _LOOKED_AT, answers):
            if asked == language:
                yield _of_decks(hit, language), hit.score
            elif hit.kind != CELL:
                yield _translated(_of_decks(hit, language), language), hit.score
    else:
        plain = plain_games()[game]
        for found in search_in(plain, query, asked, _LOOKED_AT):
            hit_there = _of_plain(game, found)
            yield hit_there if asked == language else _translated(hit_there, language), found.score


def _of_decks(hit: Hit, language: str) -> DeskHit:
    text = hit.passage.text if hit.passage else "".join(piece for piece, _ in hit.snippet)
    entry = shown_in(DECKS, hit.kind, hit.id, language)
    if entry is not None and hit.passage is None:
        text = entry.text
    place = address(hit.kind, hit.id, language)
    return DeskHit(DECKS, hit.kind, hit.id, hit.title, place, hit.snippet, text, hit.passage, hit.season_1)


def _of_plain(game: str, hit: GameHit) -> DeskHit:
    text = hit.passage.text if hit.passage else "".join(piece for piece, _ in hit.snippet)
    return DeskHit(game, hit.kind, hit.target, hit.title, hit.address, hit.snippet, text, hit.passage)


def _translated(hit: DeskHit, language: str) -> DeskHit:
    """A result that was found by the words of the other language."""
    entry = shown_in(hit.game, hit.kind, hit.id, language)
    if entry is None:  # what editors answered in one language alone
        return hit
    passage = entry.passages[0] if entry.passages else None
    text = passage.text if passage else entry.text
    title = f"{entry.id} {entry.title}" if hit.game != DECKS and hit.kind == RULING else entry.title
    shown = (_SENTENCE.split(text)[0], False)
    return DeskHit(hit.game, hit.kind, hit.id, title, hit.address, (shown,), text, passage, hit.season_1)


def _hit_of(game: str, kind: str, identifier: str, language: str) -> DeskHit:
    """What answers although the words of the rules have not found it."""
    plain = plain_games().get(game)
    place = plain.ruling_address(identifier) if plain else address(kind, identifier, language)
    return _translated(DeskHit(game, kind, identifier, "", place, (), ""), language)

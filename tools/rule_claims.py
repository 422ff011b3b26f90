"""Every sentence about the rules that is not a ruling's own, and the check on the engine that it carries.

A *claim* is a sentence of a rulebook in our words, of the glossary, of an ability's text, of a page that tells how to
play (``PAGES``), or a first answer of the search with its question. ``claims.txt`` beside the rulings of each game
names for each claim, word for word, the examples that the engine carries out and that would fail if it were false, or
why there is none (``REASONS``). Sentences that are written together with a position (the matrix's pairs, what to watch,
examples' titles) carry their check already.

A line ``= rule turn.gain 1a2b3c4d`` names a place and the digest of its other languages; below it stand its claims,
``mana-of-a-turn-1 | You gain 1 Mana ...``, with ids of examples, "pair:SLUG/SLUG" of the matrix, or "!REASON".
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from engine.kernel.errors import EngineError
from rulings.examples import FOLDER as EXAMPLES
from rulings.examples import Example, all_examples, check, read_example
from rulings.fitting import DECKS, folder_of
from rulings.games.plain import GameExample, PlainRulings
from rulings.games.registry import plain_games
from rulings.games.running import answer_of, disagreement
from rulings.matrix import PairSentence, all_sentences, check_sentence
from rulings.readings import all_readings, reading_examples
from rulings.rulebook import Chapter, Span, chapters, glossary
from rulings.searching.answers import RulingAnswer, answers_in
from rulings.texts import LANGUAGES

NAME: Final = "claims.txt"
OF_DECKS: Final = EXAMPLES / "claims" / "decks.toml"  # examples that are checks alone, without pages
OF_A_GAME: Final = "claim_examples.toml"  # the same, beside the examples of another game
PAIR: Final = "pair:"
EXCUSED: Final = "!"
CATALOGUE: Final = Path(__file__).resolve().parents[1] / "locale" / "fr" / "LC_MESSAGES" / "django.po"
# By game: the files whose texts tell players on pages how to play, and what a move brings.
PAGES: Final = {
    DECKS: (
        "games/decks/custom_forms.py",
        "games/decks/forms.py",
        "games/decks/table/reasons.py",
        "templates/cards/workshop/_champion.html",
        "templates/champions/gallery.html",
        "templates/mutation/paper/booklet/_rules.html",
    ),
    "magic-schools": (
        "games/schools/advice.py",
        "games/schools/board/words.py",
        "games/schools/kit.py",
        "games/schools/pages.py",
    ),
    "clash-of-the-cards": (
        "games/armies/advice.py",
        "games/armies/board/moves.py",
        "games/armies/kit.py",
        "games/armies/pages.py",
        "games/armies/sheets/pad.py",
        "games/armies/templates/scores/paper/pad.html",
        "games/armies/words.py",
    ),
}
_THING: Final = re.compile(
    r"\b(Strongholds?|Creatures?|Mana|Bastion|Forts?|Trials?|Students?|Wilds?|Castles?|arm(y|ies)|Thief|Spy|Spies|Death"
    r"|Incantations?|[Cc]hampions?|Emblem|Guardian|Chest|Gravedigger|Assault|hand|pile|Overtime|Arenas?|spells?|points?"
    r"|Bonus|Laboratory)\b"
)
_SAYS: Final = re.compile(
    r"\b(you|each|every|no|two|three|costs?|needs?|must|can|can't|never|always|points?|draws?|wins?|loses?|highest|lowest"
    r"|once|only|all|stops?|takes?|keeps?|gives?|moves?|discards?|discarded|brings?|makes?|ends?|replaces|returns?|steals"
    r"|puts|fights?)\b",
    re.I,
)
_EVENT: Final = re.compile(r"%\((seat|school)\)s")  # told of a game that is played: the engine's own event
_SHORT: Final = 4  # words of a label, which says nothing yet
REASONS: Final = {
    "name": "says what a thing is called, where it is printed, or that it belongs to the box",
    "table": "says what players do at a table: agree, shuffle, toss a coin, cut and glue, keep score on paper",
    "site": "says what this site offers, or what a rulebook does not tell",
    "leads": "leads to what follows it, which is checked",
    "label": "says whose reading the sentence before it is; a test holds labels and sources together",
}
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[\w“«])")
_REFERENCE: Final = re.compile(r"(See|Voir) .*\.")
_PLACE: Final = re.compile(r"= (\S+ \S+) ([0-9a-f]{8})")

Check = Callable[[], list[str]]  # what the engine does not agree with


class BadClaims(ValueError):
    """A line of ``claims.txt`` that cannot be read; the message names it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where claims stand, "rule turn.mana", with the sentences of each language."""

    name: str
    sentences: dict[str, tuple[str, ...]]

    @property
    def digest(self) -> str:
        """Changes with the words of any language but English: what is checked is the English sentence."""
        other = "\n".join("\n".join(self.sentences[language]) for language in LANGUAGES[1:])
        return hashlib.sha256(other.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A line of a file: a claim in English at a place of some ``digest``, and what checks it."""

    place: str
    digest: str
    text: str
    checks: tuple[str, ...]

    @property
    def excuse(self) -> str:
        """One of ``REASONS`` where nothing checks it, else ""."""
        first = self.checks[0]
        return first.removeprefix(EXCUSED) if first.startswith(EXCUSED) else ""


def read_claims(game: str) -> list[CheckedClaim]:
    """The claims of a game that are written down. Raises ``BadClaims``."""
    claims: list[CheckedClaim] = []
    place: tuple[str, str] | None = None
    for number, line in enumerate((folder_of(game) / NAME).read_text(encoding="utf-8").splitlines(), start=1):
        if head := _PLACE.fullmatch(line):
            place = (head[1], head[2])
        elif line and not line.startswith("#"):
            names, bar, text = line.partition(" | ")
            if place is None or not bar or not names.split():
                raise BadClaims(f"{NAME}:{number}: write EXAMPLES | CLAIM below a place, not {line!r}")
            claims.append(CheckedClaim(*place, text, tuple(names.split())))
    return claims


@cache
def checks_of(game: str) -> dict[str, Check]:
    """All that the engine can carry out for the claims of a game, by the names that ``claims.txt`` uses."""
    if game == DECKS:
        alone = (read_example({"title": {}, **entry}) for entry in _entries(OF_DECKS))
        examples = (*all_examples(), *reading_examples(), *alone)
        checks: dict[str, Check] = {example.id: partial(_run, example) for example in examples}
        for pair in all_sentences():
            checks[f"{PAIR}{pair.attacker}/{pair.defender}"] = partial(_run_pair, pair)
        return checks
    rules = plain_games()[game]
    own = {example.id: partial(_told, rules, example) for example in (*rules.examples(), *rules.reading_examples())}
    alone_there = _entries(folder_of(game).parent / OF_A_GAME)
    return {**own, **{entry["id"]: partial(_run_plain, rules, entry) for entry in alone_there}}


def _entries(path: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    return entries


def _run(example: Example) -> list[str]:
    return [str(wrong) for wrong in check(example)]


def _run_pair(pair: PairSentence) -> list[str]:
    return [wrong for edition in pair.seasons for wrong in check_sentence(pair, edition)]


def _told(rules: PlainRulings, example: GameExample) -> list[str]:
    return [wrong for wrong in rules.checked(example) if wrong]


def _run_plain(rules: PlainRulings, entry: dict[str, Any]) -> list[str]:
    try:
        answer = answer_of(rules.runner, json.loads(entry["request"]))
    except EngineError as error:
        return [str(error)]
    return [wrong for fact in entry["facts"] if (wrong := disagreement(fact, answer))]


def places_of(game: str) -> Iterator[Place]:
    """Every place where something is said about the rules of a game."""
    books = {language: _chapters(game, language) for language in LANGUAGES}
    paragraphs = {
        language: {each.id: (each.spans, *each.items) for chapter in book for each in chapter.paragraphs}
        for language, book in books.items()
    }
    for identifier in paragraphs[LANGUAGES[0]]:
        sentences = {language: tuple(_sentences(paragraphs[language][identifier])) for language in LANGUAGES}
        yield Place(f"rule {identifier}", sentences)
    if game == DECKS:
        terms = {language: {term.id: term for term in glossary(language)} for language in LANGUAGES}
        for identifier, term in terms[LANGUAGES[0]].items():
            kind = "ability" if term.is_ability else "term"
            sentences = {language: tuple(_split(terms[language][identifier].text)) for language in LANGUAGES}
            yield Place(f"{kind} {identifier}", sentences)
    yield from _pages(game)
    for answer in answers_in(folder_of(game)):
        if answer.verdict or answer.sentences:
            yield Place(f"answer {answer.ruling}", {language: (_answered(answer, language),) for language in LANGUAGES})


def _pages(game: str) -> Iterator[Place]:
    """The texts of ``PAGES`` that say something of the game's things; the first form of those that count."""
    told: dict[str, dict[str, str]] = {path: {} for path in PAGES[game]}
    for message in _catalogue():
        text, french = _first_form(message.id), _first_form(message.string)
        claims = _THING.search(text) and _SAYS.search(text) and not _EVENT.search(text)
        if claims and len(text.split()) > _SHORT:
            for path in sorted({path for path, _line in message.locations} & set(told)):
                told[path][text] = french
    for path, texts in told.items():
        words = {text: " ".join(text.split()) for text in texts}
        yield Place(f"page {path}", {"en": tuple(words.values()), "fr": tuple(texts.values())})


def _first_form(forms: str | Sequence[str] | None) -> str:
    """A message, or of one that counts the form for one thing."""
    return forms if isinstance(forms, str) else next(iter(forms or ()), "")


@cache
def _catalogue() -> tuple[Message, ...]:
    with CATALOGUE.open("rb") as file:
        return tuple(message for message in read_po(file, locale="fr") if message.id)


def _chapters(game: str, language: str) -> tuple[Chapter, ...]:
    return chapters(language) if game == DECKS else (plain_games()[game].rulebook(language),)


def _sentences(parts: tuple[tuple[Span, ...], ...]) -> Iterator[str]:
    for part in parts:
        yield from _split("".join(span.text for span in part))


def _split(text: str) -> Iterator[str]:
    return (sentence for sentence in _SENTENCE.split(text.strip()) if not _REFERENCE.fullmatch(sentence))


def _answered(answer: RulingAnswer, language: str) -> str:
    """The first question of an answer with what it is answered."""
    question = next(iter(answer.questions[language]), "")
    return " ".join(word for word in (f"{question}?", answer.verdict, answer.sentences.get(language, "")) if word)


def unchecked(places: Iterable[Place], claims: Iterable[CheckedClaim]) -> list[str]:
    """What is said at some places that no claim has written down as it stands there now."""
    known = {(claim.place, claim.digest, claim.text) for claim in claims}
    return [
        f"= {place.name} {place.digest}: {sentence}"
        for place in places
        for sentence in place.sentences[LANGUAGES[0]]
        if (place.name, place.digest, sentence) not in known
    ]


class ClaimCounts(NamedTuple):
    """How many ``claims`` there are, how many of them the engine has ``checked``, and how many are excused, by reason;
    ``born``: sentences that are written together with a position; ``readings`` and how many of them have one."""

    claims: int
    checked: int
    excused: dict[str, int]
    born: int
    readings: int
    shown: int


def count_claims() -> ClaimCounts:
    """The figures of all games, sentences counted in English."""
    games = (DECKS, *plain_games())
    claims = [claim for game in games for claim in read_claims(game)]
    excused = {reason: sum(claim.excuse == reason for claim in claims) for reason in REASONS}
    examples = len(all_examples()) + len(reading_examples())
    examples += sum(len(game.examples()) + len(game.reading_examples()) for game in plain_games().values())
    others = [reading for game in plain_games().values() for reading in game.readings(LANGUAGES[0])]
    readings = [*all_readings(LANGUAGES[0]), *others]
    return ClaimCounts(
        claims=len(claims),
        checked=len(claims) - sum(excused.values()),
        excused=excused,
        born=len(all_sentences()) + 2 * examples,  # an example has a title, and a sentence that says what to watch
        readings=len(readings),
        shown=sum(not reading.unshown for reading in readings),
    )

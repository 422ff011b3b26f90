"""The matrix: abilities against abilities. A cell has the sentences of the pair that a ruling settles, or none.

The sentences are written by hand in both languages, ``text/pairs.toml``, each with the ruling that settles it and a
position that the engine carries out (``check_sentence``). All other pairs have no special interaction: each ability
does what it does alone, in the step in which it acts (``rulings.orders``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cards.abilities import ability_name
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse_to_json
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_1, SEASON_2
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from rulings.catalogue import Ruling, ruling_by_id, rulings_about
from rulings.example_runner import play
from rulings.expectations import Fact, disagreement
from rulings.matrix_runs import AURA
from rulings.texts import FOLDER, find, rename_cards

EDITIONS: Final = (SEASON_2, SEASON_1)

# The ways in which two abilities meet; the first has a direction.
AGAINST: Final = "against"  # a card of each player: an attacker and a defender
ONE_CARD: Final = "one-card"  # or one Symbiote stack
OWN_CARDS: Final = "own-cards"  # two cards of one player
BY_AURA: Final = "aura"
WAYS: Final = (AGAINST, ONE_CARD, OWN_CARDS, BY_AURA)

# What a sentence says of the two.
STOPPING: Final = "stops"
CHANGING: Final = "changes"
BESIDE: Final = "beside"  # neither changes what the other does
NONE: Final = "none"  # of a cell without a sentence
KINDS: Final = (STOPPING, CHANGING, BESIDE)

_HEADER: Final = "cod1 duel "  # of season 2; season 1 names itself


@dataclass(frozen=True, slots=True)
class PairSentence:
    """What a ruling settles between two abilities: see ``text/pairs.toml`` for each field.

    ``ruling`` is an id, ``source`` the kind of that ruling's passage that says it; ``text`` maps languages.
    """

    attacker: str
    defender: str
    way: str
    seasons: tuple[str, ...]
    ruling: str
    source: str
    kind: str
    text: Mapping[str, str]
    position: str
    actions: tuple[str, ...]
    facts: tuple[Fact, ...]

    def position_in(self, edition: str) -> str:
        """The position as a line of notation of an edition."""
        return self.position if edition == SEASON_2 else self.position.replace(_HEADER, f"{_HEADER}{edition} ", 1)


@dataclass(frozen=True, slots=True)
class Cell:
    """An attacker's ability (``first``) against a defender's (``second``).

    ``sentences`` are those of the pair, ``reverse`` those of the second ability against the first.
    """

    edition: str
    first: str
    second: str
    sentences: tuple[PairSentence, ...] = ()
    reverse: tuple[PairSentence, ...] = ()

    @property
    def written(self) -> bool:
        """Whether a sentence says something of the two, in whatever direction."""
        return bool(self.sentences or self.reverse)

    @property
    def kind(self) -> str:
        """What the first sentence says: one stops the other, changes it, neither; or that there is none."""
        return self.sentences[0].kind if self.sentences else NONE


def start_of(sentence: PairSentence, language: str, edition: str) -> Position:
    """The position of a sentence, with its cards named in a language."""
    data = parse_to_json(sentence.position_in(edition))
    return read_position(rename_cards(data, find(language, "matrix", "names")))


@cache
def all_sentences() -> tuple[PairSentence, ...]:
    """Every sentence, in the order of the file. Raises ``ValueError`` for a kind, a way or a pair that is none."""
    with (FOLDER / "pairs.toml").open("rb") as file:
        return tuple(_sentence(entry) for entry in tomllib.load(file)["pair"])


def _sentence(entry: Mapping[str, Any]) -> PairSentence:
    if entry["way"] not in WAYS or entry["kind"] not in KINDS or not entry["facts"]:
        raise ValueError(f"no sentence of a pair: {entry['attacker']}, {entry['defender']}")
    return PairSentence(
        entry["attacker"],
        entry["defender"],
        entry["way"],
        tuple(entry["seasons"]),
        entry["ruling"],
        entry["source"],
        entry["kind"],
        {"en": entry["en"], "fr": entry["fr"]},
        entry["position"],
        tuple(entry["actions"]),
        tuple(entry["facts"]),
    )


def abilities_of(edition: str) -> list[str]:
    """The abilities of an edition, Aura first."""
    return [AURA, *(slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition])]


@cache
def cells(edition: str) -> dict[tuple[str, str], Cell]:
    """Every cell of an edition, by attacker and defender."""
    slugs = abilities_of(edition)
    return {(first, second): _cell(edition, first, second) for first in slugs for second in slugs}


def _cell(edition: str, first: str, second: str) -> Cell:
    known = [sentence for sentence in all_sentences() if edition in sentence.seasons]
    here = [s for s in known if (s.attacker, s.defender) == (first, second)]
    turned = [s for s in known if (s.attacker, s.defender) == (second, first) and first != second]
    here += [sentence for sentence in turned if sentence.way != AGAINST]
    reverse = tuple(sentence for sentence in turned if sentence.way == AGAINST)
    return Cell(edition, first, second, tuple(sorted(here, key=lambda s: WAYS.index(s.way))), reverse)


def find_cell(first: str, second: str, edition: str = SEASON_2) -> Cell | None:
    """The cell of an attacker's and a defender's ability."""
    if edition not in EDITIONS:
        return None
    return cells(edition).get((first, second))


def check_sentence(sentence: PairSentence, edition: str) -> list[str]:
    """What the engine does not agree with; nothing where all that the sentence says happens."""
    try:
        outcome = play(sentence.position_in(edition), sentence.actions)
    except EngineError as error:
        return [f"cannot be played: {error}"]
    wrong = (disagreement(fact, outcome) for fact in sentence.facts)
    return [f"expected {pair[0]!r}, the engine says {pair[1]!r}" for pair in wrong if pair is not None]


def settling(cell: Cell, language: str) -> tuple[Ruling, ...]:
    """The rulings that settle the pair; where none does, the own ruling of each ability."""
    settled = [ruling_by_id(sentence.ruling, language) for sentence in (*cell.sentences, *cell.reverse)]
    single = [rulings_about(slug, language)[0] for slug in (cell.first, cell.second)]
    return tuple(dict.fromkeys(settled or single))


# Words


def headline(cell: Cell, language: str) -> str:
    """What is said of the two first."""
    return sentences(cell, language)[0]


def sentences(cell: Cell, language: str) -> list[str]:
    """All that is said of the two, the reverse direction last; that there is nothing to say where that is so."""
    said = [sentence.text[language] for sentence in (*cell.sentences, *cell.reverse)]
    return said or [no_interaction(language)]


def no_interaction(language: str) -> str:
    text: str = find(language, "matrix", "none")
    return text


def way_title(sentence: PairSentence, language: str) -> str:
    """How the two meet: "Perforation against Protection", "On one card"."""
    text: str = find(language, "matrix", f"way-{sentence.way}")
    names = (ability_name(slug, language) for slug in (sentence.attacker, sentence.defender))
    return text.format(*names)

"""The rulings, by id and by number: what the rulebooks say in other words, and what they leave open and we settle.

Their words are in ``text/LANGUAGE/rulings.toml``; where each comes from and which abilities it is about, the same in
every language, in ``text/rulings.toml``. A number says where a ruling stands among the others, and traces cite it; an
id is its name for ever (``text/ids.txt`` lists every id that was ever given).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final

from cards.sets import SetCard, all_cards
from engine.decks.rules.abilities import AURA_PREFIX
from rulings.texts import FOLDER, MissingText, find

RULEBOOK: Final = "rulebook"
ORDER: Final = "order"
FAQ: Final = "faq"
INTERPRETATION: Final = "interpretation"
MIXED: Final = "mixed"
KINDS: Final = (RULEBOOK, ORDER, FAQ, INTERPRETATION)  # of passages, in the order in which they are told
STATUSES: Final = (*KINDS, MIXED)


@dataclass(frozen=True, slots=True)
class Passage:
    """What sources of one kind say in a ruling: ``kind`` is one of ``KINDS``, ``name`` the kind in words."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class StatedRuling:
    """What a ruling says, passage by passage, at least one; ``status_name`` is its status in words."""

    passages: tuple[Passage, ...]
    status_name: str

    @property
    def status(self) -> str:
        """The kind of all that it says; ``mixed`` where there are several."""
        return self.passages[0].kind if len(self.passages) == 1 else MIXED

    @property
    def said(self) -> str:
        return " ".join(passage.text for passage in self.passages)

    @property
    def text(self) -> str:
        """What the books, their order and the FAQ say; where they say nothing, what we say."""
        official = [passage.text for passage in self.passages if passage.kind != INTERPRETATION]
        return " ".join(official) or self.said

    @property
    def ours(self) -> str:
        """What we add to what the books, their order or the FAQ say."""
        return self.decided if self.status == MIXED else ""

    @property
    def decided(self) -> str:
        """What is ours of it, beside a source or alone."""
        return " ".join(passage.text for passage in self.passages if passage.kind == INTERPRETATION)


def passages_of(
    words: Mapping[str, str], kinds: Mapping[str, str], statuses: Mapping[str, str]
) -> tuple[tuple[Passage, ...], str]:
    """The passages among the words of a ruling, and its status in words; both by their kind."""
    passages = tuple(Passage(kind, kinds[kind], words[kind]) for kind in KINDS if words.get(kind))
    if len(passages) == 1:
        return passages, statuses[passages[0].kind]
    return passages, " · ".join(passage.name for passage in passages)


@dataclass(frozen=True, slots=True)
class RulingRevision:
    """A change of a ruling, with its day; the first entry of a history is that it was given."""

    date: date
    text: str


@dataclass(frozen=True, slots=True)
class Ruling(StatedRuling):
    """A ruling in a language.

    ``id`` is its permanent slug; ``number`` as "5.14"; ``part`` the number of its part, 5, and ``part_name`` its title.
    ``abilities`` are slugs; ``references`` the cards (``set/card``) named beside those that bear them, see
    ``cards_about``. ``sources`` say where it comes from, ``date`` when it was first given, ``history`` what became of
    it since, oldest first. ``language`` is that of the words of an answer to readers, which may not be translated yet;
    else "".
    """

    id: str
    number: str
    part: int
    part_name: str
    title: str
    abilities: tuple[str, ...]
    references: tuple[str, ...]
    sources: tuple[str, ...]
    date: date
    history: tuple[RulingRevision, ...]
    language: str = ""

    @property
    def anchor(self) -> str:
        """Where it stands on the page of all rulings: "r5-14"."""
        return anchor_of(self.number)


def anchor_of(number: str) -> str:
    """The anchor of a ruling's number: "5.14" is at "r5-14"."""
    return "r" + number.replace(".", "-")


@cache
def ruling(number: str, language: str) -> Ruling:
    """A ruling by its number. Raises ``MissingText`` when there is none."""
    facts = _facts().get(number)
    if facts is None:
        raise MissingText(f"there is no ruling {number}")
    words: dict[str, str] = find(language, "rulings", number)
    part = number.partition(".")[0]
    passages, status_name = passages_of(words, find(language, "rulings", "kinds"), find(language, "rulings", "status"))
    return Ruling(
        passages=passages,
        status_name=status_name,
        id=facts["id"],
        number=number,
        part=int(part),
        part_name=find(language, "rulings", "parts", part),
        title=words["title"],
        abilities=tuple(facts["abilities"]),
        references=tuple(facts.get("cards", ())),
        sources=tuple(find(language, "sources", source) for source in facts["sources"]),
        date=facts["date"],
        history=(
            RulingRevision(facts["date"], find(language, "sources", "given")),
            *(RulingRevision(entry["date"], entry[language]) for entry in facts.get("history", ())),
        ),
    )


def ruling_by_id(identifier: str, language: str) -> Ruling:
    """A ruling by its id. Raises ``MissingText`` when there is none."""
    number = numbers_by_id().get(identifier)
    if number is None:
        raise MissingText(f"there is no ruling {identifier!r}")
    return ruling(number, language)


@cache
def numbers_by_id() -> dict[str, str]:
    return {facts["id"]: number for number, facts in _facts().items()}


def ids_ever_given() -> tuple[str, ...]:
    """Every id that a ruling was ever given, those of rulings that are gone too."""
    return tuple((FOLDER / "ids.txt").read_text(encoding="utf-8").split())


@cache
def all_rulings(language: str) -> tuple[Ruling, ...]:
    """Every ruling in the order of the numbers."""
    return tuple(ruling(number, language) for number in _facts())


def rulings_about(slug: str, language: str) -> tuple[Ruling, ...]:
    """The rulings about an ability, those that are about it foremost first."""
    about = [ruling for ruling in all_rulings(language) if slug in ruling.abilities]
    return tuple(sorted(about, key=lambda ruling: ruling.abilities[0] != slug))


def cards_about(ruling: Ruling) -> tuple[SetCard, ...]:
    """The site's cards that a ruling is about: those it names, then those that bear the ability foremost in it.

    An Aura bears what it lends. A ruling about no ability is about no card unless it names some.
    """
    named = [card for card in all_cards() if card.reference in ruling.references]
    return tuple(dict.fromkeys([*named, *_bearers(ruling.abilities[:1])]))


def _bearers(slugs: Iterable[str]) -> list[SetCard]:
    parts = set(slugs)
    return [card for card in all_cards() if any(parts & _parts(slug) for slug in card.abilities)]


def _parts(slug: str) -> set[str]:
    return set(slug.split(":")) if slug.startswith(AURA_PREFIX) else {slug}


@cache
def _facts() -> dict[str, dict[str, Any]]:
    with (FOLDER / "rulings.toml").open("rb") as file:
        return tomllib.load(file)

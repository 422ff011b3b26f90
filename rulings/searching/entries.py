"""What can be found: paragraphs of the rulebook, abilities, terms, rulings and their examples, readings, cells."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_2
from rulings.catalogue import Passage, Ruling, all_rulings
from rulings.examples import all_examples
from rulings.readings import Reading, all_readings
from rulings.rulebook import ABILITY, FOLDER, RULE, RULING, TERM, chapters, glossary
from rulings.texts import LANGUAGES

CELL: Final = "cell"
EXAMPLE: Final = "example"
READING: Final = "reading"
_SEASON_1_CHAPTER: Final = "season-1"
_SEASON_1_PART: Final = 10
# Chapters and parts of the rulings that are about a way to play: asked for, or else not meant.
_CONTEXT_OF_CHAPTER: Final = {
    "solo": "ai", "custom": "ai", "multiplayer": "four", "mutation": "mutation", "champions": "champions",
    "order": "order",
}  # fmt: skip
INCANTATION: Final = "incantation"
_OF_INCANTATIONS: Final = ("cards.few-abilities", "abilities-of-incantations")  # which abilities act on one
_CONTEXT_OF_PART: Final = {6: "champions", 7: "ai", 8: "four", 9: "mutation"}


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """Something that can be found.

    ``kind`` is ``ability``, ``term``, ``rule``, ``ruling``, ``example``, ``reading`` or ``cell``; ``id`` its slug, id
    or number, of a cell both slugs with a slash, in season 1 after the season's. ``anchor`` is where it stands on its
    page, ``chapter`` the slug of a paragraph's chapter, else "". ``names`` are what it is called besides, ``season_1``
    says whether it is about that season alone, ``context`` the way to play that it is about, "" for the game as such;
    ``abilities`` are those that a ruling is about, ``passages`` what it says by kind of source.
    """

    kind: str
    id: str
    title: str
    text: str
    names: tuple[str, ...] = ()
    anchor: str = ""
    chapter: str = ""
    season_1: bool = False
    context: str = ""
    abilities: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()


@cache
def entries(language: str) -> tuple[RuleEntry, ...]:
    """All that is indexed; cells are found by the abilities that a question names (``asking``)."""
    other_language = next(code for code in LANGUAGES if code != language)
    return (
        *_terms(language, other_language),
        *_paragraphs(language),
        *_rulings(language, other_language),
        *_examples(language),
        *reading_entries(all_readings(language), all_readings(other_language)),
    )


def answer(ruling: Ruling) -> RuleEntry:
    """A ruling that editors gave, as what can be found beside the others."""
    return RuleEntry(RULING, ruling.id, ruling.title, ruling.said, abilities=ruling.abilities, passages=ruling.passages)


@cache
def also_called() -> dict[str, dict[str, list[str]]]:
    """More words by which paragraphs and rulings are asked for: ``KIND:ID``, then by language."""
    with (FOLDER / "words.toml").open("rb") as file:
        called: dict[str, dict[str, list[str]]] = tomllib.load(file)["called"]
    return called


def _more(kind: str, identifier: str, language: str) -> list[str]:
    return also_called().get(f"{kind}:{identifier}", {}).get(language, [])


def only_in_season_1(slug: str) -> bool:
    """Whether an ability is not in season 2."""
    flag = FLAG_OF_SLUG.get(slug)
    return flag is not None and not flag & ABILITIES_OF_EDITION[SEASON_2]


def _terms(language: str, other_language: str) -> Iterator[RuleEntry]:
    for term, foreign in zip(glossary(language), glossary(other_language), strict=True):
        kind, anchor = (ABILITY, f"a-{term.id}") if term.is_ability else (TERM, f"t-{term.id}")
        names = (*term.words, foreign.name, *foreign.words, *_more(kind, term.id, language))
        yield RuleEntry(
            kind, term.id, term.name, term.text, names, anchor, "", term.is_ability and only_in_season_1(term.id)
        )


def _paragraphs(language: str) -> Iterator[RuleEntry]:
    for chapter in chapters(language):
        old = chapter.slug == _SEASON_1_CHAPTER
        for section in chapter.sections:
            for paragraph in section.paragraphs:
                title = f"{chapter.title}, {section.title}"
                names = tuple(_more(RULE, paragraph.id, language))
                context = INCANTATION if paragraph.id in _OF_INCANTATIONS else _CONTEXT_OF_CHAPTER.get(chapter.slug, "")
                yield RuleEntry(
                    RULE, paragraph.id, title, paragraph.text, names, paragraph.anchor, chapter.slug, old, context
                )


def _rulings(language: str, other_language: str) -> Iterator[RuleEntry]:
    for ruling, foreign in zip(all_rulings(language), all_rulings(other_language), strict=True):
        names = (ruling.number, foreign.title, *_foremost(ruling), *_more(RULING, ruling.id, language))
        old = ruling.part == _SEASON_1_PART
        context = INCANTATION if ruling.id in _OF_INCANTATIONS else _CONTEXT_OF_PART.get(ruling.part, "")
        yield RuleEntry(
            RULING,
            ruling.id,
            ruling.title,
            ruling.said,
            names,
            ruling.anchor,
            "",
            old,
            context,
            ruling.abilities,
            ruling.passages,
        )


def _foremost(ruling: Ruling) -> Iterable[str]:
    """The names of the ability that a ruling is foremost about, and what else it is called."""
    own_abilities = ruling.abilities[:1]
    terms = chain.from_iterable(glossary(language) for language in LANGUAGES)
    return [word for term in terms if term.is_ability and term.id in own_abilities for word in (term.name, *term.words)]


def _examples(language: str) -> Iterator[RuleEntry]:
    shown = {ruling.id: ruling for ruling in all_rulings(language)}
    for example in all_examples():
        ruling = shown.get(example.ruling)
        if ruling is not None:
            old = ruling.part == _SEASON_1_PART
            context = _CONTEXT_OF_PART.get(ruling.part, "")
            yield RuleEntry(EXAMPLE, example.id, example.title[language], ruling.title, season_1=old, context=context)


def reading_entries(readings: Iterable[Reading], foreign: Iterable[Reading]) -> Iterator[RuleEntry]:
    """The readings of a game as what can be found; ``foreign`` are the same in the other language."""
    for reading, other in zip(readings, foreign, strict=True):
        names = (reading.number, other.title)
        anchor = reading.number.lower()
        yield RuleEntry(READING, reading.number, reading.title, reading.said, names, anchor, passages=reading.passages)

"""The rulebook in our own words: chapters, sections and paragraphs, the same ones in both languages.

Each chapter is a file, ``rulebook/LANGUAGE/NN-CHAPTER.md``: ``# Title``, ``## section: Title`` and paragraphs, each of
which begins with its id in braces and may go on with items (``- item``). ``{assault-4 = sprint}`` is step 4 of an
activation order, carried out by the engine's function ``sprint``. In the text stands ``[[kind:target]]`` or
``[[kind:target|label]]`` for a reference (``ruling``, ``rule``, ``ability``, ``term``) and ``**words**`` for stress.
A paragraph's id for ever is ``CHAPTER.ID``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cards.abilities import ability_name, ability_text
from rulings.catalogue import ruling_by_id
from rulings.texts import LANGUAGES, MissingText

FOLDER: Final = Path(__file__).resolve().parent / "rulebook"

TEXT: Final = "text"
STRONG: Final = "strong"
RULING: Final = "ruling"
RULE: Final = "rule"
ABILITY: Final = "ability"
TERM: Final = "term"
REFERENCES: Final = (RULING, RULE, ABILITY, TERM)

_INLINE: Final = re.compile(r"\[\[(\w+):([\w.-]+)(?:\|([^\]]+))?\]\]|\*\*(.+?)\*\*")
_PARAGRAPH: Final = re.compile(r"\{([\w-]+)(?: = ([\w, ]+))?\} (.*)", re.DOTALL)
_SECTION: Final = re.compile(r"## ([\w-]+): (.+)")
_STEP: Final = re.compile(r"(?:summoning|assault)-(\d+)")


class BadRulebook(ValueError):
    """A chapter's file that cannot be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a paragraph: ``kind`` is ``text``, ``strong`` or one of ``REFERENCES`` with its ``target``."""

    kind: str
    text: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: ``id`` is ``CHAPTER.ID``; ``spans`` are its text, ``items`` those of a list below it.

    ``step`` is the number of a step of an activation order, else None; ``functions`` name what the engine does there.
    """

    id: str
    spans: tuple[Span, ...]
    items: tuple[tuple[Span, ...], ...] = ()
    step: int | None = None
    functions: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Where it stands on its page: "p-turn-window"."""
        return "p-" + self.id.replace(".", "-")

    @property
    def text(self) -> str:
        return " ".join("".join(span.text for span in spans) for spans in (self.spans, *self.items))

    @property
    def references(self) -> Iterator[Span]:
        return (span for spans in (self.spans, *self.items) for span in spans if span.kind in REFERENCES)


@dataclass(frozen=True, slots=True)
class RulebookSection:
    """A part of a chapter: ``id`` is ``CHAPTER.ID``."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def anchor(self) -> str:
        """Where it stands on its page: "s-turn-mana"."""
        return "s-" + self.id.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its ``slug`` (for its address), ``number`` from 1, ``title`` and ``sections``."""

    slug: str
    number: int
    title: str
    sections: tuple[RulebookSection, ...]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return tuple(paragraph for section in self.sections for paragraph in section.paragraphs)


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word of the glossary: ``text`` explains it in a sentence, ``words`` are what else people call it.

    ``see`` is the id of a paragraph, "" for an ability, whose ``id`` is then its slug and ``is_ability`` true.
    """

    id: str
    name: str
    text: str
    words: tuple[str, ...]
    see: str
    is_ability: bool = False


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The whole rulebook. Raises ``BadRulebook``, ``MissingText`` for a language or a reference that there is not."""
    if language not in LANGUAGES:
        raise MissingText(f"no rulebook in {language!r}, only in {', '.join(LANGUAGES)}")
    paths = sorted((FOLDER / language).glob("*.md"))
    return tuple(read_chapter(path.stem, path.read_text(encoding="utf-8"), language) for path in paths)


def find_chapter(slug: str, language: str) -> Chapter | None:
    return next((chapter for chapter in chapters(language) if chapter.slug == slug), None)


@cache
def paragraphs(language: str) -> dict[str, tuple[Chapter, Paragraph]]:
    """Every paragraph by its id, with the chapter that it stands in."""
    return {entry.id: (chapter, entry) for chapter in chapters(language) for entry in chapter.paragraphs}


@cache
def glossary(language: str) -> tuple[GlossaryTerm, ...]:
    """The terms of the game and its abilities, in the order of the file, the abilities last."""
    with (FOLDER / "glossary.toml").open("rb") as file:
        data = tomllib.load(file)
    terms = [
        GlossaryTerm(
            entry["id"], entry[language]["name"], entry[language]["text"], tuple(entry["words"][language]), entry["see"]
        )
        for entry in data["term"]
    ]
    abilities = [
        GlossaryTerm(slug, ability_name(slug, language), ability_text(slug, language), tuple(words[language]), "", True)
        for slug, words in data["abilities"].items()
    ]
    return (*terms, *abilities)


def find_term(identifier: str, language: str) -> GlossaryTerm | None:
    """The term of an id; of an ability that is its slug."""
    return next((term for term in glossary(language) if term.id == identifier), None)


def read_chapter(stem: str, text: str, language: str) -> Chapter:
    """The chapter that a file's name (``04-turn``) and text stand for. Raises ``BadRulebook``."""
    number, _, slug = stem.partition("-")
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.strip())]
    if not number.isdigit() or not blocks[0].startswith("# "):
        raise BadRulebook(f"{language}/{stem}: a chapter has a number and begins with '# Title'")
    sections: list[RulebookSection] = []
    for block in blocks[1:]:
        if head := _SECTION.fullmatch(block):
            sections.append(RulebookSection(f"{slug}.{head[1]}", head[2], ()))
            continue
        if not sections:
            raise BadRulebook(f"{language}/{stem}: a paragraph before the first section: {block[:40]!r}")
        last = sections[-1]
        paragraph = _paragraph(slug, block, f"{language}/{stem}", language)
        sections[-1] = RulebookSection(last.id, last.title, (*last.paragraphs, paragraph))
    return Chapter(slug, int(number), blocks[0].removeprefix("# "), tuple(sections))


def _paragraph(chapter: str, block: str, where: str, language: str) -> Paragraph:
    match = _PARAGRAPH.fullmatch(block)
    if match is None:
        raise BadRulebook(f"{where}: a paragraph begins with its id in braces: {block[:40]!r}")
    name, functions, text = match.groups()
    lines = text.split("\n")
    items = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    body = " ".join(line for line in lines if not line.startswith("- "))
    step = _STEP.fullmatch(name)
    return Paragraph(
        id=f"{chapter}.{name}",
        spans=spans(body, language),
        items=tuple(spans(item, language) for item in items),
        step=int(step[1]) if step else None,
        functions=tuple(function.strip() for function in functions.split(",")) if functions else (),
    )


def spans(text: str, language: str) -> tuple[Span, ...]:
    """The pieces of a text with references. Raises ``BadRulebook`` for a reference of no kind."""
    parts: list[Span] = []
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            parts.append(Span(TEXT, text[at : match.start()]))
        kind, target, label, strong = match.groups()
        parts.append(Span(STRONG, strong) if strong else Span(kind, label or _label(kind, target, language), target))
        at = match.end()
    if at < len(text):
        parts.append(Span(TEXT, text[at:]))
    return tuple(parts)


def _label(kind: str, target: str, language: str) -> str:
    """The label of a reference that has none: an ability's name, a ruling's title, a section's title."""
    if kind == ABILITY:
        return ability_name(target, language)
    if kind == RULING:
        return ruling_by_id(target, language).title
    if kind == RULE:
        return _titles(language).get(target, target)
    if kind == TERM:
        term = find_term(target, language)
        return term.name if term else target
    raise BadRulebook(f"a reference of no kind: [[{kind}:{target}]]")


@cache
def _titles(language: str) -> dict[str, str]:
    """The title of the section that each paragraph stands in, read without looking at references."""
    titles: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.md")):
        chapter = path.stem.partition("-")[2]
        title = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if head := _SECTION.fullmatch(line):
                title = head[2]
            elif named := re.match(r"\{([\w-]+)", line):
                titles[f"{chapter}.{named[1]}"] = title
    return titles

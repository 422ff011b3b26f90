"""Rulings and examples out of a game's files: ``text/LANGUAGE/rulings.toml``, ``examples.toml``, ``rulebook/``.

A ruling's number is its name for ever: it is what the game's traces, tests and records cite. What its rulebook says is
``text``, what we add by interpretation ``ours``; a ruling has one of them or both.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.urls import reverse

from cards.texts import MissingText, Texts
from contract.facts import Fact
from contract.rulings import DOORS, TriedExample
from engine.kernel.errors import EngineError
from rulings.catalogue import INTERPRETATION, RULEBOOK, StatedRuling, passages_of
from rulings.games.running import Json, RulesRunner, answer_of, disagreement
from rulings.games.tables import RulesTable
from rulings.readings import Reading, read_readings
from rulings.rulebook import Chapter, read_chapter

SHARED_TEXTS: Final = Texts(Path(__file__).resolve().parent / "text")
WORDS: Final = "words"  # the file of words: that of all games here, what is one game's own in its folder
_RULINGS: Final = "rulings"
_KEYS: Final = {"id", "rulings", "title", "request", "facts"}


@dataclass(frozen=True, slots=True)
class GameRuling(StatedRuling):
    """A ruling of such a game in a language; ``part`` is the number of its part."""

    number: str
    part: int
    part_name: str
    title: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page of all rulings: "m5-1"."""
        return self.number.lower().replace(".", "-")


@dataclass(frozen=True, slots=True)
class GamePart:
    number: int
    name: str
    rulings: tuple[GameRuling, ...]


@dataclass(frozen=True, slots=True)
class GameExample:
    """An example: a ``request`` that the engine answers, and ``facts`` of the answer; it shows each of ``rulings``."""

    id: str
    rulings: tuple[str, ...]
    title: Mapping[str, str]
    request: Json
    facts: tuple[Fact, ...]


@dataclass(frozen=True, eq=False)
class PlainRulings:
    """See ``contract.rulings.RuledGame``. ``sign`` begins every number, ``runner`` is its engine; texts, examples and
    rulebook lie in ``folder``."""

    name: str
    title: str
    sign: str
    runner: RulesRunner
    folder: Path
    table: RulesTable

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.folder / "text")

    def address(self) -> str:
        return reverse("rulings:game", args=[self.name])

    def door_address(self, door: str) -> str:
        return reverse(f"rulings:game-{door}", args=[self.name]) if door in DOORS else self.address()

    def ruling_address(self, number: str) -> str:
        return reverse("rulings:game-ruling", args=[self.name, number])

    def reading_address(self, number: str) -> str:
        return reverse("rulings:game-reading", args=[self.name, number])

    def ids(self) -> Sequence[str]:
        return [number for number in self.texts.file("en", _RULINGS) if number.startswith(self.sign)]

    def numbers(self) -> Sequence[str]:
        return self.ids()

    def tried(self, rulings: Collection[str]) -> Iterator[TriedExample]:
        for example in self.examples():
            if not set(rulings).isdisjoint(example.rulings):
                yield self._try(example)

    def tried_readings(self) -> Iterator[TriedExample]:
        return map(self._try, self.reading_examples())

    def _try(self, example: GameExample) -> TriedExample:
        name = f"{self.name} {example.id}"
        wrong = [f"{name}: {message}" for message in self.checked(example) if message]
        return TriedExample(name, example.rulings, wrong)

    def ruling(self, number: str, language: str) -> GameRuling:
        """A ruling by its number. Raises ``MissingText``."""
        if number not in self.ids():
            raise MissingText(f"there is no ruling {number} of {self.name}")
        words: dict[str, str] = self.texts.find(language, _RULINGS, number)
        part = number.removeprefix(self.sign).partition(".")[0]
        name = self.texts.find(language, _RULINGS, "parts", part)
        texts = {RULEBOOK: words.get("text", ""), INTERPRETATION: words.get("ours", "")}
        passages = passages_of(texts, self.words(language, "kinds"), self.words(language, "status"))
        return GameRuling(*passages, number, int(part), name, words["title"])

    def rulings(self, language: str) -> tuple[GameRuling, ...]:
        """Every ruling, in the order of the numbers."""
        return _rulings(self, language)

    def parts(self, language: str) -> list[GamePart]:
        grouped = groupby(self.rulings(language), key=lambda ruling: (ruling.part, ruling.part_name))
        return [GamePart(number, name, tuple(rulings)) for (number, name), rulings in grouped]

    def examples(self) -> tuple[GameExample, ...]:
        """Every example, in the order of the file. Raises ``ValueError`` for an entry that is none."""
        return _read_examples(self, "examples.toml")

    def examples_of(self, number: str) -> list[GameExample]:
        """The examples of a ruling, its own first."""
        examples = [example for example in self.examples() if number in example.rulings]
        return sorted(examples, key=lambda example: example.rulings[0] != number)

    def checked(self, example: GameExample) -> tuple[str, ...]:
        """For each fact what the engine says instead, "" where it agrees; one text where nothing can be answered."""
        return _checked(self, example.id)

    def readings(self, language: str) -> tuple[Reading, ...]:
        """What we decided beside the rulings."""
        return _readings(self, language)

    def reading_examples(self) -> tuple[GameExample, ...]:
        """The examples of the readings; each shows the readings that its ``rulings`` name."""
        return _read_examples(self, "reading_examples.toml")

    def rulebook(self, language: str) -> Chapter:
        return _rulebook(self, language)

    def words(self, language: str, section: str) -> dict[str, str]:
        """A section of the words of all games, with what is the game's own."""
        words = self.texts.file(language, WORDS).get(section, {})
        return {**SHARED_TEXTS.file(language, WORDS).get(section, {}), **words}

    def refusal_text(self, code: str, language: str) -> str:
        """Why an action is refused, by the contract's code. Raises ``MissingText``."""
        words = self.words(language, "errors")
        if code not in words:
            raise MissingText(f"{self.name} has no words for {code} in {language}")
        return words[code]


@cache
def _rulings(game: PlainRulings, language: str) -> tuple[GameRuling, ...]:
    return tuple(game.ruling(number, language) for number in game.ids())


@cache
def _readings(game: PlainRulings, language: str) -> tuple[Reading, ...]:
    words = (game.words(language, "kinds"), game.words(language, "status"))
    return read_readings(game.texts, game.texts.folder, language, *words)


@cache
def _read_examples(game: PlainRulings, name: str) -> tuple[GameExample, ...]:
    read = tomllib.loads((game.folder / name).read_text(encoding="utf-8"))
    return tuple(read_example(entry) for entry in read["example"])


def read_example(entry: Mapping[str, Any]) -> GameExample:
    """The example that an entry of a file stands for. Raises ``ValueError``."""
    if set(entry) != _KEYS or not entry["facts"] or not entry["rulings"]:
        raise ValueError(
            f"example {entry.get('id', '?')!r} needs {sorted(_KEYS)}, nothing else, and none of them empty"
        )
    request = json.loads(entry["request"])
    return GameExample(entry["id"], tuple(entry["rulings"]), entry["title"], request, tuple(entry["facts"]))


@cache
def _checked(game: PlainRulings, identifier: str) -> tuple[str, ...]:
    every = (*game.examples(), *game.reading_examples())
    return check(game.runner, next(example for example in every if example.id == identifier))


def check(runner: RulesRunner, example: GameExample) -> tuple[str, ...]:
    try:
        answer = answer_of(runner, example.request)
        disagreements = tuple(disagreement(fact, answer) for fact in example.facts)
    except EngineError as error:
        return (f"cannot be carried out: {error.code}: {error.message}",)
    refusal = answer.data.get("error")
    if refusal and not any("refused" in fact for fact in example.facts):
        return (f"an action is refused: {refusal['code']}: {refusal['message']}",)
    return disagreements


@cache
def _rulebook(game: PlainRulings, language: str) -> Chapter:
    text = (game.folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    return read_chapter("1-rules", text, language)

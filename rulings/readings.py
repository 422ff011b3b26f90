"""What we decided where the rulebooks are silent, beside the rulings: each with what else could be read, and why not.

A reading's number, "R12", is its name for ever; it stands in no trace. Facts of a game's readings are in
``text/readings.toml``, their words in ``text/LANGUAGE/readings.toml`` of the same folder, those of Clash of Decks here,
another game's beside its rulings. A position shows some of them: ``examples/readings/`` here, another game's among its
``reading_examples.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from cards.texts import MissingText, Texts
from rulings.catalogue import StatedRuling, passages_of
from rulings.examples import FOLDER as EXAMPLES
from rulings.examples import Example, read_example
from rulings.texts import FOLDER, find

READINGS: Final = "readings"
_OF_DECKS: Final = Texts(FOLDER)


@dataclass(frozen=True, slots=True)
class Reading(StatedRuling):
    """A reading in a language.

    ``other`` is what else could be read, and why we don't; ``about`` the numbers of rulings that it stands beside,
    ``code`` names of modules, classes and functions that follow it; ``unshown`` says why it has no example, "" where it
    has one.
    """

    number: str
    group: str
    group_name: str
    title: str
    other: str
    about: tuple[str, ...]
    code: tuple[str, ...]
    unshown: str


@dataclass(frozen=True, slots=True)
class ReadingGroup:
    """Readings on one subject; ``id`` is its key in the files."""

    id: str
    name: str
    readings: tuple[Reading, ...]


def read_readings(
    texts: Texts, folder: Path, language: str, kinds: Mapping[str, str], statuses: Mapping[str, str]
) -> tuple[Reading, ...]:
    """The readings of a folder of texts, in the order of the file; ``kinds`` and ``statuses`` name those of passages.

    Raises ``MissingText`` where the words of one are missing.
    """
    facts = tomllib.loads((folder / f"{READINGS}.toml").read_text(encoding="utf-8"))
    return tuple(_reading(number, entry, texts, language, kinds, statuses) for number, entry in facts.items())


def _reading(
    number: str,
    facts: Mapping[str, Any],
    texts: Texts,
    language: str,
    kinds: Mapping[str, str],
    statuses: Mapping[str, str],
) -> Reading:
    words: dict[str, str] = texts.find(language, READINGS, number)
    passages, status_name = passages_of(words, kinds, statuses)
    return Reading(
        passages=passages,
        status_name=status_name,
        number=number,
        group=facts["group"],
        group_name=texts.find(language, READINGS, "groups", facts["group"]),
        title=words["title"],
        other=words["other"],
        about=tuple(facts["about"]),
        code=tuple(facts["code"]),
        unshown=texts.find(language, READINGS, "unshown", facts["unshown"]) if "unshown" in facts else "",
    )


@cache
def all_readings(language: str) -> tuple[Reading, ...]:
    """The readings of Clash of Decks."""
    return read_readings(
        _OF_DECKS, FOLDER, language, find(language, "rulings", "kinds"), find(language, "rulings", "status")
    )


def reading(number: str, readings: Sequence[Reading]) -> Reading:
    """A reading by its number. Raises ``MissingText`` when there is none."""
    found = next((each for each in readings if each.number == number), None)
    if found is None:
        raise MissingText(f"there is no reading {number}")
    return found


def grouped(readings: Sequence[Reading]) -> list[ReadingGroup]:
    groups = groupby(readings, key=lambda reading: (reading.group, reading.group_name))
    return [ReadingGroup(identifier, name, tuple(among)) for (identifier, name), among in groups]


@cache
def reading_examples() -> tuple[Example, ...]:
    """The examples of Clash of Decks; each has the number of its reading for its ``ruling``."""
    text = (EXAMPLES / READINGS / "decks.toml").read_text(encoding="utf-8")
    return tuple(read_example(entry) for entry in tomllib.loads(text)["example"])

"""The rulings' examples: each a small story that the engine carries out, with the facts that show the ruling.

They are data, ``examples/*.toml``: see ``staging`` for the kinds there are, ``expectations`` for what can be expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from accounts.pasted_addresses import SiteAddress
from board.reading import WrittenPosition
from cards.sets import all_cards
from engine.decks.formats.notation import parse_to_json
from engine.kernel.errors import EngineError
from rulings.example_runner import POSITION, play, stage
from rulings.expectations import ExampleOutcome, Fact, disagreement
from rulings.texts import rename_cards

FOLDER: Final = Path(__file__).resolve().parent / "examples"
NAMES: Final = "names.toml"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where an example and the engine do not agree.

    ``fact`` is the number of the fact, from 0, None when the engine did not even come to the end; ``expected`` and
    ``actual`` are what the example expects and what the engine says, in English.
    """

    example: str
    fact: int | None
    expected: str
    actual: str

    def __str__(self) -> str:
        where = "" if self.fact is None else f", fact {self.fact + 1}"
        return f"{self.example}{where}: expected {self.expected!r}, the engine says {self.actual!r}"


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a ruling.

    ``id`` is permanent; ``ruling`` the id of the ruling that it shows; ``title`` maps languages to a sentence; ``kind``
    is one of ``staging.KINDS``. ``position`` (one line of notation) and ``actions`` (in their text form) belong to the
    kind ``position``, ``data`` to the others.
    """

    id: str
    ruling: str
    title: Mapping[str, str]
    kind: str
    facts: tuple[Fact, ...]
    position: str = ""
    actions: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_board(self) -> bool:
        """Whether there is a board to show, step through and edit."""
        return self.kind == POSITION

    def position_json(self, language: str = "en") -> dict[str, Any]:
        """The position at the start as ``clash-position/1``, with the cards' names in a language."""
        data = parse_to_json(self.position)
        return data if language == "en" else rename_cards(data, card_names(language))

    def outcome(self) -> ExampleOutcome:
        """Runs it with the engine. Raises ``EngineError`` when it cannot be carried out."""
        return play(self.position, self.actions) if self.is_board else stage(self.kind, self.data)


def check(example: Example) -> list[Disagreement]:
    """All facts that the engine does not agree with."""
    try:
        outcome = example.outcome()
    except EngineError as error:
        return [Disagreement(example.id, None, "to be carried out", f"{error.code}: {error.message}")]
    disagreements = ((number, disagreement(fact, outcome)) for number, fact in enumerate(example.facts))
    return [Disagreement(example.id, number, *wrong) for number, wrong in disagreements if wrong is not None]


@cache
def all_examples() -> tuple[Example, ...]:
    """Every example, in the order of the files. Raises ``ValueError`` for an entry that is none."""
    paths = (path for path in sorted(FOLDER.glob("*.toml")) if path.name != NAMES)
    return tuple(read_example(entry) for path in paths for entry in _file(path)["example"])


def examples_of(ruling: str) -> tuple[Example, ...]:
    return tuple(example for example in all_examples() if example.ruling == ruling)


def position_of_example(address: SiteAddress) -> WrittenPosition | None:
    """The position that the page of an example shows, if it shows one."""
    example = find_example(str(address.path["identifier"]))
    return WrittenPosition(example.position_json(), example.actions) if example and example.is_board else None


def find_example(identifier: str) -> Example | None:
    return next((example for example in all_examples() if example.id == identifier), None)


def read_example(entry: Mapping[str, Any]) -> Example:
    """The example that an entry of a file stands for. Raises ``ValueError`` for one that lacks something."""
    unknown = set(entry) - {"id", "ruling", "title", "kind", "position", "actions", "facts", "data"}
    missing = {"id", "ruling", "title", "facts"} - set(entry)
    if unknown or missing or not entry["facts"]:
        raise ValueError(f"example {entry.get('id', '?')!r}: {sorted(unknown)} too many, {sorted(missing)} missing")
    return Example(
        id=entry["id"],
        ruling=entry["ruling"],
        title=entry["title"],
        kind=entry.get("kind", POSITION),
        facts=tuple(entry["facts"]),
        position=entry.get("position", ""),
        actions=tuple(entry.get("actions", ())),
        data=entry.get("data", {}),
    )


@cache
def card_names(language: str) -> Mapping[str, str]:
    names: dict[str, str] = _file(FOLDER / NAMES)
    site = {card.name.en: getattr(card.name, language) for card in all_cards()}
    return {**site, **names} if language == "fr" else {name: name for name in (*site, *names)}


def _file(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)

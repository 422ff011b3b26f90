"""All cells of the matrix and all examples in words alone, without boards: light enough to be kept by a browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Final

from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.formats.notation import parse
from engine.decks.rules.modes import SEAT_NAMES
from rulings.catalogue import Ruling, ruling_by_id
from rulings.examples import Example, all_examples
from rulings.expectation_text import fact_words, plain_notation, safely_told
from rulings.expectations import engine_text
from rulings.matrix import Cell, cells, sentences, settling

# The same in every example: that an Assault or a turn begins and ends, and that who was there before may attack.
_UNSAID: Final = ("assault", "assault-ends", "turn-ends", "clearance")


@dataclass(frozen=True, slots=True)
class CellInWords:
    """A cell: ``anchors`` name it in both orders of its abilities."""

    anchors: tuple[str, ...]
    first: str
    second: str
    sentences: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    address: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExampleInWords:
    """An example: what each player has at first, what happens step by step, and what is checked."""

    id: str
    title: str
    seats: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]
    facts: tuple[str, ...]


@cache
def cells_in_words(edition: str, language: str) -> tuple[tuple[str, tuple[CellInWords, ...]], ...]:
    """The cells of an edition, below the name of the ability that comes first in the alphabet."""
    by_name = sorted(
        (_cell(cell, language) for (first, second), cell in cells(edition).items() if first <= second),
        key=lambda cell: (folded(cell.first), folded(cell.second)),
    )
    return tuple((name, tuple(group)) for name, group in groupby(by_name, key=lambda cell: cell.first))


def _cell(cell: Cell, language: str) -> CellInWords:
    slugs = sorted((cell.first, cell.second), key=lambda slug: folded(ability_name(slug, language)))
    return CellInWords(
        tuple(dict.fromkeys((f"{slugs[0]}-x-{slugs[1]}", f"{slugs[1]}-x-{slugs[0]}"))),
        ability_name(slugs[0], language),
        ability_name(slugs[1], language),
        tuple(sentences(cell, language)),
        settling(cell, language) if cell.written else (),
        (slugs[0], slugs[1]),
    )


@cache
def examples_in_words(language: str) -> tuple[tuple[Ruling, tuple[ExampleInWords, ...]], ...]:
    """All examples, below their rulings, in the order of the rulings."""
    grouped = groupby(all_examples(), key=lambda example: example.ruling)
    by_ruling = [
        (ruling_by_id(name, language), tuple(_example(example_of_ruling, language) for example_of_ruling in group))
        for name, group in grouped
    ]
    return tuple(by_ruling)


def _is_said_again(event: Mapping[str, Any], later: Iterable[Mapping[str, Any]]) -> bool:
    """An attack's amount, where what the target then loses is the same; an amount of 0 nothing else tells."""
    if event["kind"] != "amount" or not event["amount"]:
        return False
    for candidate in later:
        if candidate["kind"] in ("damage", "stronghold") and candidate.get("whom") == event["whom"]:
            return bool(candidate["amount"] == event["amount"])
        if candidate["kind"] not in ("amount", "damage"):
            return False  # something comes in between that the amount explains
    return False


def _example(example: Example, language: str) -> ExampleInWords:
    sentences = safely_told(example, language)
    seats: tuple[tuple[str, str], ...] = ()
    if example.is_board:
        start = parse(example.position)
        names = SEAT_NAMES[: start.mode.seats]
        seats = tuple((seat, plain_notation(engine_text(start, seat), language)) for seat in names)
    return ExampleInWords(
        example.id,
        example.title[language],
        seats,
        tuple(
            sentence
            for at, (event, sentence) in enumerate(sentences)
            if event["kind"] not in _UNSAID and not _is_said_again(event, (later for later, _ in sentences[at + 1 :]))
        ),
        () if sentences else tuple(fact_words(fact, language, sentences) for fact in example.facts),
    )

"""The rulings of Clash of Decks as those of one game among others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from django.urls import reverse

from contract.rulings import DOORS, TriedExample
from rulings.catalogue import numbers_by_id
from rulings.editorial import editorial_examples
from rulings.examples import Example, all_examples, check
from rulings.links import ruling_address
from rulings.readings import reading_examples


class DecksRulings:
    """See ``contract.rulings.RuledGame``. Answers of editors are rulings too."""

    name: Final = "clash-of-decks"
    title: Final = "Clash of Decks"

    def address(self) -> str:
        return reverse("rulings:index")

    def door_address(self, door: str) -> str:
        return reverse(f"rulings:{door}") if door in DOORS else self.address()

    def ruling_address(self, number: str) -> str:
        return ruling_address(number)

    def ids(self) -> Sequence[str]:
        return list(dict.fromkeys([*numbers_by_id(), *(example.ruling for example in editorial_examples())]))

    def numbers(self) -> Sequence[str]:
        return list(numbers_by_id().values())

    def tried(self, rulings: Collection[str]) -> Iterator[TriedExample]:
        for example in (*all_examples(), *editorial_examples()):
            if example.ruling in rulings:
                yield _try(example)

    def tried_readings(self) -> Iterator[TriedExample]:
        return map(_try, reading_examples())


def _try(example: Example) -> TriedExample:
    return TriedExample(example.id, (example.ruling,), [str(disagreement) for disagreement in check(example)])

"""The cards of a record: each written out once, in a table, and named elsewhere by its number there.

A record must replay when a catalogue has changed, so even a catalogue's card is written out, with its reference beside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.decks.formats.card_reading import MAX_NAME, read_abilities, read_card, read_text
from engine.decks.rules.cards import Card
from engine.kernel.reading import Reader

MAX_CARDS = 10_000  # a bound, for records from elsewhere
_NO_CARD = Card("", True, 0, 0, 1, ())  # in the place of one that cannot be read, so that the numbers stay


class CardTable:
    """The table while a record is written."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self._numbers: dict[str, int] = {}

    def number(self, card: Card) -> int:
        """The number of a card, which is put into the table when it is not there yet."""
        number = self._numbers.setdefault(card.key, len(self.cards))
        if number == len(self.cards):
            self.cards.append(card)
        return number

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        return [self.number(card) for card in cards]

    def to_json(self) -> list[dict[str, Any]]:
        return [_write(card) for card in self.cards]


def _write(card: Card) -> dict[str, Any]:
    data = card.written_out()
    if card.reference is not None:
        data["reference"] = card.reference
    return data


class CardReader(Reader):
    """Reads the table, and then cards by their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []

    def table(self, data: Any, at: str, edition: str) -> None:
        """Reads the table into ``cards``."""
        for number, part in enumerate(self.list(data, at)[:MAX_CARDS]):
            self.cards.append(self._card(part, f"{at}/{number}", edition))

    def card(self, data: Any, at: str) -> Card | None:
        number = self.number(data, at, 0, max(len(self.cards) - 1, 0))
        return self.cards[number] if number < len(self.cards) else None

    def deck(self, data: Any, at: str) -> tuple[Card, ...]:
        read = [self.card(part, f"{at}/{place}") for place, part in enumerate(self.list(data, at))]
        return tuple(card for card in read if card is not None)

    def _card(self, data: Any, at: str, edition: str) -> Card:
        reference = None
        if isinstance(data, dict) and "reference" in data:
            reference = self.text(data["reference"], f"{at}/reference", 4 * MAX_NAME)
        card = read_card(self, data, at, edition, reference, ("abilities",), ("reference",))
        return _NO_CARD if card is None else card

    def text(self, data: Any, at: str, longest: int = MAX_NAME) -> str:
        """A text that can be written as UTF-8."""
        return read_text(self, data, at, longest)

    def slugs(self, data: Any, at: str, edition: str) -> tuple[str, ...]:
        """Slugs of abilities, no Auras."""
        return read_abilities(self, data, at, edition, auras=False)

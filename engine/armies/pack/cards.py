"""The cards (C1): small whole numbers in card order, so that a sorted list is in card order.

0 to 59 are the numbered cards, ``6 * (number - 1) + strength - 1``: the greater of two is the one that wins. From 60 on
come the nine kinds of special cards; copies of a kind are alike.

What a Thief asks for, or what a theft is about, is *wanted*: a number from 1 to 10, or a kind (``BONUS`` for a Bonus).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
Wanted = int

STRENGTHS: Final = 6  # of each number, each once (C1.2)
NUMBERS: Final = range(1, 11)
CHARACTERS: Final = range(60)
WILD: Final = 60
BONUS: Final = 61
CASTLE: Final = 62
DEATH: Final = 63
SPY: Final = 64
THIEF: Final = 65
GUARDIAN: Final = 66
CHEST: Final = 67
GRAVEDIGGER: Final = 68
KINDS: Final = range(60, 69)

_KIND_NAMES: Final = ("wild", "bonus", "castle", "death", "spy", "thief", "guardian", "chest", "gravedigger")
CARD_NAMES: Final = (*(f"{card // 6 + 1}.{card % 6 + 1}" for card in CHARACTERS), *_KIND_NAMES)
CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}
WANTED_NAMES: Final[dict[Wanted, str]] = {
    **{number: str(number) for number in NUMBERS},
    **{kind: CARD_NAMES[kind] for kind in KINDS},
}
WANTED_OF_NAME: Final = {name: wanted for wanted, name in WANTED_NAMES.items()}

# How many of each there are (C1.2, C1.3).
COPIES: Final = (*(1 for _ in CHARACTERS), 4, 4, 6, 1, 6, 6, 4, 1, 4)

SEAT_NAMES: Final = "ABCDEF"
MIN_SEATS: Final = 2  # C2.1
MAX_SEATS: Final = 6


def number_of(card: Card) -> int:
    return card // STRENGTHS + 1


def is_wanted(card: Card, wanted: Wanted) -> bool:
    """Whether a card in hand is what is asked for (C12.3)."""
    return card == wanted if wanted >= WILD else card < WILD and number_of(card) == wanted


def of_number(cards: Iterable[Card], number: int) -> list[Card]:
    """The cards of a number, in the given order."""
    first = (number - 1) * STRENGTHS
    return [card for card in cards if first <= card < first + STRENGTHS]


def names(cards: Iterable[Card]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]

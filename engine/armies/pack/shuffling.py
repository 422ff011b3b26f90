"""The shuffle: the order of the cards' SHA-256 keys, the same in every program that follows the contract."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from engine.armies.pack.cards import CARD_NAMES, Card


def shuffled(cards: Iterable[Card], seed: str, number: int) -> list[Card]:
    """The cards as shuffle ``number`` of a seed puts them, top card first; their order before does not matter."""
    keyed: list[tuple[str, Card]] = []
    copy = 0
    before: Card | None = None
    for card in sorted(cards):
        copy = copy + 1 if card == before else 1
        before = card
        text = f"{seed}|{number}|{CARD_NAMES[card]}|{copy}"
        keyed.append((hashlib.sha256(text.encode()).hexdigest(), card))
    return [card for _, card in sorted(keyed)]

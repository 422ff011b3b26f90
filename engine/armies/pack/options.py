"""The options of a game (C19): which special cards are in it, God mode, Reverse points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.armies.pack.cards import CHARACTERS, COPIES, KINDS, Card


@dataclass(frozen=True)
class Options:
    """``specials`` are the kinds of special cards in the game, in card order; none of them is Kids mode (C19.1).

    ``copies`` says of every card how many there are in the game.
    """

    specials: tuple[Card, ...] = tuple(KINDS)
    god: bool = False
    reverse: bool = False
    copies: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        copies = [1] * len(CHARACTERS) + [COPIES[kind] if kind in self.specials else 0 for kind in KINDS]
        object.__setattr__(self, "copies", tuple(copies))

    def has(self, kind: Card) -> bool:
        """Whether a kind of special cards is in the game."""
        return self.copies[kind] > 0

    def complete_deck(self) -> list[Card]:
        """Every card of the game, in card order (C1.4)."""
        return [card for card, count in enumerate(self.copies) for _ in range(count)]


def options_of(specials: Iterable[Card] = KINDS, god: bool = False, reverse: bool = False) -> Options:
    """Options with the kinds put into card order."""
    return Options(tuple(sorted(set(specials))), god, reverse)


ALL: Final = Options()
KIDS: Final = options_of(())

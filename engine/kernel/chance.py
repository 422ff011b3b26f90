"""Chance: random numbers that a seed settles, the same on every machine and under every version of Python.

A game has one seed, a whole number, and draws for each purpose (a shuffle, a coin toss) from a stream of its own, so
that nothing depends on the order of the draws. Block k (0, 1, 2, ...) of the stream of a purpose is the SHA-256 digest
of the UTF-8 text ``SEED:PURPOSE:k``, the seed and k in decimal; its 32 bytes are four words of 64 bits, the first byte
of each the highest. A number below n is the first word w below the greatest multiple of n that is at most 2**64, and is
w modulo n. A shuffle goes from the last place to the second, swapping place i with a place from 0 to i.

A digest, and not one of the small generators for simulations: whoever has seen a draft has seen a shuffle, and must not
be able to work out the seed from it, and with it the hands of the others.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BITS: Final = 128
_WORDS: Final = 1 << 64


class Chance:
    """The stream of random numbers that a seed gives for a purpose."""

    __slots__ = ("_block", "_text", "_words")

    def __init__(self, seed: int, purpose: str) -> None:
        self._text = f"{seed}:{purpose}:"
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 64 bits of the stream, as a number."""
        if not self._words:
            digest = hashlib.sha256(f"{self._text}{self._block}".encode()).digest()
            self._words = [int.from_bytes(digest[at : at + 8], "big") for at in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each as likely. Raises ``ValueError`` for a bound below 1."""
        if not 1 <= bound <= _WORDS:
            raise ValueError(f"no number is below {bound}")
        limit = _WORDS - _WORDS % bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items: list[T]) -> None:
        """Puts a list into random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

"""Errors of set-ups and records, by name."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.errors import EngineError, Fault


class SetUpError(EngineError):
    """A set-up that the rules do not allow.

    ``code`` is one of ``MESSAGES``; ``at`` says where (a JSON pointer into the record's ``setup`` or ``terms``).
    """

    def __init__(self, code: str, at: str | None = None, detail: str = "") -> None:
        super().__init__(code, MESSAGES[code].format(detail), at)
        self.detail = detail


class BadRecord(EngineError):
    """A record that does not hold together.

    ``code`` is ``bad-record`` (its form: all ``faults``), ``other-rules``, ``bad-action`` or ``record-differs``.
    """

    def __init__(self, code: str, message: str, at: str | int | None = None, faults: list[Fault] | None = None) -> None:
        super().__init__(code, message, at)
        self.faults = faults or []

    def to_json(self) -> dict[str, Any]:
        """The ``error`` object of the contract, with the list of all faults beside."""
        data = super().to_json()
        return {**data, "faults": [fault.to_json() for fault in self.faults]} if self.faults else data


MESSAGES: Final[dict[str, str]] = {
    "bad-seed": "a seed is a whole number from 0 to 2**128 - 1",
    "unknown-format": "there is no format '{}'",
    "unknown-edition": "there is no edition '{}'",
    "format-not-in-mode": "this format cannot be played in the mode '{}'",
    "too-few-cards": "too few cards: {}",
    "wrong-deck-size": "a deck has 8 cards; this one has {}",
    "wrong-number-of-decks": "the number of decks must be {}",
    "duplicate-card": "'{}' is there twice: duplicates are forbidden",
    "card-of-other-edition": "'{}' bears an ability that this edition does not have",
    "marked-card": "'{}' carries a mark of play",
    "pool-not-used": "this format takes decks, not a pool of cards",
    "decks-not-used": "this format takes a pool of cards, not decks",
    "unknown-seat": "there is no seat {} here",
    "first-is-settled": "in a game against an AI the rules say who begins",
    "redeals-out-of-order": "what is dealt anew is named in the order of the play, from the deal on",
    "no-game-yet": "that cannot be done at this stage",
    "champion-missing": "each player chooses one Champion, or nobody has one: {}",
    "champion-not-a-creature": "'{}' is no Creature, so it cannot be a Champion",
    "champion-in-deck": "'{}' is in its player's deck, so it cannot be the Champion",
    "champion-in-quick-play": "against an AI there are no Champions in Quick Play",
    "no-ai": "there is no AI to customise in this mode",
    "level-out-of-range": "{}",
    "points-not-spent": "the level must be spent exactly: {}",
    "not-for-sale": "the price table has no {}",
    "ability-twice": "the ability '{}' is chosen twice",
    "ability-of-other-edition": "'{}' is no ability of this edition",
}

"""Decks: which cards are the same, and what a deck must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.decks.game.errors import SetUpError
from engine.decks.rules.abilities import ABILITIES_OF_EDITION
from engine.decks.rules.cards import Card

DECK_SIZE: Final = 8
AI_DECK_SIZE: Final = 24

Deck = tuple[Card, ...]


def face(card: Card) -> tuple[object, ...]:
    """The printed face of a card: two cards are the same when this is, whatever catalogue each comes from."""
    return (card.name, card.is_creature, card.cost, card.av, card.hp, card.abilities, card.auras)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards in the one order that every shuffle starts from, so that it does not matter how they came together."""
    return sorted(cards, key=lambda card: card.key)


def faults_of_deck(deck: Deck, edition: str, at: str) -> Iterator[SetUpError]:
    if len(deck) != DECK_SIZE:
        yield SetUpError("wrong-deck-size", at, str(len(deck)))
    yield from faults_of_cards(deck, edition, at)


def faults_of_cards(cards: Iterable[Card], edition: str, at: str) -> Iterator[SetUpError]:
    """The faults of cards that may all come into one deck: they are different, of one edition, and fresh."""
    seen: set[tuple[object, ...]] = set()
    for number, card in enumerate(cards):
        if face(card) in seen:
            yield SetUpError("duplicate-card", f"{at}/{number}", card.name)
        seen.add(face(card))
        yield from faults_of_card(card, edition, f"{at}/{number}")


def faults_of_card(card: Card, edition: str, at: str) -> Iterator[SetUpError]:
    if (card.abilities | card.auras) & ~ABILITIES_OF_EDITION[edition]:
        yield SetUpError("card-of-other-edition", at, card.name)
    if card.sharpened:
        yield SetUpError("marked-card", at, card.name)

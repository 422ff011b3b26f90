"""The site's preconstructed decks, as people choose among them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from django.utils.translation import pgettext_lazy

from cards.sets import PreconstructedDeck, decks
from engine.decks.rules.cards import Card

DIFFICULTIES: Final = {
    "easy": pgettext_lazy("level", "Easy"),
    "medium": pgettext_lazy("level", "Medium"),
    "hard": pgettext_lazy("level", "Hard"),
}


def preconstructed_deck(cards: Iterable[Card]) -> PreconstructedDeck | None:
    """The preconstructed deck of the site that some cards are, in any order."""
    return _decks_by_cards().get(frozenset(card.key for card in cards))


@cache
def _decks_by_cards() -> dict[frozenset[str], PreconstructedDeck]:
    return {frozenset(card.card.key for card in deck.cards): deck for deck in decks()}


def difficulty_words(slug: str) -> str:
    """How hard a preconstructed deck of the site is to play, "" for another deck."""
    difficulty = next((deck.difficulty for deck in decks() if deck.slug == slug), "")
    return str(DIFFICULTIES[difficulty]) if difficulty else ""

"""Which of an owner's cards have changed since they were on paper."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Owner
from cards.models import Card


def changed_of(cards: Iterable[Card], owner: Owner | None) -> list[Card]:
    """The owner's cards among these that are not as they were printed last, and those that never were."""
    return [card for card in cards if card.is_owned_by(owner) and card.printed_revision != card.revision]


def note_printed(cards: Iterable[Card], owner: Owner | None) -> None:
    """Notes of which revision the owner's cards among these are on paper now."""
    by_revision: dict[int, list[int]] = {}
    for card in cards:
        if card.is_owned_by(owner):
            by_revision.setdefault(card.revision, []).append(card.pk)
    for revision, keys in by_revision.items():
        Card.everything.filter(owner=owner, pk__among=keys).update(printed_revision=revision)

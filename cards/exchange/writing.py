"""From cards to data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from cards.exchange.shape import VERSION
from cards.folding import slug_from
from cards.models import FIGHTERS, Card, CardSet, Kind


def write_card(card: Card) -> dict[str, Any]:
    """The content of a card, as ``read_card`` reads it; what is empty is left out."""
    written: dict[str, Any] = {"type": str(card.kind), "name": card.name}
    if card.kind not in (Kind.STRONGHOLD, Kind.BRIDGE):
        written |= {"cost": card.cost, "av": card.av}
    if card.kind in FIGHTERS and card.hp is not None:
        written["hp"] = card.hp
    optional = {
        "slug": card.slug,
        "name_fr": card.name_fr,
        "abilities": list(card.abilities),
        "flavour": card.flavour,
        "flavour_fr": card.flavour_fr,
        "art": dict(card.art),
        "picture": card.picture.token if card.picture_id is not None and card.picture else "",
        "credit": card.credit,
    }
    return written | {field: value for field, value in optional.items() if value}


def write_set(card_set: CardSet | None, cards: Iterable[Card], references: bool = False) -> dict[str, Any]:
    """A set with its cards, or cards without a set, as ``read_set`` reads them. Short names are made to differ.

    With ``references`` each card that somebody made says which it is, and of a file of several sets in which it is.
    """
    written: dict[str, Any] = {"format": VERSION}
    if card_set is not None:
        fields = ("name", "name_fr", "slug", "about", "about_fr", "accent", "symbol", "abilities")
        written["set"] = {field: value for field in fields if (value := getattr(card_set, field))}
    written["cards"] = list(_distinct(_referred(card, card_set) if references else write_card(card) for card in cards))
    return written


def _referred(card: Card, card_set: CardSet | None) -> dict[str, Any]:
    written = write_card(card)
    if card.owner_id is not None:
        written["reference"] = f"own/{card.token}"
    if card_set is None and card.set is not None:
        written["set"] = card.set.name
    return written


def write_json(written: dict[str, Any]) -> str:
    """Text for a file: a line for each card, so that versions of a file can be compared."""
    head = {key: value for key, value in written.items() if key != "cards"}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    cards = ",\n".join("  " + json.dumps(card, ensure_ascii=False) for card in written["cards"])
    return "\n".join(["{", *lines, ' "cards": [', cards, " ]", "}", ""])


def _distinct(cards: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    taken: set[str] = set()
    for card in cards:
        slug = wanted = card.get("slug") or slug_from(card["name"])[:56].strip("-") or "card"
        number = 2
        while slug in taken:
            slug = f"{wanted[:56]}-{number}"
            number += 1
        taken.add(slug)
        yield {**card, "slug": slug} if "slug" in card or slug != wanted else card

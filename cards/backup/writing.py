"""What is somebody's own, in ZIPs of a size that can be sent back: each whole in itself, in any order.

``backup.json`` says which file is what; ``cards/*.json`` are ``clash-cards/1``, a set each or a part of one;
``pictures/TOKEN.jpg`` and ``.webp`` are the pictures that their cards name. Decks name cards by set and short name, so
that they find them whoever brings them in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from accounts.models import Owner
from cards.exchange import write_json, write_set
from cards.exchange.shape import MAX_CARDS
from cards.models import Card, Deck, DeckCard, Picture
from cards.pictures import CLEAR, SOLID
from cards.rendering.zipped import zipped

FORMAT: Final = "grimoire-backup/1"
INDEX: Final = "backup.json"
PART_BYTES: Final = 8_000_000  # of pictures in a part, but for one that is larger by itself
PART_PICTURES: Final = 24  # that take a while to bring in again
MAX_DECKS: Final = 200  # the latest ones
LOOSE: Final = "Cards without a set"  # the set that cards of none come back in


@dataclass
class BackupPart:
    """Some cards, all of whose pictures are with them; pictures of no card; all decks, in the last part."""

    cards: list[Card] = field(default_factory=list)
    pictures: dict[int, Picture] = field(default_factory=dict)
    has_decks: bool = False

    @property
    def size(self) -> int:
        """How many bytes its pictures have."""
        return sum(picture.size for picture in self.pictures.values())

    def takes(self, picture: Picture | None) -> bool:
        """Whether there is room for a card with this picture, or for the picture alone."""
        if len(self.cards) >= MAX_CARDS:
            return False
        if picture is None or picture.pk in self.pictures or not self.pictures:
            return True
        return len(self.pictures) < PART_PICTURES and self.size + picture.size <= PART_BYTES

    def add(self, picture: Picture | None, card: Card | None = None) -> None:
        if card is not None:
            self.cards.append(card)
        if picture is not None:
            self.pictures[picture.pk] = picture


def parts_of(owner: Owner) -> list[BackupPart]:
    """The parts of somebody's backup, at least one."""
    cards = Card.objects.owned_by(owner).with_set().order_by("set__name", "set", "number", "name", "pk")
    parts = [BackupPart()]
    shown: set[int] = set()
    things: list[tuple[Picture | None, Card | None]] = [(card.picture, card) for card in cards]
    shown |= {card.picture_id for card in cards if card.picture_id is not None}
    things += [(picture, None) for picture in Picture.objects.owned_by(owner).exclude(pk__in=shown).order_by("pk")]
    for picture, card in things:
        if not parts[-1].takes(picture):
            parts.append(BackupPart())
        parts[-1].add(picture, card)
    parts[-1].has_decks = True
    return parts


def write_part(owner: Owner, parts: Sequence[BackupPart], number: int) -> bytes:
    part = parts[number - 1]
    files = list(_card_files(part.cards))
    index = {
        "format": FORMAT,
        "part": number,
        "of": len(parts),
        "cards": [name for name, _content, _loose in files],
        "loose": {slug: token for _name, _content, loose in files for slug, token in loose.items()},
        "decks": list(_decks(owner)) if part.has_decks else [],
    }
    entries = [(INDEX, json.dumps(index, ensure_ascii=False, indent=1).encode())]
    entries += [(name, content) for name, content, _loose in files]
    return zipped([*entries, *_picture_files(part.pictures.values())])


def _card_files(cards: Sequence[Card]) -> Iterator[tuple[str, bytes, dict[str, str]]]:
    """(name, content, the tokens of cards without a set by their short names) of each set's file."""
    for number, (_key, group) in enumerate(groupby(cards, key=lambda card: card.set_id), 1):
        of_set = list(group)
        written = write_set(of_set[0].set, of_set)
        loose = {}
        if of_set[0].set is None:
            written = {"format": written["format"], "set": {"name": LOOSE}, **written}
            written["cards"] = _with_slugs(of_set, written["cards"])
            loose = {content["slug"]: card.token for card, content in zip(of_set, written["cards"], strict=True)}
        yield f"cards/{number:03}.json", write_json(written).encode(), loose


def _with_slugs(cards: Sequence[Card], contents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards of no set with short names that follow from their tokens: the same each time."""
    return [{**content, "slug": loose_slug(card)} for card, content in zip(cards, contents, strict=True)]


def loose_slug(card: Card) -> str:
    """The short name of a card without a set in a backup: made of its token, so that no two are alike."""
    return f"card-{card.token.encode().hex()}"


def _decks(owner: Owner) -> Iterator[dict[str, Any]]:
    decks = Deck.objects.owned_by(owner).select_related("stronghold__set", "champion__set").order_by("-pk")[:MAX_DECKS]
    for deck in decks:
        places = DeckCard.objects.filter(deck=deck).select_related("card__set").order_by("place")
        yield {
            "name": deck.name,
            "about": deck.about,
            "cards": [_named(place.card) for place in places],
            "stronghold": _named(deck.stronghold) if deck.stronghold else None,
            "champion": _named(deck.champion) if deck.champion else None,
        }


def _named(card: Card) -> dict[str, str]:
    """How a deck names a card: of the site's own by its reference, of others by set and short name."""
    if card.owner_id is None:
        return {"reference": card.reference}
    return {"set": card.set.name if card.set else LOOSE, "slug": card.slug if card.set else loose_slug(card)}


def _picture_files(pictures: Any) -> Iterator[tuple[str, bytes]]:
    for picture in pictures:
        with suppress(FileNotFoundError), picture.file.open("rb") as file:  # one that is gone is gone
            yield f"pictures/{picture.token}.{CLEAR if picture.is_clear else SOLID}", bytes(file.read())

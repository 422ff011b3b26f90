"""The content of a card as a plain object: what the editor's form gives, what versions keep, what copies start from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Owner
from cards.models import Card, CardSet, Kind, Picture

MAKEABLE: Final = (Kind.CREATURE, Kind.INCANTATION, Kind.CHAMPION)
_PLAIN: Final = ("kind", "name", "name_fr", "cost", "av", "hp", "abilities", "flavour", "flavour_fr", "art")

Content = dict[str, Any]  # the plain fields of a card, ``picture`` as a token or None, ``set`` as a slug or None


def blank(kind: str = Kind.CREATURE) -> Content:
    """Where a new card starts."""
    return {
        "kind": kind,
        "name": "",
        "name_fr": "",
        "cost": 2,
        "av": 2,
        "hp": None if kind == Kind.INCANTATION else 2,
        "abilities": [],
        "flavour": "",
        "flavour_fr": "",
        "art": {},
        "picture": None,
        "set": None,
    }


def content_of(card: Card) -> Content:
    content: Content = {field: getattr(card, field) for field in _PLAIN}
    content["abilities"] = list(card.abilities)
    content["art"] = dict(card.art)
    content["picture"] = card.picture.token if card.picture else None
    content["set"] = card.set.slug if card.set else None
    return content


@dataclass(frozen=True, slots=True)
class Belongings:
    """The owner's things that contents name: pictures by token, sets by slug."""

    pictures: Mapping[str, Picture]
    sets: Mapping[str, CardSet]


def belongings_of(owner: Owner | None, contents: Iterable[Content]) -> Belongings:
    """The owner's things that these contents name, asked for once for all."""
    contents = list(contents)
    tokens = {token for content in contents if (token := content.get("picture"))}
    slugs = {slug for content in contents if (slug := content.get("set"))}
    pictures = Picture.objects.owned_by(owner).filter(token__in=tokens)
    sets = CardSet.objects.owned_by(owner).filter(slug__in=slugs)
    return Belongings({picture.token: picture for picture in pictures}, {card_set.slug: card_set for card_set in sets})


def put(content: Content, card: Card, having: Belongings | None = None) -> None:
    """Makes a card say this, without saving it. A picture or a set that is gone, or not its owner's, is left out.

    ``having`` is what the owner has, where that was asked for already.
    """
    having = having or belongings_of(card.owner, [content])
    for field in _PLAIN:
        if field in content:
            setattr(card, field, content[field])
    token = content.get("picture")
    card.picture = (_picture_known(card, token) or having.pictures.get(token)) if token else None
    if card.picture is None and is_crop(card.art):
        card.art = {}
    slug = content.get("set")
    card.set = having.sets.get(slug) if slug else None


def picture_for(card: Card | None, token: str | None, owner: Owner | None) -> Picture | None:
    """The picture that an owner may put on a card: one of their own, or the one that it was remixed with."""
    if not token:
        return None
    return _picture_known(card, token) or Picture.objects.owned_by(owner).filter(token=token).first()


def _picture_known(card: Card | None, token: str) -> Picture | None:
    """The picture with this token that is on a card, or on the one that it was remixed from."""
    for known in (card, card.remixed_from if card else None):
        if known is not None and known.picture is not None and known.picture.token == token:
            return known.picture
    return None


def is_crop(art: Content) -> bool:
    return "zoom" in art

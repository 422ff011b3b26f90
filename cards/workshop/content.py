"""What a card says, as a plain object: what the editor's form gives, what versions keep, what copies start from."""

from __future__ import annotations

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
    """What a card says."""
    content: Content = {field: getattr(card, field) for field in _PLAIN}
    content["abilities"] = list(card.abilities)
    content["art"] = dict(card.art)
    content["picture"] = card.picture.token if card.picture_id else None
    content["set"] = card.set.slug if card.set_id else None
    return content


def put(content: Content, card: Card) -> None:
    """Makes a card say this, without saving it. A picture or a set that is gone, or not its owner's, is left out."""
    for field in _PLAIN:
        if field in content:
            setattr(card, field, content[field])
    card.picture = picture_for(card, content.get("picture"), card.owner)
    if card.picture is None and is_crop(card.art):
        card.art = {}
    slug = content.get("set")
    card.set = CardSet.objects.owned_by(card.owner).filter(slug=slug).first() if slug else None


def picture_for(card: Card | None, token: str | None, owner: Owner | None) -> Picture | None:
    """The picture that an owner may put on a card: one of their own, or the one that it was remixed with."""
    if not token:
        return None
    for known in (card, card.remixed_from if card else None):
        if known is not None and known.picture is not None and known.picture.token == token:
            return known.picture
    return Picture.objects.owned_by(owner).filter(token=token).first()


def is_crop(art: Content) -> bool:
    """Whether the art of a card is a crop of its picture, and not a composition."""
    return "zoom" in art

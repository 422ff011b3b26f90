"""From a kept card to what is shown of it: the one place where models meet faces."""

from __future__ import annotations

from functools import partial

from django.urls import reverse

from cards.abilities import ability_name
from cards.art import Art, ArtError, Artwork, Crop, art_by_name, composed_from, crop_from
from cards.faces import GRIMOIRE, Emblem, Face, bridge_face, face_of, stronghold_faces
from cards.models import Card, CardSet, Kind
from cards.models import Picture as KeptPicture
from engine.decks.rules.cards import Card as EngineCard


def face_of_card(card: Card, language: str, *, paper: bool = False) -> Face:
    """The face of a card in ``en`` or ``fr``, which must be the language of the moment; of a Stronghold the Bastion.

    ``paper`` reads the picture's bytes, which only printing needs.
    """
    return faces_of_card(card, language, paper=paper)[0]


def faces_of_card(
    card: Card, language: str, *, paper: bool = False, printed: EngineCard | None = None
) -> tuple[Face, ...]:
    """All that is printed of a card: one face, or the two sides of a Stronghold.

    ``printed`` are values and abilities in place of the card's own, as a card has them that has mutated.
    """
    french = language == "fr"
    name = card.name_fr if french and card.name_fr else card.name
    line = card.flavour_fr if french and card.flavour_fr else card.flavour
    emblem = emblem_of(card.set, is_named=card.set_for(None) is not None) if card.set is not None else GRIMOIRE
    if card.kind == Kind.STRONGHOLD:
        return stronghold_faces(name, art=kept_art(card, paper=paper), emblem=emblem, flavour=line)
    if card.kind == Kind.BRIDGE:
        return (bridge_face(name, art=kept_art(card, paper=paper), emblem=emblem, flavour=line),)
    return (
        face_of(
            printed or card.printed,
            partial(ability_name, language=language),
            champion=card.kind == Kind.CHAMPION,
            art=art_of(card, paper=paper),
            emblem=emblem,
            flavour=line,
            name=name,
        ),
    )


def art_of(card: Card, *, paper: bool = False) -> Art:
    """The art of a Creature, a Champion or an Incantation; by the words of its name if it says nothing."""
    return kept_art(card, paper=paper) or art_by_name(card.name, card.is_fighter)


def kept_art(card: Card, *, paper: bool = False) -> Art | None:
    """The composition or the picture that a card says is its art, if it says so in a way that can be drawn."""
    try:
        if "zoom" in card.art:
            picture = card.picture
            is_visible = picture is not None and picture.hidden_at is None  # moderators hide pictures too
            return (
                picture_art(picture, crop_from(card.art), paper=paper) if picture is not None and is_visible else None
            )
        return composed_from(card.art) if card.art else None
    except ArtError:
        return None


def picture_art(picture: KeptPicture, crop: Crop, *, paper: bool = False) -> Artwork:
    content = None
    if paper:
        with picture.file.open("rb") as file:
            content = file.read()
    url = reverse("files:picture", args=[picture.token])
    return Artwork(picture.width, picture.height, url, content, crop, picture.is_clear)


def emblem_of(card_set: CardSet, *, is_named: bool = True) -> Emblem:
    """The emblem that cards have from their set: one face for whoever sees the card, so it names no set that not
    everybody may see."""
    name = card_set.title if is_named else ""
    try:
        return Emblem(card_set.accent, card_set.symbol, name)
    except ValueError:
        return Emblem(name=name)

"""Cards as lists show them: each with its drawn face, which is made once for what is printed on it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.abilities import ability_name
from cards.faces import Badge, badge_of
from cards.models import VALUED, Card
from cards.queries import reference_of
from cards.showing import faces_of_card

CACHE_SIZE: Final = 4096  # faces, of some 8 kB each, that a process keeps


@dataclass(frozen=True, slots=True)
class RenderedFace:
    """A drawn face."""

    html: SafeString


@dataclass(frozen=True, slots=True)
class _Printed:
    """A card in a language, the same as another one when all that decides how its face looks is."""

    content: tuple[object, ...]
    card: Card = field(compare=False)
    language: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardTile:
    """A card in a list. ``label`` says in one line all that its face shows."""

    card: Card
    drawing: RenderedFace
    badges: tuple[Badge, ...]
    label: str

    @property
    def reference(self) -> str:
        return reference_of(self.card)

    @property
    def has_values(self) -> bool:
        """Whether it has a cost and an attack value at all."""
        return self.card.kind in VALUED


def tiles_of(cards: Iterable[Card], language: str) -> list[CardTile]:
    """The tiles of cards, which come ``with_set``; the language must be that of the moment."""
    return [tile_of(card, language) for card in cards]


def tile_of(card: Card, language: str) -> CardTile:
    badges = tuple(badge_of(slug, partial(ability_name, language=language)) for slug in card.abilities)
    return CardTile(card, drawing_of(card, language), badges, _label(card, badges))


def drawing_of(card: Card, language: str) -> RenderedFace:
    """The face of a card, from the process's own store if the same was drawn before; of a Stronghold the Bastion."""
    return drawings_of(card, language)[0]


def drawings_of(card: Card, language: str) -> tuple[RenderedFace, ...]:
    """All faces of a card: one, or both sides of a Stronghold."""
    return _drawn(_Printed((language, *_content(card)), card, language))


@lru_cache(maxsize=CACHE_SIZE)
def _drawn(printed: _Printed) -> tuple[RenderedFace, ...]:
    drawings = []
    for face in faces_of_card(printed.card, printed.language):
        html = render_to_string("cards/face.html", {"face": face})
        drawings.append(RenderedFace(mark_safe(html.strip())))  # rendered, so escaped, by the template
    return tuple(drawings)


def _content(card: Card) -> tuple[object, ...]:
    emblem = card.set and (card.set.accent, card.set.symbol, card.set.title, card.set_for(None) is None)
    printed = (card.kind, card.name, card.name_fr, card.cost, card.av, card.hp, tuple(card.abilities))
    has_picture = card.picture is not None and card.picture.hidden_at is None
    drawn = (card.flavour, card.flavour_fr, json.dumps(card.art, sort_keys=True), card.picture_id, has_picture)
    return (*printed, *drawn, emblem)


def _label(card: Card, badges: tuple[Badge, ...]) -> str:
    words = [card.title, str(card.get_kind_display())]
    if card.kind in VALUED:
        words.append(_("Mana cost %(number)d") % {"number": card.cost})
        words.append(_("attack value %(number)d") % {"number": card.av})
    if card.hp is not None:
        words.append(_("%(number)d HP") % {"number": card.hp})
    return ", ".join([*words, *(badge.name for badge in badges)])

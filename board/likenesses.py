"""Whose pictures the cards of a position have: those that the owner of a board has made for cards like them.

A position says what is printed on a card and not whose it is. On a board, a card that is not of the site's sets looks
like the card of one owner with the same name, values and abilities: of its author on a page of the Grimoire, for all
who may see that page, and of the reader on a board that is nobody's page. Nobody else's cards are ever looked at, so a
position that somebody has typed shows nothing of other people's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from django.db.models import Q

from accounts.models import Owner
from board.naming import face_on_board, own_card
from cards.abilities import ability_name
from cards.faces import Face, face_of
from cards.models import FIGHTERS, Card, Kind, Picture
from cards.showing import face_of_card
from engine.decks.rules.cards import Card as EngineCard

Likeness = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """Kept cards by what is printed on them."""

    kept: Mapping[Likeness, Card]

    def of(self, card: EngineCard) -> Card | None:
        """The kept card that looks like this one."""
        return self.kept.get(likeness(card, card.name))

    def face(self, card: EngineCard, champion: bool, language: str) -> Face:
        """The face of a card on a board, in ``en`` or ``fr``, which must be the language of the moment."""
        card_of_site = self.of(card)
        if card_of_site is None:
            return face_on_board(card, champion, language)
        shown = face_of_card(card_of_site, language)
        if shown.champion == champion:
            return shown
        name_of = partial(ability_name, language=language)
        return face_of(card, name_of, champion, art=shown.art, emblem=shown.emblem, name=shown.name)

    def alone(self, card: EngineCard) -> Looks:
        card_of_site = self.of(card)
        return Looks({} if card_of_site is None else {likeness(card, card.name): card_of_site})

    @property
    def key(self) -> tuple[object, ...]:
        """Another one when a face may look different: for what is kept by content."""
        return tuple(
            (card.pk, card.revision, card.updated, _is_seen(card.picture), card.set_for(None))
            for card in self.kept.values()
        )


def looks_of(cards: Iterable[EngineCard], owner: Owner | None, champions: bool = False) -> Looks:
    """The looks that an owner's cards give to those of a position; with ``champions`` the site's Champions too."""
    names = {card.name for card in cards if own_card(card) is None}
    owners = Q(owner=owner) if owner is not None else Q(pk=None)
    if champions:
        owners |= Q(owner=None, kind=Kind.CHAMPION)
    elif owner is None:
        return Looks({})
    if not names:
        return Looks({})
    cards_found = Card.objects.filter(Q(name__in=names) | Q(name_fr__in=names), owners, hidden_at__isnull=True)
    playable = cards_found.filter(kind__in=(*FIGHTERS, Kind.INCANTATION)).with_set().select_related("picture")
    # The owner's own last, and of those the one that was changed last.
    ordered = playable.order_by("owner_id", "updated", "pk")
    return Looks({likeness(card.printed, name): card for card in ordered for name in (card.name_fr, card.name) if name})


def _is_seen(picture: Picture | None) -> bool:
    return picture is not None and picture.hidden_at is None


def likeness(card: EngineCard, name: str) -> Likeness:
    """The printed values of a card under a name: cards that have it in common look like each other."""
    return (name, card.is_creature, card.cost, card.av, card.hp, frozenset(card.slugs))

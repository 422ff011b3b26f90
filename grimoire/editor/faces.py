"""The faces of a document's cards, drawn once for what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.abilities import ability_name
from cards.faces import Face, face_of
from cards.icons import drawings
from cards.models import Card as KeptCard
from cards.showing import face_of_card
from engine.abilities import AURA_PREFIX, FLAG_OF_SLUG, SEASON_2
from engine.card_reading import read_card
from engine.cards import Card
from engine.reading import Reader
from grimoire.naming import face_on_board, own_card

KEPT: Final = 2048  # faces, of some 8 kB each, that a process keeps
MOST_FACES: Final = 40  # that are drawn at once: a cold one takes some 20 ms; the page asks again for the rest
_HARMLESS: Final = ("unknown-ability", "ability-of-other-edition")


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """A drawn face: its HTML, all that it shows in one line, its name, and the icons that the page must define."""

    html: str
    label: str
    name: str
    icons: tuple[str, ...]

    def to_json(self) -> dict[str, str]:
        """As the page's script gets it."""
        return {"html": self.html, "label": self.label, "name": self.name}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A face is the same as another one when all that is printed is; the card itself does not count."""

    content: tuple[object, ...]
    card: Card = field(compare=False)
    kept: KeptCard | None = field(compare=False)


def card_to_draw(data: Any) -> Card | None:
    """The card that JSON stands for, whatever the edition; None when it is none."""
    reader = Reader()
    card = read_card(reader, data, "", SEASON_2, optional=("abilities", "sharpened"))
    if card is None or any(fault.name not in _HARMLESS for fault in reader.faults):
        return None
    slugs = tuple(slug for slug in data.get("abilities", ()) if _is_ability(slug))
    return Card(card.name, card.is_creature, card.cost, card.av, card.hp, slugs)


def _is_ability(slug: Any) -> bool:
    return isinstance(slug, str) and slug.removeprefix(AURA_PREFIX) in FLAG_OF_SLUG


def draw(asked: Sequence[Any], owner: Owner | None, language: str) -> list[DrawnFace | None]:
    """The faces of cards as ``{"card": CARD, "champion": bool}``; None for what is no card.

    The language must be that of the moment. A card that the owner made has its own picture.
    """
    wanted = [_wanted(one) for one in asked[:MOST_FACES]]
    kept = _kept_cards((card for card, _champion in filter(None, wanted)), owner)
    drawn: list[DrawnFace | None] = []
    for one in wanted:
        if one is None:
            drawn.append(None)
            continue
        card, champion = one
        mine = kept.get(_likeness(card))
        looks = (mine.pk, mine.revision, mine.updated) if mine is not None else ()
        drawn.append(_drawn(_Asked((card.key, champion, language, *looks), card, mine), champion, language))
    return drawn


def _wanted(one: Any) -> tuple[Card, bool] | None:
    card = card_to_draw(one.get("card")) if isinstance(one, Mapping) else None
    return None if card is None else (card, bool(one.get("champion")))


def _likeness(card: Card) -> tuple[object, ...]:
    return (card.name, card.is_creature, card.cost, card.av, card.hp, frozenset(card.slugs))


def _kept_cards(cards: Iterable[Card], owner: Owner | None) -> dict[tuple[object, ...], KeptCard]:
    """The owner's own cards that look like one of these."""
    if owner is None:
        return {}
    names = {card.name for card in cards if own_card(card) is None}
    found = KeptCard.objects.filter(owner=owner, name__in=names).with_set() if names else ()
    playable = (card for card in found if card.kind in ("creature", "incantation", "champion"))
    return {_likeness(card.printed): card for card in playable}


@lru_cache(maxsize=KEPT)
def _drawn(asked: _Asked, champion: bool, language: str) -> DrawnFace:
    face = _face(asked, champion, language)
    html = render_to_string("cards/face.html", {"face": face}).strip()
    return DrawnFace(html, _label(face), face.name, tuple(face.icons))


def _face(asked: _Asked, champion: bool, language: str) -> Face:
    if asked.kept is None:
        return face_on_board(asked.card, champion, language)
    shown = face_of_card(asked.kept, language)
    if shown.champion == champion:
        return shown
    name_of = partial(ability_name, language=language)
    return face_of(asked.card, name_of, champion, art=shown.art, emblem=shown.emblem, name=shown.name)


def _label(face: Face) -> str:
    words = [face.name, face.label, _("Mana cost %(number)d") % {"number": face.cost}]
    words.append(_("attack value %(number)d") % {"number": face.av})
    if face.hp is not None:
        words.append(_("%(number)d HP") % {"number": face.hp})
    return ", ".join([*words, *(badge.name for badge in face.abilities)])


def symbols_of(faces: Iterable[DrawnFace | None]) -> dict[str, str]:
    """The path of each icon that these faces need."""
    paths = drawings()
    return {name: paths[name] for face in faces if face is not None for name in face.icons}

"""The faces of a document's cards, drawn once for what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.likenesses import Looks, looks_of
from cards.faces import Face
from engine.decks.formats.card_reading import read_card
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.cards import Card
from engine.kernel.reading import Reader

CACHE_SIZE: Final = 2048  # faces, of some 8 kB each, that a process keeps
MAX_FACES: Final = 40  # that are drawn at once: a cold one takes some 20 ms; the page asks again for the rest
_HARMLESS: Final = ("unknown-ability", "ability-of-other-edition")


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """A drawn face: its HTML, all that it shows in one line, and its name."""

    html: str
    label: str
    name: str

    def to_json(self) -> dict[str, str]:
        return {"html": self.html, "label": self.label, "name": self.name}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A face is the same as another one when all that is printed is; the card itself does not count."""

    content: tuple[object, ...]
    card: Card = field(compare=False)
    looks: Looks = field(compare=False)


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


def draw(entries: Sequence[Any], owner: Owner | None, language: str) -> list[DrawnFace | None]:
    """The faces of cards as ``{"card": CARD, "champion": bool}``; None for what is no card.

    The language must be that of the moment. A card that the owner made has its own picture.
    """
    cards_and_champions = [_wanted(entry) for entry in entries[:MAX_FACES]]
    looks = looks_of(
        (card for card, _champion in filter(None, cards_and_champions)),
        owner,
        champions=_any_champion(cards_and_champions),
    )
    drawn: list[DrawnFace | None] = []
    for card_and_champion in cards_and_champions:
        if card_and_champion is None:
            drawn.append(None)
            continue
        card, champion = card_and_champion
        mine = looks.alone(card)
        drawn.append(_drawn(_Asked((card.key, champion, language, *mine.key), card, mine), champion, language))
    return drawn


def _wanted(entry: Any) -> tuple[Card, bool] | None:
    card = card_to_draw(entry.get("card")) if isinstance(entry, Mapping) else None
    return None if card is None else (card, bool(entry.get("champion")))


def _any_champion(cards_and_champions: Iterable[tuple[Card, bool] | None]) -> bool:
    return any(champion for _card, champion in filter(None, cards_and_champions))


@lru_cache(maxsize=CACHE_SIZE)
def _drawn(key: _Asked, champion: bool, language: str) -> DrawnFace:
    face = key.looks.face(key.card, champion, language)
    html = render_to_string("cards/face.html", {"face": face}).strip()
    return DrawnFace(html, _label(face), face.name)


def _label(face: Face) -> str:
    if face.kind == "back":
        return face.name
    words = [face.name, face.label, _("Mana cost %(number)d") % {"number": face.cost}]
    words.append(_("attack value %(number)d") % {"number": face.av})
    if face.hp is not None:
        words.append(_("%(number)d HP") % {"number": face.hp})
    return ", ".join([*words, *(badge.name for badge in face.abilities)])

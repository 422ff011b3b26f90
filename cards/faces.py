"""The face of a card as ``templates/cards/face.html`` draws it: the one definition for every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cards.icons import FURNITURE, icon_of_ability
from cards.scenery import Scenery, scenery_of
from cards.subjects import subject_of
from engine.abilities import AURA_PREFIX
from engine.cards import Card

NameOf = Callable[[str], str]  # an ability's slug to its name in the reader's language


@dataclass(frozen=True, slots=True)
class Badge:
    """An ability on a card: ``slug`` as written, its icon and its name."""

    slug: str
    icon: str
    name: str
    aura: bool


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. ``hp`` is None on an Incantation; ``fit`` is how small the name must be, 0 to 3."""

    kind: str  # "creature" or "incantation"
    champion: bool
    name: str
    fit: int
    cost: int
    av: int
    hp: int | None
    tint: str
    subject: str
    scenery: Scenery
    abilities: tuple[Badge, ...]

    @property
    def icons(self) -> Iterator[str]:
        """The names of the icons that the face shows."""
        yield FURNITURE["attack"]
        yield self.subject
        yield from (badge.icon for badge in self.abilities)
        if self.champion:
            yield FURNITURE["champion"]


def badge_of(slug: str, name_of: NameOf) -> Badge:
    """The badge of an ability."""
    return Badge(slug, icon_of_ability(slug), name_of(slug), slug.startswith(AURA_PREFIX))


def face_of(card: Card, name_of: NameOf, champion: bool = False) -> Face:
    """The face of a card."""
    subject, tint = subject_of(card.name, card.is_creature)
    return Face(
        kind="creature" if card.is_creature else "incantation",
        champion=champion,
        name=card.name,
        fit=_fit(card.name),
        cost=card.cost,
        av=card.av,
        hp=card.hp if card.is_creature else None,
        tint=tint,
        subject=subject,
        scenery=scenery_of(card.name, tint),
        abilities=tuple(badge_of(slug, name_of) for slug in card.slugs),
    )


def _fit(name: str) -> int:
    """0 for a short name in one line; 1 to 3 for two lines, ever smaller."""
    longest = max((len(word) for word in name.split()), default=0)
    if len(name) <= 11:
        return 0
    if len(name) <= 20 and longest <= 12:
        return 1
    if len(name) <= 32 and longest <= 16:
        return 2
    return 3

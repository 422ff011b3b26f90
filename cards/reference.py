"""What is printed beside cards: cards that explain the abilities, each with some of them, by icon, name and rule, in
one language; and backs of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _

from cards.abilities import AURA, ability_name, ability_text
from cards.art import Artwork
from cards.folding import folded
from cards.fonts import TEXT
from cards.icons import icon_of_ability
from cards.measuring import TextBox, fit
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_1

# In hundredths of the card's width, as in static/css/reference.css.
ROOM: Final = 132.0  # that a card has for abilities, from top to bottom
NAME_HEIGHT: Final = 5.6
GAP: Final = 2.6  # below an ability
LEAST: Final = 15.0  # high: as high as its badge
SIZE: Final = 4.6  # of the rules: seven points on a card of ours
MOST: Final = 4  # abilities on a card
_RULE: Final = TextBox((TEXT, "normal"), width=74, height=400, leading=1.14, largest=(SIZE,), breaking=1)


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """An ability: ``lines`` are its rule as it is set, ``season_1`` that of season 1 where it differs."""

    slug: str
    name: str
    icon: str
    lines: tuple[str, ...]
    season_1: tuple[str, ...] = ()

    @property
    def is_aura(self) -> bool:
        """Whether its badge is a star."""
        return self.slug == AURA

    @property
    def height(self) -> float:
        """The room that it takes, in hundredths of the card's width."""
        lines = len(self.lines) + len(self.season_1)
        return max(LEAST, NAME_HEIGHT + lines * SIZE * _RULE.leading) + GAP


@dataclass(frozen=True, slots=True)
class BackFace:
    """A back of somebody's own: a picture over the whole of the card."""

    picture: Artwork
    name: str = "Grimoire"
    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceFace:
    """A card with some abilities, the ``number``th of ``total``."""

    name: str
    number: int
    total: int
    entries: tuple[ReferenceEntry, ...]
    language: str

    @property
    def icons(self) -> Iterator[str]:
        return (entry.icon for entry in self.entries)

    @property
    def picture(self) -> None:
        """The uploaded picture on it: it has none."""
        return


@cache
def reference_entries(language: str) -> tuple[ReferenceEntry, ...]:
    """All abilities in the order of their names in a language, Aura itself among them."""
    with translation.override(language):
        entries = [_entry(slug, language) for slug in (AURA, *FLAG_OF_SLUG)]
    return tuple(sorted(entries, key=lambda entry: folded(entry.name)))


def _entry(slug: str, language: str) -> ReferenceEntry:
    rule, of_old = ability_text(slug, language), ability_text(slug, language, SEASON_1)
    older = fit(_("Season 1: %(rule)s") % {"rule": of_old}, _RULE).lines if of_old != rule else ()
    return ReferenceEntry(slug, ability_name(slug, language), icon_of_ability(slug), fit(rule, _RULE).lines, older)


@cache
def reference_faces(language: str) -> tuple[ReferenceFace, ...]:
    """The cards in a language, as few as there is room on, each about as full as the others."""
    entries = reference_entries(language)
    count = 1
    while (cards := _spread(entries, count)) is None:
        count += 1
    with translation.override(language):
        name = _("The abilities")
    return tuple(ReferenceFace(name, number, count, on_it, language) for number, on_it in enumerate(cards, 1))


def _spread(entries: tuple[ReferenceEntry, ...], count: int) -> list[tuple[ReferenceEntry, ...]] | None:
    """The abilities in their order on so many cards, as evenly as may be; None where there is no room."""
    best: dict[int, tuple[float, list[tuple[ReferenceEntry, ...]]]] = {0: (0.0, [])}  # by how many are on cards so far
    for _card in range(count):
        longer: dict[int, tuple[float, list[tuple[ReferenceEntry, ...]]]] = {}
        for begin, (so_far, cards) in best.items():
            for end in range(begin + 1, min(begin + MOST, len(entries)) + 1):
                used = sum(entry.height for entry in entries[begin:end])
                unevenness = so_far + used**2
                if used > ROOM:
                    break
                if end not in longer or unevenness < longer[end][0]:
                    longer[end] = unevenness, [*cards, entries[begin:end]]
        best = longer
    return best[len(entries)][1] if len(entries) in best else None

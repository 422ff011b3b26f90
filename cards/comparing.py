"""Cards side by side, and where they differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.abilities import ability_name
from cards.folding import folded
from cards.icons import icon_of_ability
from cards.models import VALUED, Card
from cards.queries import reference_of
from cards.tiles import CardTile, tiles_of

MAX_COMPARED: Final = 6
NOTHING: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A line of the table: what is compared, each card's value in words, and whether they differ.

    ``best`` marks the highest values where numbers differ. Of an ability's line ``slug`` and ``icon`` are set.
    """

    name: str
    values: tuple[str, ...]
    differs: bool
    best: tuple[bool, ...] = ()
    slug: str = ""
    icon: str = ""

    @property
    def cells(self) -> list[tuple[str, bool]]:
        """The values, each with whether it is a highest one."""
        return list(zip(self.values, self.best or (False,) * len(self.values), strict=True))


@dataclass(frozen=True)
class Comparison:
    """The cards that are compared, with the lines of the table; how many were left over, which were not found."""

    tiles: list[CardTile]
    without: list[str]
    lines: list[ComparisonRow]
    left_over: int
    missing: list[str]

    @property
    def columns(self) -> list[tuple[CardTile, str]]:
        """Each card with the address of the comparison without it."""
        return list(zip(self.tiles, self.without, strict=True))


def compare_address(cards: list[Card]) -> str:
    named = urlencode({"cards": ",".join(map(reference_of, cards))}, safe=",/")
    return reverse("cards:compare") + (f"?{named}" if cards else "")


def comparison_of(cards: list[Card], missing: list[str], language: str, owner: Owner | None) -> Comparison:
    """Compares the first ``MAX_COMPARED`` of some cards, for an owner or with None anybody."""
    compared = cards[:MAX_COMPARED]
    without = [compare_address([other_card for other_card in compared if other_card is not card]) for card in compared]
    lines = [*_value_lines(compared, owner), *_ability_lines(compared, language)] if compared else []
    return Comparison(tiles_of(compared, language), without, lines, max(len(cards) - MAX_COMPARED, 0), missing)


def _value_lines(cards: list[Card], owner: Owner | None) -> list[ComparisonRow]:
    return [
        _line(_("Type"), cards, lambda card: str(card.get_kind_display())),
        _line(_("Set"), cards, lambda card: card_set.title if (card_set := card.set_for(owner)) else NOTHING),
        _number_line(_("Mana cost"), cards, lambda card: card.cost if card.kind in VALUED else None),
        _number_line(_("Attack value"), cards, lambda card: card.av if card.kind in VALUED else None),
        _number_line(_("Health Points"), cards, lambda card: card.hp),
        _line(_("Seasons"), cards, lambda card: ", ".join(map(str, card.editions)) or NOTHING),
    ]


def _line(name: str, cards: list[Card], value_of: Callable[[Card], str]) -> ComparisonRow:
    values = tuple(value_of(card) for card in cards)
    return ComparisonRow(name, values, len(set(values)) > 1)


def _number_line(name: str, cards: list[Card], value_of: Callable[[Card], int | None]) -> ComparisonRow:
    values = [value_of(card) for card in cards]
    highest = max((value for value in values if value is not None), default=None)
    differs = len(set(values)) > 1
    best = tuple(differs and value is not None and value == highest for value in values)
    return ComparisonRow(name, tuple(NOTHING if value is None else str(value) for value in values), differs, best)


def _ability_lines(cards: list[Card], language: str) -> list[ComparisonRow]:
    """One line an ability that any of the cards bears, those that most bear first."""
    slugs = {slug for card in cards for slug in card.abilities}
    lines = []
    for slug in slugs:
        has = [slug in card.abilities for card in cards]
        values = tuple(_("yes") if has_it else NOTHING for has_it in has)
        lines.append(
            ComparisonRow(
                ability_name(slug, language), values, not all(has), (), slug.split(":")[-1], icon_of_ability(slug)
            )
        )
    return sorted(lines, key=lambda line: (line.values.count(NOTHING), folded(line.name)))

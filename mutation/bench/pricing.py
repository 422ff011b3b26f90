"""The price table of a session: to read, and as a form for the organiser."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.game.mutations import OWN_PRICES, MutationPrices, points_to_json
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG
from engine.decks.sessions.price_reading import MAX_SOURCE
from mutation.bench.wording import element_title, points_text

CHANGES: Final = (("av", "+", 6), ("hp", "+", 8), ("cost", "-", 5), ("cost", "+", 2))  # how far the form goes
DEAREST: Final = 99
MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class PriceLine:
    """All that costs the same: ``abilities`` and changes of ``values``, in words."""

    points: str
    abilities: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.abilities) + len(self.values)


@dataclass(frozen=True)
class PriceSheet:
    """A price table in words. ``is_ours`` for the default, which is the site's own."""

    source: str
    is_ours: bool
    lines: tuple[PriceLine, ...]
    covering: tuple[tuple[str, str], ...]


def price_page(prices: MutationPrices, language: str) -> PriceSheet:
    """A price table to read, the cheapest first."""
    by_price: dict[Decimal, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for slug, price in prices.abilities.items():
        by_price[price][0].append(ability_name(slug, language))
    for change, price in sorted(prices.values.items()):
        by_price[price][1].append(change_name(change, language))
    lines = tuple(
        PriceLine(points_text(price), tuple(sorted(by_price[price][0])), tuple(by_price[price][1]))
        for price in sorted(by_price)
    )
    covering = tuple(
        (ability_name(slug, language), points_text(price)) for slug, price in prices.covering.items() if price
    )
    return PriceSheet(prices.source, prices.source == OWN_PRICES, lines, covering)


def change_name(change: str, language: str) -> str:
    """A change of a value in words: "Attack value +2", "Mana cost -1" with a minus sign."""
    value, sign, number = change.partition("+") if "+" in change else change.partition("-")
    return f"{element_title(value, language)} {sign.replace('-', MINUS)}{number}"


class PriceForm(forms.Form):
    """A price for each ability, each change of a value and each ability that is covered; nothing is not for sale."""

    def __init__(self, sent: Any, edition: str, prices: MutationPrices, language: str) -> None:
        super().__init__(sent)
        self.language = language
        self.fields["source"] = forms.CharField(
            label=gettext_lazy("Source of these prices"),
            max_length=MAX_SOURCE,
            initial="" if prices.source == OWN_PRICES else prices.source,
        )
        flags = ABILITIES_OF_EDITION[edition]
        slugs = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & flags]
        self.slugs = sorted(slugs, key=lambda slug: folded(ability_name(slug, language)))
        changes = [f"{value}{sign}{number}" for value, sign, highest in CHANGES for number in range(1, highest + 1)]
        self.changes = [*changes, *(change for change in prices.values if change not in changes)]
        for slug in self.slugs:
            name = ability_name(slug, language)
            self._add(f"abilities {slug}", name, prices.abilities, slug)
            self._add(f"covering {slug}", _("%s, when it is covered") % name, prices.covering, slug)
        for change in self.changes:
            self._add(f"values {change}", change_name(change, language), prices.values, change)

    def _add(self, field: str, label: str, prices: Mapping[str, Decimal], key: str) -> None:
        price = prices.get(key)
        self.fields[field] = forms.DecimalField(
            label=label,
            required=False,
            localize=True,
            min_value=0,
            max_value=DEAREST,
            decimal_places=2,
            initial=None if price is None else points_text(price),
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "4"}),
        )

    @property
    def ability_rows(self) -> Iterator[tuple[str, Any, Any]]:
        """(name, price, surcharge) of each ability."""
        for slug in self.slugs:
            yield ability_name(slug, self.language), self[f"abilities {slug}"], self[f"covering {slug}"]

    @property
    def value_rows(self) -> Iterator[Any]:
        return (self[f"values {change}"] for change in self.changes)

    def table(self) -> dict[str, Any]:
        """The price table of the contract; of a valid form."""
        written: dict[str, Any] = {"source": self.cleaned_data["source"]}
        for part, keys in (("abilities", self.slugs), ("values", self.changes), ("covering", self.slugs)):
            entries = {key: self.cleaned_data[f"{part} {key}"] for key in keys}
            written[part] = {key: points_to_json(price) for key, price in entries.items() if price is not None}
        return written

"""Price tables of sessions, read from JSON and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from engine.decks.formats.card_reading import read_text
from engine.decks.game.mutations import DEFAULT_MUTATION_PRICES, MutationPrices, points_to_json
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG
from engine.kernel.reading import Reader, pointer

MAX_SOURCE: Final = 200

_CHANGE: Final = re.compile(r"(?:(?:av|hp|cost)\+|cost-)[1-9][0-9]?")
_PARTS: Final = ("abilities", "values", "covering")
_DEAREST: Final = 99
_HUNDREDTH: Final = Decimal("0.01")


def read_prices(reader: Reader, data: Any, at: str, edition: str) -> MutationPrices:
    """A price table; parts that are left out are the default's. Faults go to the reader."""
    fields = reader.object(data, at, ("source",), _PARTS)
    source = read_text(reader, fields["source"], f"{at}/source", MAX_SOURCE) if "source" in fields else ""
    if "source" in fields and not source:
        reader.fault("out-of-range", f"{at}/source", f"text of 1 to {MAX_SOURCE} characters")
    slugs = {slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[edition]}
    tables: dict[str, Mapping[str, Decimal]] = {}
    for part in _PARTS:
        if part not in fields:
            tables[part] = getattr(DEFAULT_MUTATION_PRICES, part)
            continue
        table = fields[part] if isinstance(fields[part], dict) else {}
        if not isinstance(fields[part], dict):
            reader.fault("wrong-type", f"{at}/{part}", "an object")
        for name in table:
            known = _CHANGE.fullmatch(name) if part == "values" else name in slugs
            if not known:
                expected = "av+N, hp+N, cost+N or cost-N" if part == "values" else "an ability of the edition"
                reader.fault("unknown-value", pointer(f"{at}/{part}", name), expected)
        tables[part] = {name: _price(reader, price, pointer(f"{at}/{part}", name)) for name, price in table.items()}
    return MutationPrices(tables["abilities"], tables["values"], tables["covering"], source)


def _price(reader: Reader, data: Any, at: str) -> Decimal:
    """A number from 0 to 99 with at most two decimals, exactly."""
    if isinstance(data, (int, float)) and not isinstance(data, bool) and 0 <= data <= _DEAREST:
        price = abs(Decimal(repr(data)))  # the shortest decimal that is this float: what was written
        if not price % _HUNDREDTH:
            return price
    reader.fault("out-of-range", at, f"a number from 0 to {_DEAREST} with at most two decimals")
    return Decimal(0)


def write_prices(prices: MutationPrices) -> dict[str, Any]:
    data: dict[str, Any] = {"source": prices.source}
    for part in _PARTS:
        table: Mapping[str, Decimal] = getattr(prices, part)
        data[part] = {name: points_to_json(price) for name, price in table.items()}
    return data

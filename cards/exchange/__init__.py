"""Cards in and out: ``clash-cards/1`` as JSON, and tables as CSV.

``write_card`` and ``read_card`` are for one card: also what ``CardVersion.content`` holds. ``write_set`` and
``read_set`` are for a set, ``write_table`` and ``read_table`` for CSV, ``read_file`` for whatever comes from outside.
Whoever reads gets ``CardsRefused`` with every fault and its place.
"""

from __future__ import annotations

from typing import Any

from cards.exchange.beside import NOTHING, Beside
from cards.exchange.document import data_of, text_of
from cards.exchange.encodings import MAX_BYTES, checked_text
from cards.exchange.faults import CardsRefused, ImportFault
from cards.exchange.published import card_schemas, schema
from cards.exchange.reading import read_card, read_set, slug_of
from cards.exchange.shape import MAX_CARDS, VERSION, CardContent, CardFile, SetContent
from cards.exchange.table import read_rows, read_table, read_table_file, rows_of, write_table
from cards.exchange.template import template
from cards.exchange.writing import write_card, write_json, write_set

__all__ = [
    "MAX_BYTES",
    "MAX_CARDS",
    "VERSION",
    "Beside",
    "CardContent",
    "CardFile",
    "CardsRefused",
    "ImportFault",
    "SetContent",
    "card_schemas",
    "read_card",
    "read_file",
    "read_set",
    "read_table",
    "schema",
    "slug_of",
    "template",
    "write_card",
    "write_json",
    "write_set",
    "write_table",
]


def read_file(content: bytes | str, beside: Beside = NOTHING) -> CardFile:
    """A file of cards, JSON or a table, whatever it is called. Raises ``CardsRefused``."""
    text = checked_text(content) if isinstance(content, str) else text_of(content)
    if text.lstrip()[:1] not in ("{", "["):
        return read_table_file(text, beside)
    data = data_of(text)
    if isinstance(data, list) and data and all(isinstance(entry, dict) for entry in data):
        if any(isinstance(value, dict) for entry in data for value in entry.values()) or _are_cards(data):
            data = {"format": VERSION, "cards": data}
        else:
            return read_rows(rows_of(data), beside)
    if isinstance(data, dict) and isinstance(data.get("cards"), list):
        beside.put_pictures(data["cards"])
    return read_set(data)


def _are_cards(data: list[dict[str, Any]]) -> bool:
    """Whether the objects of a list have the keys of cards alone, so that they are no table of somebody's own."""
    return all(entry.keys() <= CardContent.model_fields.keys() for entry in data) and all(
        isinstance(entry.get("abilities", []), list) and not isinstance(entry.get("cost"), str) for entry in data
    )

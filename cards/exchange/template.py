"""The table to start from: headings, and a card of each type to overwrite."""

from __future__ import annotations

from typing import Any, Final

from cards.exchange.table import write_table

_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {
        "type": "creature",
        "name": "Lamplighter",
        "name_fr": "Allumeuse de réverbères",
        "cost": 3,
        "av": 2,
        "hp": 3,
        "abilities": ["rage", "aura:aquatic"],
        "flavour": "She has never lost a street.",
        "flavour_fr": "Elle a gardé toutes ses rues.",
        "art": {"icon": "candle-light", "scene": "spires", "tint": "amber"},
    },
    {
        "type": "incantation",
        "name": "Sudden Draught",
        "name_fr": "Vent coulis",
        "cost": 1,
        "av": 2,
        "abilities": ["splash"],
    },
    {"type": "champion", "name": "The Night Watch", "name_fr": "La Ronde de nuit", "cost": 6, "av": 4, "hp": 6},
    {"type": "stronghold", "name": "Lamp House", "name_fr": "Maison des lampes"},
    {"type": "bridge", "name": "Wick Bridge", "name_fr": "Pont des mèches"},
)


def template(language: str = "en") -> str:
    """The template as CSV, with the headings of ``en`` or ``fr``."""
    return write_table(_EXAMPLES, language)
